import { showNumber } from '#domain/shared/credits.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'

/** '4.8 (12 reviews)'. */
export function sumInWords({ ratings, stars }: RatingSum): string {
  const reviews = ratings === 1 ? '1 review' : `${showNumber(ratings)} reviews`
  return `${(stars / ratings).toFixed(1)} (${reviews})`
}
