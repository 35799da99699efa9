import type { PersonId, RentalId } from '#db/ids.ts'
import { answerBy, isAnswerOver } from './answer-times.ts'
import type { Cancellation } from './bookings.ts'
import { type Days, isFree, isLive } from './calendar.ts'
import {
  heldCents,
  isBarred,
  liveDeposit,
  openRentals,
  refundInFull,
  resolveDeposit,
} from './deposits.ts'
import { earn, rateOf } from './earnings.ts'
import { countHandover, type Handover, handoverOf, type Where } from './handovers.ts'
import { balanceOf, mint, onHoldOf, restore, spend } from './lots.ts'
import { isBlocked } from './messages.ts'
import { dropProposal } from './proposals.ts'
import { type Code, count, type Item, type Model, type Rental } from './state.ts'
import { acceptOffer, offerFreed } from './waitlist.ts'

// Actions of people. Each returns what the command should: 'done' or the reason of a refusal.

export type RentInput = {
  readonly renter: PersonId
  readonly item: Item
  readonly days: number
  readonly dates: Days
  readonly today: string
  readonly where: Where
  readonly handover: Handover | null
}

export function whyNotRent(model: Model, input: RentInput): string {
  const { renter, item, days, dates, today } = input
  if (item.retired) return 'item-not-found'
  const deposit = liveDeposit(model, renter)
  if (!deposit) return 'deposit-missing'
  if (isBarred(deposit)) return 'deposit-barred'
  if (dates.start < today) return 'dates-past'
  if (item.paused) return 'item-paused'
  if (isBlocked(model, renter, item.lister)) return 'not-available'
  if (!isFree(model, item, dates, today, renter))
    return hasRequested(model, input) ? 'already-requested' : 'dates-taken'
  if (!isTrusted(model, renter, item)) return 'not-yet-trusted'
  const unpaid = whyNotSpend(model, renter, costOf(item, days))
  if (unpaid) return unpaid
  const how = handoverOf(item, input.where, input.handover)
  return 'refusal' in how ? how.refusal : 'done'
}

/** Whether the shopper's own rental is what keeps the item from being free. */
export function hasRequested(
  model: Model,
  { renter, item, dates }: Pick<RentInput, 'renter' | 'item' | 'dates'>,
): boolean {
  return model.rentals.some(
    (rental) =>
      isLive(rental) &&
      rental.renter === renter &&
      rental.item === item &&
      (rental.exclusive || (rental.start <= dates.end && rental.end >= dates.start)),
  )
}

const TRUSTED_RENTALS = 3

/** Whether the shopper has enough completed rentals for a high-value item. */
export function isTrusted(model: Model, shopper: PersonId, item: Item): boolean {
  if (!item.isHighValue) return true
  const own = model.rentals.filter(
    ({ renter, state, isLost }) => renter === shopper && state === 'completed' && !isLost,
  )
  return own.length >= TRUSTED_RENTALS
}

/** Why credits cannot be spent: they are on hold, or there are too few. */
export function whyNotSpend(model: Model, owner: PersonId, credits: number): string | null {
  if (balanceOf(model, owner) >= credits) return null
  const isOnHold = balanceOf(model, owner) + onHoldOf(model, owner) >= credits
  return isOnHold ? 'wallet-frozen' : 'not-enough-credits'
}

export function costOf(item: Item, days: number): number {
  return Math.ceil(days / 7) * 7 * item.creditsPerDay
}

export function rented(model: Model, input: RentInput, id: RentalId): void {
  if (rentedPiece(model, input, id)) offerFreed(model, input.item, 'an offer accepted')
}

/** Without the offers that follow. Returns whether the renter had an offer for it. */
export function rentedPiece(model: Model, input: RentInput, id: RentalId): boolean {
  const { renter, item, dates, where } = input
  const how = handoverOf(item, where, input.handover)
  if ('refusal' in how) throw new Error('rented without a way to the renter')
  const { handover } = how
  countHandover(model, 'rented', handover)
  const deposit = liveDeposit(model, renter)
  if (!deposit) throw new Error('rented without a deposit')
  const isAccepted = acceptOffer(model, { shopper: renter, item, dates })
  const rental = newRental({
    ...{ id, renter, item, deposit, where, handover, ...dates },
    answerBy: answerBy(model, dates.start),
    depositCents: heldCents(deposit),
    centsPerCredit: rateOf(model, item),
    createdAt: model.now,
  })
  acceptAtOnce(model, rental)
  model.rentals.push(rental)
  spend(model, rental, costOf(item, input.days))
  return isAccepted
}

/** A new request of somebody whose requests the closet accepts automatically. */
export function acceptAtOnce(model: Model, rental: Rental): void {
  const accepts = acceptsOf(model, rental)
  if (!accepts) return
  if (rental.handover === 'ask') {
    count(model, 'not accepted at once: outside the area')
    return
  }
  rental.state = 'confirmed'
  count(model, `accepted at once: ${accepts}`)
}

