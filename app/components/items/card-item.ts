import type { RatingSum } from '#domain/shared/rating-sums.ts'

/** Why an item that is still shown cannot be rented. */
export type CardMark = 'rented' | 'paused' | 'pending' | 'denied'

/** An item as a card shows it, the same in every list. */
export type CardItem = {
  readonly id: string
  readonly title: string
  readonly brand: string | null
  /** The address of its photo; null where there is none. */
  readonly imageUrl: string | null
  readonly size: string
  /** credits_per_day × 7. */
  readonly creditsPerWeek: number
  /** 'city, state', or null. */
  readonly location: string | null
  /** How far it is from the viewer, 'about 4 miles'; missing where that is not known. */
  readonly distance?: string | undefined
  /** How many ratings it has, and their stars added up; null without one. */
  readonly rating: RatingSum | null
  /** How likely it fits the viewer; missing where too little is known. */
  readonly likelyToFit?: LikelyToFit | undefined
  readonly likes: number
  /** Whether the viewer likes it; null for viewers who see only the count (admins, signed out). */
  readonly liked: boolean | null
  readonly mark: CardMark | null
  /** Whether its closet accepts some requests automatically. */
  readonly acceptsSome?: true
  /** Whether it accepts a request of the viewer at once. */
  readonly instant?: boolean | undefined
}

type LikelyToFit = {
  /** From 0 to 100. */
  readonly percent: number
  /** What the measurements say, where it is the opposite; null where it is not. */
  readonly otherwise: string | null
}
