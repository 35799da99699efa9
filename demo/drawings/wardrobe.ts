import type { Look } from './look.ts'
import { dresses } from './wardrobe-dresses.ts'
import { gowns } from './wardrobe-gowns.ts'
import { separates } from './wardrobe-separates.ts'
import { tailoring } from './wardrobe-tailoring.ts'

export const wardrobe: readonly Look[] = [...gowns, ...dresses, ...tailoring, ...separates]
