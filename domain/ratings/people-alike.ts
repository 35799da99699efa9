import { type UsualSize, usualSizes } from '#db/enums.ts'
import { ALIKE } from './rating-limits.ts'

/** What somebody says about their own size; at least one of them for "people like me". */
export type Likeness = {
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
}

/** The sizes next to this one, and itself. */
export function sizesLike(size: UsualSize): readonly UsualSize[] {
  const at = usualSizes.indexOf(size)
  return usualSizes.filter((_, index) => Math.abs(index - at) <= ALIKE.sizes)
}

/** Whether there is anything to compare. */
export function saysSomething({ usualSize, heightCm }: Likeness): boolean {
  return usualSize !== null || heightCm !== null
}
