import { isAnswerOver } from './answer-times.ts'
import { dayAfter, isBlocked, isHeldByAnother, openOffersOf } from './calendar.ts'
import { isBarred, liveDeposit } from './deposits.ts'
import { spend } from './lots.ts'
import { isBlocked as isPersonBlocked } from './messages.ts'
import { costOf, paidFor, whyNotSpend } from './rentals.ts'
import { isReturnRequested } from './return-requests.ts'
import { count, type Model, type Rental } from './state.ts'
import { acceptOffer, offerFreed } from './waitlist.ts'

const MAX_DAYS = 84

/** The renter extends the rental to `end` if possible. Returns what the command should. */
export function extend(
  model: Model,
  rental: Rental,
  { end, days }: { readonly end: string; readonly days: number },
  today: string,
): string {
  const closed = isAnswerOver(model, rental) ? 'too-late' : whyClosed(rental, today)
  if (closed) return closed
  if (rental.proposed) return 'dates-proposed'
  if (isReturnRequested(rental)) return 'return-requested'
  if (end < rental.end) return 'end-invalid'
  if (days > MAX_DAYS) return 'dates-too-long'
  if (end === rental.end) return 'done'
  const deposit = liveDeposit(model, rental.renter)
  if (!deposit) return 'deposit-missing'
  if (isBarred(deposit)) return 'deposit-barred'
  if (rental.item.paused) return 'item-paused'
  if (isPersonBlocked(model, rental.renter, rental.item.lister)) return 'item-paused'
  if (isBlocked(model, rental.item, { start: dayAfter(rental.end, 1), end })) return 'dates-taken'
  const more = costOf(rental.item, days) - paidFor(rental)
  const short = more > 0 ? whyNotSpend(model, rental.renter, more) : null
  if (short) return short
  const held = { start: rental.start, end: dayAfter(end, rental.turnaroundDays) }
  const { item, renter, turnaroundDays } = rental
  const toOthers = openOffersOf(model, item).filter(({ shopper }) => shopper !== renter)
  if (isHeldByAnother(model, rental, held, toOthers)) return 'dates-taken'
  spend(model, rental, more)
  const dates = { start: dayAfter(rental.end, 1), end }
  const isAccepted = acceptOffer(model, { shopper: renter, item, dates }, turnaroundDays)
  rental.end = end
  if (isAccepted) count(model, 'offer accepted by an extension')
  if (isAccepted) offerFreed(model, item, 'an offer accepted')
  return 'done'
}

function whyClosed({ state, end, sentBackAt }: Rental, today: string): string | null {
  if ((state === 'out' || state === 'late') && sentBackAt !== null) return 'too-late'
  if (state === 'pending') return end < today ? 'too-late' : null
  if (state === 'late') return 'last-day-passed'
  if (state !== 'confirmed' && state !== 'out') return 'too-late'
  return end < today ? 'last-day-passed' : null
}
