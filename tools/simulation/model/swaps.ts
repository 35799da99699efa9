import type { RentalId } from '#db/ids.ts'
import { answerBy, isAnswerOver } from './answer-times.ts'
import { daysOf, isAvailable, isFree } from './calendar.ts'
import { rateAfterSwap } from './earnings.ts'
import { countHandover, handoverOfSwap } from './handovers.ts'
import { mintForSwap, restore, spend } from './lots.ts'
import { isBlocked } from './messages.ts'
import { costOf, free, isTrusted, newRental, ownCredits, whyNotSpend } from './rentals.ts'
import { count, type Item, type Model, type Rental } from './state.ts'
import { acceptOffer, offerFreed } from './waitlist.ts'

const CHOICES = 6

/** The items that can replace a late one, wherever they are, in the order in which they are offered. */
function allChoices(model: Model, rental: Rental, today: string): Item[] {
  const { item: old } = rental
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
        costOf(item, daysOf(rental)) <= 1.5 * ownCredits(rental) &&
        rental.start >= today &&
        isFree(model, item, rental, today, rental.renter),
    )
    .toSorted((a, b) => distance(a) - distance(b) || b.listedAt - a.listedAt)
}

export function choices(model: Model, rental: Rental, today: string): Item[] {
  return allChoices(model, rental, today)
    .filter((item) => 'handover' in handoverOfSwap(item, rental.where))
    .slice(0, CHOICES)
}

export function whyNotSwap(model: Model, rental: Rental, item: Item, today: string): string {
  const { state, end } = rental
  const isOpen = (state === 'pending' || state === 'confirmed') && end >= today
  if (!rental.atRisk || !isOpen || isAnswerOver(model, rental)) return 'not-at-risk'
  if (!allChoices(model, rental, today).includes(item)) return 'dates-taken'
  const how = handoverOfSwap(item, rental.where)
  if ('refusal' in how) return how.refusal
  const before = model.lots.map((lot) => ({ ...lot }))
  restoreAndAdd(model, rental, item)
  const problem = whyNotSpend(model, rental.renter, costOf(item, daysOf(rental)))
  model.lots.length = before.length
  before.forEach((lot, place) => {
    Object.assign(model.lots[place] ?? {}, lot)
  })
  return problem ?? 'done'
}

/** Restores the credits of the old rental and adds goodwill for a higher price; returns it. */
function restoreAndAdd(model: Model, rental: Rental, item: Item): number {
  restore(model, rental, 'other')
  const more = costOf(item, daysOf(rental)) - ownCredits(rental)
  mintForSwap(model, rental.renter, more)
  return more
}

/** Swaps the rental for this item. */
export function swap(model: Model, rental: Rental, item: Item, id: RentalId): void {
  const more = restoreAndAdd(model, rental, item)
  const { renter, deposit, start, end, where } = rental
  const how = handoverOfSwap(item, where)
  if ('refusal' in how) throw new Error('swapped without a way to the renter')
  const { handover } = how
  countHandover(model, 'swapped', handover)
  const isAccepted = acceptOffer(model, { shopper: renter, item, dates: rental })
  const centsPerCredit = rateAfterSwap(model, rental, item)
  const other = newRental({
    ...{ id, renter, item, deposit, where, handover, start, end, centsPerCredit },
    answerBy: answerBy(model, start),
  })
  model.rentals.push(other)
  spend(model, other, costOf(item, daysOf(rental)))
  rental.state = 'cancelled'
  rental.cancellation = 'swapped'
  rental.swappedFor = other
  count(model, `swapped for ${more > 0 ? 'a dearer' : more < 0 ? 'a cheaper' : 'an equal'} one`)
  if (isAccepted) count(model, 'offer accepted by a swap')
  if (isAccepted) offerFreed(model, item, 'an offer accepted')
  free(model, rental, 'a swap')
}
