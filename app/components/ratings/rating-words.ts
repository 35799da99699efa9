import { lengthInWords } from '#app/components/fit/length-words.ts'
import type { RatedFit, UsualSize } from '#db/enums.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { ItemRatingSum } from '#domain/shared/rating-sums.ts'

/** 'Runs small 2, true to size 9, large 1'; null when nobody said how it fits. */
export function fitsInWords({ small, trueToSize, large }: ItemRatingSum): string | null {
  if (small + trueToSize + large === 0) return null
  const [few, fits, many] = [small, trueToSize, large].map(showNumber)
  return `Runs small ${few}, true to size ${fits}, large ${many}`
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

type Worn = {
  readonly fit: RatedFit | null
  readonly usualSize: UsualSize | null
  /** Centimetres. */
  readonly heightCm: number | null
}

/** 'True to size', 'Usually wears M', '170 cm (66.9 in) tall', as far as they said so. */
export function wornInWords({ fit, usualSize, heightCm }: Worn): string[] {
  const facts = [
    fit ? fitWords[fit] : null,
    usualSize ? `Usually wears ${usualSize}` : null,
    heightCm ? `${lengthInWords(heightCm)} tall` : null,
  ]
  return facts.filter((fact) => fact !== null)
}
