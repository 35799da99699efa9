import { type UsualSize, usualSizes } from '#db/enums.ts'
import { ALIKE } from './rating-limits.ts'

/** A person's own size; "people like me" needs at least one of these. */
export type Likeness = {
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
}

/** This size and the adjacent ones. */
export function sizesLike(size: UsualSize): readonly UsualSize[] {
  const at = usualSizes.indexOf(size)
  return usualSizes.filter((_, index) => Math.abs(index - at) <= ALIKE.sizes)
}

/** Whether there is anything to compare with. */
export function saysSomething({ usualSize, heightCm }: Likeness): boolean {
  return usualSize !== null || heightCm !== null
}
