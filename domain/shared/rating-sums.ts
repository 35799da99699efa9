/** How many visible ratings there are, and their stars added up. */
export type RatingSum = { readonly ratings: number; readonly stars: number }

/** Of an item, also how its renters found the fit. */
export type ItemRatingSum = RatingSum & {
  readonly small: number
  readonly trueToSize: number
  readonly large: number
}
