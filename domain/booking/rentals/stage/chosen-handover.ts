import type { ChosenHandover } from '#db/enums.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { deliversTo, type Reach, type Way } from '#domain/catalogue/reach/reach.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

// How a renter gets an item: chosen with the request, before anything is paid (spec 4.9).

/** What a way of a closet is called once a renter has chosen it. */
const handoverOf = {
  deliver: 'delivery',
  pickup: 'pickup',
  ship: 'shipping',
} as const satisfies Record<Way, ChosenHandover>

/** Where a renter is. */
type Located = { readonly point: Point }

/** What a closet offers a renter. */
export type HandoverOffer = {
  /** Whether it delivers there; null where nobody knows how far that is. */
  readonly isDelivered: boolean | null
  /** The ways to choose from, delivery first. */
  readonly ways: readonly ChosenHandover[]
}

/** Where it does not deliver, it can be asked all the same. */
export function handoverOffer(reach: Reach, here: Located | null): HandoverOffer {
  const isDelivered = deliversTo(reach, here?.point ?? null)
  const ways = reach.ways
    .filter((way) => way !== 'deliver' || isDelivered !== false)
    .map((way) => handoverOf[way])
  return { isDelivered, ways: isDelivered === false ? [...ways, 'ask'] : ways }
}

export type HandoverProblem =
  /** It is not delivered there, and no other way was chosen. */
  | { readonly reason: 'out-of-area' }
  /** The closet does not offer the chosen way, or not any more. */
  | { readonly reason: 'handover-not-offered' }

/**
 * How a rental changes hands. Delivery needs no choice; null means that nothing was chosen and that
 * nobody knows the distance, which refuses nothing. Whoever asks for what is delivered anyway gets it.
 */
export function chooseHandover(
  { isDelivered, ways }: HandoverOffer,
  chosen: ChosenHandover | null,
): Outcome<ChosenHandover | null, HandoverProblem> {
  if (chosen === null || (chosen === 'ask' && isDelivered !== false)) {
    if (isDelivered === false) return refused({ reason: 'out-of-area' })
    return done(isDelivered ? 'delivery' : null)
  }
  if (ways.includes(chosen)) return done(chosen)
  return refused({
    reason: chosen === 'delivery' && isDelivered === false ? 'out-of-area' : 'handover-not-offered',
  })
}

/** The way without a choice, for an item that was chosen because it can come to the renter. */
export function comesBy(offer: HandoverOffer): Outcome<ChosenHandover | null, HandoverProblem> {
  const isShipped = offer.isDelivered === false && offer.ways.includes('shipping')
  return chooseHandover(offer, isShipped ? 'shipping' : null)
}
