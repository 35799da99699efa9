import type { RatedFit, UsualSize } from '#db/enums.ts'
import { bodyRanges, type LengthUnit, lengthInWords } from '#domain/accounts/sizes/lengths.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { ItemRatingSum } from '#domain/shared/rating-sums.ts'

/** 'Runs small 2, true to size 9'; null when nobody said how it fits. */
export function fitsInWords({ small, trueToSize, large }: ItemRatingSum): string | null {
  const counts = [
    [fitWords.small, small],
    [fitWords.true, trueToSize],
    [fitWords.large, large],
  ] as const
  const words = counts.filter(([, count]) => count > 0)
  if (words.length === 0) return null
  const all = words.map(([fit, count]) => `${fit.toLowerCase()} ${showNumber(count)}`).join(', ')
  return all.charAt(0).toUpperCase() + all.slice(1)
}

export const fitWords = {
  small: 'Runs small',
  true: 'True to size',
  large: 'Runs large',
} as const satisfies Record<RatedFit, string>

/** '4 of 5 stars'. */
export function starsInWords(stars: number): string {
  return `${stars} of 5 stars`
}

/** What a renter said about the fit, and about themselves if they chose to. */
export type Worn = {
  readonly fit: RatedFit | null
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
}

/** 'True to size', 'Usually wears M, 5 ft 6 in', as far as they said so. */
export function wornInWords({ fit, usualSize, heightCm }: Worn, unit: LengthUnit): string[] {
  const height = heightCm && lengthInWords(heightCm, unit, bodyRanges.height)
  const size = usualSize && `Usually wears ${usualSize}`
  const person =
    size && height ? `${size}, ${height}` : (size ?? (height ? `${height} tall` : null))
  return [fit ? fitWords[fit] : null, person].filter((fact) => fact !== null)
}

/** Without everything else that a rating has. */
export function wornIn({ fit, usualSize, heightCm }: Worn): Worn {
  return { fit, usualSize, heightCm }
}
