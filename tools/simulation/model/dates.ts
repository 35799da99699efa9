import type { PersonId } from '#db/ids.ts'
import { answerBy, isAnswerOver } from './answer-times.ts'
import {
  type Days,
  dayAfter,
  daysOf,
  isBlocked,
  isHeldByAnother,
  isHeldUp,
  openOffersOf,
} from './calendar.ts'
import { isBarred, liveDeposit } from './deposits.ts'
import { restoreDifference, spend } from './lots.ts'
import { isBlocked as isPersonBlocked } from './messages.ts'
import { dropProposal } from './proposals.ts'
import { costOf, isAcceptedAtOnce, paidFor, whyNotSpend } from './rentals.ts'
import { count, type Model, type Rental } from './state.ts'
import { acceptOffer, offerFreed } from './waitlist.ts'

/** The renter wants other dates. Returns what the command should. */
export function changeDates(model: Model, rental: Rental, dates: Days, today: string): string {
  if (!mayChange(model, rental, today)) return 'too-late'
  if (dates.start < today) return 'dates-past'
  if (dates.start === rental.start && dates.end === rental.end) return 'done'
  const lots = model.lots.map((lot) => ({ lot, before: { ...lot } }))
  const [spent, proposed] = [[...rental.spent], rental.proposed]
  const isReplaced = dropProposal(model, rental)
  const refused = whyNot(model, rental, dates, today)
  if (refused) {
    for (const { lot, before } of lots) Object.assign(lot, before)
    rental.spent.splice(0, rental.spent.length, ...spent)
    rental.proposed = proposed
    return refused
  }
  const { item, renter: shopper, turnaroundDays } = rental
  const accepted = added(rental, dates).map((days) =>
    acceptOffer(model, { shopper, item, dates: days }, turnaroundDays),
  )
  const more = Math.max(0, costOf(item, daysOf(dates)) - paidFor(rental))
  spend(model, rental, more)
  if (rental.state === 'pending' || isAcceptedAtOnce(model, rental)) {
    count(model, `dates moved at once: ${rental.state}`)
    if (rental.state === 'pending') rental.answerBy = answerBy(model, dates.start)
    move(model, rental, dates)
  } else {
    count(model, isReplaced ? 'other dates asked for again' : 'other dates asked for')
    const first = dates.start < rental.start ? dates.start : rental.start
    rental.proposed = { ...dates, credits: more, answerBy: answerBy(model, first) }
  }
  if (isReplaced || accepted.includes(true)) offerFreed(model, item, 'other dates')
  return 'done'
}

function mayChange(model: Model, rental: Rental, today: string): boolean {
  const isOpen = rental.state === 'pending' || rental.state === 'confirmed'
  return isOpen && rental.end >= today && !isAnswerOver(model, rental)
}

/** The days that the rental does not have yet. */
function added({ start, end }: Days, dates: Days): Days[] {
  if (dates.end < start || dates.start > end) return [dates]
  return [
    ...(dates.start < start ? [{ start: dates.start, end: dayAfter(start, -1) }] : []),
    ...(dates.end > end ? [{ start: dayAfter(end, 1), end: dates.end }] : []),
  ]
}

function whyNot(model: Model, rental: Rental, dates: Days, today: string): string | null {
  const { item, renter, turnaroundDays } = rental
  const toOthers = openOffersOf(model, item).filter(({ shopper }) => shopper !== renter)
  const days = added(rental, dates)
  if (days.length > 0) {
    const deposit = liveDeposit(model, renter)
    if (!deposit) return 'deposit-missing'
    if (isBarred(deposit)) return 'deposit-barred'
    if (item.paused || isPersonBlocked(model, renter, item.lister)) return 'item-paused'
    if (!item.advanceBooking && toOthers.length > 0) return 'dates-taken'
  }
  const isTaken = ({ start, end }: Days) =>
    isBlocked(model, item, { start, end }) ||
    isHeldUp(model, item, start, today) ||
    isHeldByAnother(model, rental, { start, end: dayAfter(end, turnaroundDays) }, toOthers)
  if (days.some(isTaken)) return 'dates-taken'
  const more = costOf(item, daysOf(dates)) - paidFor(rental)
  const short = more > 0 ? whyNotSpend(model, renter, more) : null
  if (short) return short
  const held = { start: dates.start, end: dayAfter(dates.end, turnaroundDays) }
  return isHeldByAnother(model, rental, held, toOthers) ? 'dates-taken' : null
}

/** What was decided about the days before counts no more. */
function move(model: Model, rental: Rental, dates: Days): void {
  rental.proposed = null
  rental.start = dates.start
  rental.end = dates.end
  rental.atRisk = null
  rental.requestedAt = null
  const less = paidFor(rental) - costOf(rental.item, daysOf(dates))
  if (less > 0) {
    restoreDifference(model, rental, less)
    count(model, 'credits back for fewer weeks')
  }
  offerFreed(model, rental.item, 'other dates')
}

/** The closet or an admin answers the proposal that they have read. */
export function answerDates(
  model: Model,
  rental: Rental,
  answer: 'accept dates' | 'keep dates',
  isCurrent: boolean,
): string {
  const { proposed } = rental
  if (!proposed || !isCurrent) return 'nothing-proposed'
  if (proposed.answerBy <= model.now) return 'answer-over'
  if (answer === 'accept dates') move(model, rental, proposed)
  else keep(model, rental)
  return 'done'
}

/** The renter no longer wants other dates. */
export function withdrawDates(model: Model, rental: Rental, renter: PersonId): string {
  if (rental.renter !== renter) return 'rental-not-found'
  if (rental.proposed) keep(model, rental)
  return 'done'
}

function keep(model: Model, rental: Rental): void {
  dropProposal(model, rental)
  offerFreed(model, rental.item, 'other dates')
}

/** The job that ends proposals which nobody answered in time. */
export function expireProposals(model: Model): void {
  const timeOf = ({ proposed }: Rental) => proposed?.answerBy ?? Number.POSITIVE_INFINITY
  const due = model.rentals
    .filter((rental) => timeOf(rental) <= model.now)
    .toSorted((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))
  for (const rental of due) {
    keep(model, rental)
    count(model, 'other dates not answered in time')
  }
}
