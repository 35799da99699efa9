import type { RentalId } from '#db/ids.ts'
import { answerBy, isAnswerOver } from './answer-times.ts'
import { type Days, daysOf, isAvailable, isFree } from './calendar.ts'
import { heldCents, isBarred, liveDeposit } from './deposits.ts'
import { rateAfterSwap } from './earnings.ts'
import { countHandover, handoverOfSwap } from './handovers.ts'
import { mintForSwap, restore, spend } from './lots.ts'
import { isBlocked } from './messages.ts'
import { dropProposal } from './proposals.ts'
import {
  acceptAtOnce,
  costOf,
  free,
  isTrusted,
  newRental,
  ownCredits,
  paidFor,
  whyNotSpend,
} from './rentals.ts'
import { count, type Item, type Model, type Rental } from './state.ts'
import { acceptOffer, offerFreed } from './waitlist.ts'

const CHOICES = 6
const MAX_GOODWILL = 60
const YEAR_MS = 365 * 24 * 3_600_000

/** How its renter was let down and can still take another item; null if not. */
export function letDownOf(model: Model, rental: Rental, today: string): string | null {
  const { state, start, end, cancellation, returnRequest, atRisk } = rental
  if (rental.swappedFor || end < today || isAnswerOver(model, rental)) return null
  const isBack = state === 'back' || state === 'completed'
  if (isBack && returnRequest?.status === 'accepted' && returnRequest.reason === 'not_as_described')
    return 'not-as-described'
  if (rental.noShowAt !== null && returnRequest?.status === 'accepted') return 'no-show-overturned'
  if (cancellation)
    return ['by_shopper', 'swapped', 'no_show'].includes(cancellation) ? null : 'canceled'
  if (state !== 'pending' && state !== 'confirmed') return null
  if (atRisk) return 'at-risk'
  return state === 'confirmed' && start < today ? 'not-delivered' : null
}

/** The days that are left of it. */
function daysLeft({ start, end }: Rental, today: string): Days {
  return { start: start < today ? today : start, end }
}

/** Goodwill for swaps that its renter can still get this year. */
function goodwillLeft(model: Model, rental: Rental): number {
  const used = model.rentals
    .filter((one) => one !== rental && one.renter === rental.renter && one.state !== 'cancelled')
    .filter((one) => one.createdAt > model.now - YEAR_MS)
    .reduce((sum, one) => sum + paidFor(one) - ownCredits(one), 0)
  return Math.max(0, MAX_GOODWILL - used)
}

/** The items that can replace another, wherever they are, in the order in which they are offered. */
function allChoices(model: Model, rental: Rental, today: string): Item[] {
  const { item: old } = rental
  const days = daysLeft(rental, today)
  const paid = ownCredits(rental)
  const maxCredits = Math.min(1.5 * paid, paid + goodwillLeft(model, rental))
  const distance = (item: Item) => Math.abs(item.creditsPerDay - old.creditsPerDay)
  const isAlike = ({ category, style }: Item) =>
    old.category === null ? style === old.style : category === old.category
  return model.items
    .filter(
      (item) =>
        item !== old &&
        item.size === old.size &&
        isAlike(item) &&
        !item.paused &&
        !item.retired &&
        !isBlocked(model, rental.renter, item.lister) &&
        isTrusted(model, rental.renter, item) &&
        isAvailable(model, item) &&
        costOf(item, daysOf(days)) <= maxCredits &&
        isFree(model, item, days, today, rental.renter),
    )
    .toSorted((a, b) => distance(a) - distance(b) || b.listedAt - a.listedAt)
}

export function choices(model: Model, rental: Rental, today: string): Item[] {
  if (!letDownOf(model, rental, today)) return []
  return allChoices(model, rental, today)
    .filter((item) => 'handover' in handoverOfSwap(item, rental.where))
    .slice(0, CHOICES)
}

const isComing = ({ state }: Rental) => state === 'pending' || state === 'confirmed'

export function whyNotSwap(model: Model, rental: Rental, item: Item, today: string): string {
  if (!letDownOf(model, rental, today)) return 'not-let-down'
  if (!allChoices(model, rental, today).includes(item)) return 'dates-taken'
  const how = handoverOfSwap(item, rental.where)
  if ('refusal' in how) return how.refusal
  const deposit = isComing(rental) ? rental.deposit : liveDeposit(model, rental.renter)
  if (!deposit || (!isComing(rental) && isBarred(deposit))) return 'deposit-missing'
  const before = model.lots.map((lot) => ({ ...lot }))
  const cost = costOf(item, daysOf(daysLeft(rental, today)))
  restoreAndAdd(model, rental, cost)
  const problem = whyNotSpend(model, rental.renter, cost)
  model.lots.length = before.length
  before.forEach((lot, place) => {
    Object.assign(model.lots[place] ?? {}, lot)
  })
  return problem ?? 'done'
}

/** Restores the credits of a live rental and adds goodwill for a higher price; returns it. */
function restoreAndAdd(model: Model, rental: Rental, cost: number): number {
  if (isComing(rental)) restore(model, rental)
  const more = cost - ownCredits(rental)
  mintForSwap(model, rental.renter, more)
  return more
}

/** Takes this item in place of the rental. */
export function swap(
  model: Model,
  rental: Rental,
  item: Item,
  { id, today }: { readonly id: RentalId; readonly today: string },
): void {
  const days = daysLeft(rental, today)
  const cost = costOf(item, daysOf(days))
  const isLive = isComing(rental)
  count(model, `swapped: ${letDownOf(model, rental, today)}`)
  dropProposal(model, rental)
  const more = restoreAndAdd(model, rental, cost)
  const { renter, where } = rental
  const how = handoverOfSwap(item, where)
  if ('refusal' in how) throw new Error('swapped without a way to the renter')
  const { handover } = how
  countHandover(model, 'swapped', handover)
  const deposit = isLive ? rental.deposit : liveDeposit(model, renter)
  if (!deposit) throw new Error('swapped without a deposit')
  const depositCents = isLive ? rental.depositCents : heldCents(deposit)
  const isAccepted = acceptOffer(model, { shopper: renter, item, dates: days })
  const centsPerCredit = rateAfterSwap(model, rental, item)
  const createdAt = model.now
  const other = newRental({
    ...{
      id,
      renter,
      item,
      deposit,
      depositCents,
      where,
      handover,
      ...days,
      centsPerCredit,
      createdAt,
    },
    answerBy: answerBy(model, days.start),
  })
  acceptAtOnce(model, other)
  model.rentals.push(other)
  spend(model, other, cost)
  rental.swappedFor = other
  count(model, `swapped for ${more > 0 ? 'a dearer' : more < 0 ? 'a cheaper' : 'an equal'} one`)
  if (isAccepted) count(model, 'offer accepted by a swap')
  if (isAccepted) offerFreed(model, item, 'an offer accepted')
  if (!isLive) return
  rental.state = 'cancelled'
  rental.cancellation = 'swapped'
  free(model, rental, 'a swap')
}
