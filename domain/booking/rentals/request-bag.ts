import type { Db } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { MAX_PIECES } from './bag-size.ts'
import type { Rented, RentProblem, RentRequest } from './check-request.ts'
import { rentPieces } from './rent-pieces.ts'

/** Pieces that somebody requests at once; each has its own request key. */
export type Bag = {
  readonly pieces: readonly RentRequest[]
  /** All or nothing; otherwise each by itself. */
  readonly together: boolean
}

/** `itemId` is the piece that it is about; null for the bag as a whole. */
export type BagProblem =
  | (RentProblem & { readonly itemId: ItemId | null })
  | { readonly reason: 'bag-empty' | 'bag-too-large'; readonly itemId: null }
  | { readonly reason: 'piece-twice'; readonly itemId: ItemId }

export type PieceOutcome = {
  readonly itemId: ItemId
  readonly outcome: Outcome<Rented, RentProblem>
}

/**
 * Rents an item for whole weeks of credits (spec 4.3): a bag of one. Two people can never have one
 * item on the same day: a database constraint prevents it even if this code is wrong.
 */
export async function requestRental(
  db: Db,
  shopper: Shopper,
  request: RentRequest,
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<Outcome<Rented, RentProblem>> {
  const rented = await rentPieces(db, shopper, [request], now, today, timeZone)
  if (!rented.ok) return refused(rented.problem)
  const [piece] = rented.value
  if (!piece) throw new Error('nothing was rented')
  return done(piece.rental)
}

/**
 * Requests the pieces of a bag (spec 4.12): together in one transaction, or one after the other.
 * Returns what became of each, in the order asked. The same request keys return the same rentals.
 */
export async function requestBag(
  db: Db,
  shopper: Shopper,
  bag: Bag,
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<Outcome<readonly PieceOutcome[], BagProblem>> {
  const { pieces, together } = bag
  const problem = whyNotABag(bag)
  if (problem) return refused(problem)
  if (together) {
    const rented = await rentPieces(db, shopper, pieces, now, today, timeZone)
    return rented.ok
      ? done(rented.value.map(({ itemId, rental }) => ({ itemId, outcome: done(rental) })))
      : refused({ ...rented.problem, itemId: rented.itemId })
  }
  const outcomes: PieceOutcome[] = []
  for (const piece of pieces) {
    const outcome = await requestRental(db, shopper, piece, now, today, timeZone)
    outcomes.push({ itemId: piece.itemId, outcome })
  }
  return done(outcomes)
}

/** Why these pieces cannot be requested at once, whatever they are; null when they can. */
export function whyNotABag({ pieces }: Bag): BagProblem | null {
  if (pieces.length === 0) return { reason: 'bag-empty', itemId: null }
  if (pieces.length > MAX_PIECES) return { reason: 'bag-too-large', itemId: null }
  const items = pieces.map(({ itemId }) => itemId)
  const twice = items.find((itemId, place) => items.indexOf(itemId) !== place)
  return twice ? { reason: 'piece-twice', itemId: twice } : null
}
