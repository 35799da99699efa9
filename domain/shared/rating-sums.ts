/** The number of visible ratings, and the sum of their stars. */
export type RatingSum = { readonly ratings: number; readonly stars: number }

/** For an item, also how its renters rated the fit. */
export type ItemRatingSum = RatingSum & {
  readonly small: number
  readonly trueToSize: number
  readonly large: number
}
