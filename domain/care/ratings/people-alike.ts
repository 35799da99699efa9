import { type UsualSize, usualSizes } from '#db/enums.ts'
import { SIMILAR_WITHIN } from './rating-limits.ts'

/** A person's own size; "people like me" needs at least one of these. */
export type SizeData = {
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
}

/** This size and the adjacent ones. */
export function similarSizes(size: UsualSize): readonly UsualSize[] {
  const at = usualSizes.indexOf(size)
  return usualSizes.filter((_, index) => Math.abs(index - at) <= SIMILAR_WITHIN.sizes)
}

/** Whether there is anything to compare with. */
export function hasSizeData({ usualSize, heightCm }: SizeData): boolean {
  return usualSize !== null || heightCm !== null
}