/** The choice of a closet that accepts this renter automatically. */
function acceptsOf(model: Model, rental: Rental): 'returning' | 'everybody' | null {
  const accepts = model.accepts.get(rental.item.lister) ?? 'nobody'
  const hasCompleted = model.rentals.some(
    ({ renter, state, isLost }) => renter === rental.renter && state === 'completed' && !isLost,
  )
  return accepts === 'nobody' || (accepts === 'returning' && !hasCompleted) ? null : accepts
}

export function isAcceptedAtOnce(model: Model, rental: Rental): boolean {
  return rental.handover !== 'ask' && acceptsOf(model, rental) !== null
}

type Start = Pick<
  Rental,
  | 'id'
  | 'renter'
  | 'item'
  | 'deposit'
  | 'depositCents'
  | 'where'
  | 'handover'
  | 'start'
  | 'end'
  | 'answerBy'
  | 'centsPerCredit'
  | 'createdAt'
>

export function newRental(rental: Start): Rental {
  const { advanceBooking, turnaroundDays, fitReturns } = rental.item
  return {
    ...rental,
    exclusive: !advanceBooking,
    turnaroundDays,
    fitReturns,
    state: 'pending',
    proposed: null,
    isLost: false,
    returnedAt: 0,
    completedAt: null,
    returnedOn: null,
    wasLate: false,
    deliveredAt: null,
    deliveredByRenter: false,
    reports: [],
    sentBackAt: null,
    atRisk: null,
    cancellation: null,
    goodwillAt: null,
    swappedFor: null,
    periodRemoved: false,
    mayReopen: false,
    noShowAt: null,
    requestedAt: null,
    withheld: 0,
    withheldAt: 0,
    withheldBy: null,
    isReleased: false,
    finalAt: null,
    appeal: null,
    returnRequest: null,
    spent: [],
  }
}

/** The credits that the renter spent on a rental and its extensions, without dates to answer. */
export function paidFor({ spent, proposed }: Rental): number {
  return spent.reduce((sum, { amount }) => sum + amount, -(proposed?.credits ?? 0))
}

/** The same without goodwill for a swap, which is not restored. */
export function ownCredits({ spent, proposed }: Rental): number {
  const paid = spent.reduce((sum, { lot, amount }) => sum + (lot.isForSwap ? 0 : amount), 0)
  return paid - (proposed?.credits ?? 0)
}

/** What stays paid when the renter does not come. */
export const firstWeek = ({ item }: Rental) => costOf(item, 7)

/** Returns what the command should. */
export function cancel(model: Model, rental: Rental, by: 'renter' | 'admin'): string {
  if (rental.state === 'cancelled') return 'done'
  if (rental.state !== 'pending' && rental.state !== 'confirmed') return 'too-late'
  const isOver = isAnswerOver(model, rental)
  const isFree = rental.atRisk !== null || isOver
  if (by === 'renter' && isOver) count(model, 'canceled by renter after the answer time')
  if (by === 'renter') count(model, isFree ? 'canceled free of charge' : 'canceled by renter')
  undo(model, rental, by === 'renter' ? 'by_shopper' : 'by_owner')
  return 'done'
}

/** Ends a rental that does not take place: restores its credits and frees its days. */
export function undo(model: Model, rental: Rental, why: Cancellation): void {
  dropProposal(model, rental)
  rental.state = 'cancelled'
  rental.cancellation = why
  restore(model, rental)
  free(model, rental, 'a cancellation')
}

export function complete(model: Model, rental: Rental): void {
  rental.state = 'completed'
  rental.completedAt = model.now
  const creditsBack = rental.returnRequest?.creditsBack ?? 0
  earn(model, rental, paidFor(rental) - creditsBack)
  if (creditsBack > 0) count(model, 'earned without credits given back')
  free(model, rental, 'a review')
}

export function free(model: Model, rental: Rental, after: string): void {
  resolveDeposit(model, rental.deposit)
  offerFreed(model, rental.item, after)
}

export function requestRefundOfDeposit(model: Model, owner: PersonId): string {
  const deposit = liveDeposit(model, owner)
  if (!deposit) {
    const isUnderWay = model.refunds.some(
      (refund) => refund.deposit?.owner === owner && refund.status === 'pending',
    )
    return isUnderWay ? 'done' : 'no-deposit'
  }
  if (deposit.frozen) return 'deposit-disputed'
  if (openRentals(model, deposit) > 0) return 'rentals-open'
  const isUnderWay = model.refunds.some(
    (one) => one.deposit === deposit && one.status === 'pending',
  )
  if (isUnderWay) return 'refund-under-way'
  refundInFull(model, deposit)
  return 'done'
}

export function claim(model: Model, code: Code, friend: PersonId): string {
  if (code.buyer === friend) return 'own-code'
  if (code.claimed || code.revoked) return 'code-unknown'
  if (code.expiresAt <= model.now) return 'code-expired'
  if (code.frozen) return 'code-unknown'
  code.claimed = true
  const { expiresAt, payment } = code
  mint(model, { owner: friend, source: 'gift_claim', expiresAt, payment }, 50)
  return 'done'
}
