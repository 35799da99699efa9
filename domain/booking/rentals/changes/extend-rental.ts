import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { FreshId, RentalId } from '#db/ids.ts'
import { areDaysTaken } from '#domain/booking/calendar/calendar.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import {
  type AddedDaysProblem,
  takeOwnDays,
  whyNotAdded,
} from '#domain/booking/rentals/records/added-days.ts'
import { isReturnRequested } from '#domain/booking/rentals/records/give-credits-back.ts'
import {
  type LockedRental,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import { type Quote, quote } from '#domain/booking/rentals/stage/quote.ts'
import {
  isIn,
  mayMove,
  type RentalStage,
  stageOf,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import {
  extensionKey,
  hasOperation,
  type SpendProblem,
  spend,
} from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  addDays,
  type CalendarDate,
  parseCalendarDate,
  totalDaysOf,
} from '#domain/shared/time/calendar-date.ts'
import { MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'

export type Extension = {
  readonly rentalId: RentalId
  /** The new last day, as submitted: 'YYYY-MM-DD', validated here. */
  readonly end: unknown
  /** Single-use key of the form: it is charged once, however often the form is posted. */
  readonly requestKey: FreshId
  /** The base address of links in its emails. */
  readonly origin: string
}

export type ExtendProblem =
  | { readonly reason: 'rental-not-found' }
  /** It ended, was returned, or was not answered in time. */
  | { readonly reason: 'too-late' }
  /** Its last day has passed: an extension would hide that it is late. */
  | { readonly reason: 'last-day-passed' }
  /** It has a return request that was neither refused nor withdrawn. */
  | { readonly reason: 'return-requested' }
  | NewEndProblem
  /** Its closet has not answered other dates yet. */
  | { readonly reason: 'dates-proposed' }
  | AddedDaysProblem
  | SpendProblem

export type NewEndProblem =
  | { readonly reason: 'end-invalid'; readonly lastDay: CalendarDate }
  | { readonly reason: 'dates-too-long'; readonly maxDays: number }

/** The new last day of the rental, and what extending it cost, in credits. */
export type Extended = { readonly end: CalendarDate; readonly credits: number }

type Answer = Outcome<Extended, ExtendProblem>

/**
 * The renter keeps an item until `end` and pays the difference in price, which is often nothing,
 * since rentals are paid by the week. Possible through the last day, as long as the added days and
 * the turnaround after them are free. Repeating the same `end` or the same key has no effect.
 */
export async function extendRental(
  db: Db,
  shopper: Shopper,
  on: Extension,
  now: Date,
  today: CalendarDate,
): Promise<Answer> {
  try {
    return await inTransactionOrRollback(db, async (tx, rollBack) => {
      const rental = await lockRental(tx, on.rentalId)
      if (!rental || moverOf(shopper, rental) !== 'renter')
        return refused({ reason: 'rental-not-found' })
      const life = { rentalId: rental.id, reopened: rental.reopened }
      const key = extensionKey(life, on.requestKey)
      if (await hasOperation(tx, [key])) return done({ end: rental.end_date, credits: 0 })
      if (isAnswerOver(rental, now)) return refused({ reason: 'too-late' })
      if (!mayMove('extend', 'renter', rental, today))
        return refused({ reason: closedReason(stageOf(rental, today)) })
      if (rental.proposed_at) return refused({ reason: 'dates-proposed' })
      if (await isReturnRequested(tx, rental.id)) return refused({ reason: 'return-requested' })
      const { start_date: start, end_date: lastDay, credits_per_day: creditsPerDay } = rental
      const extended = readNewEnd({ start, lastDay, creditsPerDay }, on.end)
      if ('reason' in extended) return refused(extended)
      const { end, totalDays, totalCredits } = extended
      if (end === lastDay) return done({ end, credits: 0 })
      const days = [{ start: addDays(lastDay, 1), end }]
      const problem = await whyNotAdded(tx, shopper, rental, days)
      if (problem) return refused(problem)
      const credits = totalCredits - rental.total_credits
      const operation = { userId: shopper.id, rentalId: rental.id, amount: credits, key }
      const spent = await spend(tx, operation, now)
      if (!spent.ok) return rollBack(refused(spent.problem))
      const isTaken = await takeOwnDays(tx, shopper, rental, days, now)
      const changes = { end_date: end, total_days: totalDays, total_credits: totalCredits }
      await tx
        .updateTable('rentals')
        .set({ ...changes, return_reminded_at: null })
        .where('id', '=', rental.id)
        .execute()
      await record(tx, shopper, rental, changes, now)
      await announce(tx, on, 'extend', 'renter', now, end)
      if (isTaken) await offerFreedPeriod(tx, rental.item_id, now)
      return done({ end, credits })
    })
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken' })
    throw error
  }
}

/** Checks only the new last day itself; the current one is accepted and changes nothing. */
export function readNewEnd(
  rental: {
    readonly start: CalendarDate
    readonly lastDay: CalendarDate
    readonly creditsPerDay: number
  },
  submitted: unknown,
): (Quote & { readonly end: CalendarDate }) | NewEndProblem {
  const { start, lastDay, creditsPerDay } = rental
  const end = parseCalendarDate(submitted)
  if (!end || end < lastDay) return { reason: 'end-invalid', lastDay }
  const totalDays = totalDaysOf(start, end)
  if (totalDays > MAX_RENTAL_DAYS) return { reason: 'dates-too-long', maxDays: MAX_RENTAL_DAYS }
  return { end, ...quote(creditsPerDay, totalDays) }
}

function closedReason(stage: RentalStage): 'last-day-passed' | 'too-late' {
  return stage === 'undelivered' || isIn(stage, 'withRenter') ? 'last-day-passed' : 'too-late'
}

async function record(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  after: Readonly<Record<'end_date' | 'total_days' | 'total_credits', unknown>>,
  now: Date,
): Promise<void> {
  const { end_date, total_days, total_credits } = rental
  const before = { end_date, total_days, total_credits }
  const act = { action: 'extend', noun: 'rental', nounId: rental.id, before, after }
  await recordAction(tx, shopper, act, now)
}
