import {
  daysHeldBy,
  isAvailable,
  isHeldByAnother,
  isLive,
  isOut,
  isOutElsewhere,
  openOffersOf,
  rentalsOf,
} from './calendar.ts'
import { canSecureRental, coverLosses, resolveDeposit } from './deposits.ts'
import { takeBack } from './earnings.ts'
import { resume } from './lending.ts'
import { mintForSwap, restorePart, spend } from './lots.ts'
import { dropProposal } from './proposals.ts'
import { firstWeek, ownCredits, paidFor, whyNotSpend } from './rentals.ts'
import { isReturnRequested } from './return-requests.ts'
import { count, type Item, type Model, type Rental } from './state.ts'
import { offerFreed } from './waitlist.ts'

/** An admin undoes the last step. Returns what the command should. */
export function correct(model: Model, rental: Rental): string {
  const answer = undoLast(model, rental)
  if (answer === 'done') offerFreed(model, rental.item, 'a correction')
  return answer
}

function undoLast(model: Model, rental: Rental): string {
  if (isOut(rental) && rental.sentBackAt !== null) {
    rental.sentBackAt = null
    return 'done'
  }
  switch (rental.state) {
    case 'pending':
      return 'undo-too-late'
    case 'confirmed':
      if (rental.answerBy <= model.now) return 'undo-too-late'
      dropProposal(model, rental)
      rental.state = 'pending'
      return 'done'
    case 'out':
      if (isReturnRequested(rental)) return 'return-requested'
      rental.state = 'confirmed'
      rental.deliveredAt = null
      rental.deliveredByRenter = false
      rental.requestedAt = null
      return 'done'
    case 'late':
      rental.state = 'out'
      rental.wasLate = false
      return 'done'
    case 'back':
      if ((rental.returnRequest?.creditsBack ?? 0) > 0) return 'credits-restored'
      if (isOutElsewhere(model, rental)) return 'item-not-free'
      rental.returnedOn = null
      rental.state = rental.wasLate ? 'late' : 'out'
      return 'done'
    case 'cancelled':
      return rental.mayReopen ? reopen(model, rental) : 'undo-too-late'
    case 'completed':
      return rental.isLost ? undoLost(model, rental) : undoReview(model, rental)
  }
}

function reopen(model: Model, rental: Rental): string {
  if (rental.swappedFor) return 'undo-too-late'
  if (!canRebook(model, rental.item)) return 'item-not-free'
  if (!canSecureRental(rental.deposit)) return 'deposit-gone'
  if (rental.cancellation === 'no_show' && isReturnRequested(rental)) return 'return-requested'
  const [cost, own] = [paidFor(rental), ownCredits(rental)]
  const lots = model.lots.map((lot) => ({ lot, before: { ...lot } }))
  if (rental.cancellation === 'no_show')
    restorePart(model, rental, firstWeek(rental), cost - firstWeek(rental))
  const refused =
    whyNotSpend(model, rental.renter, own) ?? (isTaken(model, rental) ? 'item-not-free' : null)
  if (refused) {
    for (const { lot, before } of lots) Object.assign(lot, before)
    return refused
  }
  if (rental.cancellation === 'no_show') {
    takeBack(model, rental)
    count(model, 'a renter did come after all')
  }
  rental.spent.length = 0
  // As before, the renter pays no more than for the original rental.
  mintForSwap(model, rental.renter, cost - own)
  if (cost > own) count(model, 'reopened with goodwill for a swap')
  spend(model, rental, cost)
  rental.state = 'confirmed'
  rental.cancellation = null
  rental.mayReopen = false
  rental.noShowAt = null
  rental.requestedAt = null
  return 'done'
}

function undoReview(model: Model, rental: Rental, isElsewhere = () => false): string {
  if (!canRebook(model, rental.item)) return 'item-not-free'
  if (!canSecureRental(rental.deposit)) return 'deposit-gone'
  if (rental.appeal) return 'appealed'
  if (rental.withheld > 0 && isOver(rental)) return 'deposit-gone'
  if (isTaken(model, rental) || isElsewhere()) return 'item-not-free'
  rental.deposit.withheld -= rental.withheld
  rental.withheld = 0
  coverLosses(model, rental.deposit)
  takeBack(model, rental)
  rental.state = 'back'
  rental.completedAt = null
  rental.periodRemoved = false
  // The week to review it starts again.
  rental.returnedAt = model.now
  return 'done'
}

/** The item is with its renter after all, and late. */
function undoLost(model: Model, rental: Rental): string {
  const answer = undoReview(model, rental, () => isOutElsewhere(model, rental))
  if (answer !== 'done') return answer
  rental.isLost = false
  rental.state = 'late'
  resume(model, rental.item)
  return 'done'
}

/** A lost item has turned up: it is reviewed as long as what was withheld can be corrected. */
export function turnUp(model: Model, rental: Rental, today: string): void {
  const isHeld = rentalsOf(model, rental.item).some((other) => isLive(other))
  const isReopened = !isHeld && undoReview(model, rental) === 'done'
  count(model, isReopened ? 'turned up: reviewed' : 'turned up: only recorded')
  rental.isLost = false
  rental.returnedAt = model.now
  rental.returnedOn = today
  rental.periodRemoved = false
  resume(model, rental.item)
}

const isOver = ({ isReleased, finalAt }: Rental) => isReleased || finalAt !== null

/** Whether the item is listed and available, without an open offer that holds all its days. */
function canRebook(model: Model, item: Item): boolean {
  if (item.retired || !isAvailable(model, item)) return false
  return item.advanceBooking || openOffersOf(model, item).length === 0
}

/** Whether the rental, if live again, would overlap another or be a second exclusive one. */
function isTaken(model: Model, rental: Rental): boolean {
  const days = daysHeldBy({ ...rental, state: 'confirmed' })
  if (days && isHeldByAnother(model, rental, days)) return true
  const others = rentalsOf(model, rental.item).filter((other) => other !== rental && isLive(other))
  return rental.exclusive && others.some(({ exclusive }) => exclusive)
}

/** An admin reduces the withheld amount. Returns what the command should. */
export function reduce(model: Model, rental: Rental, cents: number): string {
  if (rental.withheld === 0) return 'rental-not-found'
  if (cents >= rental.withheld) return 'amount-invalid'
  if (!canSecureRental(rental.deposit)) return 'deposit-gone'
  if (rental.appeal) return 'appealed'
  if (isOver(rental)) return 'deposit-gone'
  rental.deposit.withheld -= rental.withheld - cents
  rental.withheld = cents
  resolveDeposit(model, rental.deposit)
  return 'done'
}
