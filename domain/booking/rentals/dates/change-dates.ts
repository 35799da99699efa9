import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { FreshId, RentalId } from '#db/ids.ts'
import { areDaysTaken, type DateRange, rentableOn } from '#domain/booking/calendar/calendar.ts'
import { isAcceptedAtOnce } from '#domain/booking/rentals/changes/accept-automatically.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import {
  type AddedDaysProblem,
  takeOwnDays,
  whyNotAdded,
} from '#domain/booking/rentals/records/added-days.ts'
import { dropProposal, NO_PROPOSAL } from '#domain/booking/rentals/records/proposal.ts'
import {
  type LockedRental,
  lockItem,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { answerTime, isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  type DatesProblem,
  type Quote,
  quote,
  type RentalDates,
  readDates,
} from '#domain/booking/rentals/stage/quote.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import {
  datesChangedKey,
  datesCostKey,
  hasOperation,
  restoreDifference,
  type SpendProblem,
  spend,
} from '#domain/money/credits/credits.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { daysAdded } from './quote-dates.ts'

export type DateChange = {
  readonly rentalId: RentalId
  /** As submitted: 'YYYY-MM-DD', validated here. */
  readonly start: unknown
  readonly end: unknown
  /** Single-use key of the form: it is charged once, however often the form is posted. */
  readonly requestKey: FreshId
  /** The base address of links in its emails. */
  readonly origin: string
}

export type DateChangeProblem =
  | { readonly reason: 'rental-not-found' }
  /** It was delivered, ended, or was not answered in time. */
  | { readonly reason: 'too-late' }
  /** This form was carried out, and the dates have changed or were answered since. */
  | { readonly reason: 'sent-before' }
  | DatesProblem
  | AddedDaysProblem
  | SpendProblem

export type DatesChanged = {
  /** Until when the closet can accept them; null when the rental has them already. */
  readonly answerBy: Date | null
}

/**
 * The renter moves the first and the last day of a rental that was not delivered (spec 5.14). A
 * request moves at once, with a new answer time; so does a rental that its closet would accept
 * automatically. Of another confirmed rental the closet is asked, and until it answers both the old
 * and the new days are booked. More weeks are spent now, fewer are returned once the rental moves.
 * Repeating the dates of the rental or the same key has no effect.
 */
export async function changeDates(
  db: Db,
  shopper: Shopper,
  on: DateChange,
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<Outcome<DatesChanged, DateChangeProblem>> {
  try {
    return await inTransactionOrRollback(db, async (tx, rollBack) => {
      const rental = await lockRental(tx, on.rentalId)
      if (!rental || moverOf(shopper, rental) !== 'renter')
        return refused({ reason: 'rental-not-found' })
      if (rental.proposal_key === on.requestKey)
        return done({ answerBy: rental.proposal_answer_by })
      if (isAnswerOver(rental, now) || !mayMove('change-dates', 'renter', rental, today))
        return refused({ reason: 'too-late' })
      const dates = readDates(on, today)
      if ('reason' in dates) return refused(dates)
      if (dates.start === rental.start_date && dates.end === rental.end_date)
        return done({ answerBy: rental.proposal_answer_by })
      const life = { rentalId: rental.id, reopened: rental.reopened }
      const key = datesCostKey(life, on.requestKey)
      if (await hasOperation(tx, [key, datesChangedKey(life, on.requestKey)]))
        return refused({ reason: 'sent-before' })
      // Another proposal takes the place of the one before.
      const isReplaced = await dropProposal(tx, rental, now)
      const added = daysAdded(dates, { start: rental.start_date, end: rental.end_date })
      const problem = await whyNotAdded(tx, shopper, rental, added)
      if (problem) return rollBack(refused(problem))
      for (const days of added)
        if (!(await areRentable(tx, shopper, rental, days, today)))
          return rollBack(refused({ reason: 'dates-taken' }))
      const isTaken = await takeOwnDays(tx, shopper, rental, added, now)
      const moved = { ...dates, ...quote(rental.credits_per_day, dates.totalDays) }
      const more = Math.max(0, moved.totalCredits - rental.total_credits)
      const operation = { userId: shopper.id, rentalId: rental.id, amount: more, key }
      const spent = await spend(tx, operation, now)
      if (!spent.ok) return rollBack(refused(spent.problem))
      const isAtOnce = rental.status === 'pending' || (await acceptsAtOnce(tx, rental, now))
      const answerBy = isAtOnce
        ? await moveAtOnce(tx, shopper, rental, moved, on, now, timeZone)
        : await propose(tx, shopper, rental, moved, more, on, now, timeZone)
      if (isTaken || isReplaced) await offerFreedPeriod(tx, rental.item_id, now)
      return done({ answerBy })
    })
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken' })
    throw error
  }
}

async function areRentable(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  days: DateRange,
  today: CalendarDate,
): Promise<boolean> {
  const item = await tx
    .selectFrom('clothing_items as i')
    .select('i.id')
    .where('i.id', '=', rental.item_id)
    .where(
      rentableOn('i', days, today, shopper.id, {
        rentalId: rental.id,
        needsNotice: days.start < rental.start_date,
        turnaround: sql`${rental.turnaround_days}::int`,
      }),
    )
    .executeTakeFirst()
  return item !== undefined
}

async function acceptsAtOnce(tx: Tx, rental: LockedRental, now: Date): Promise<boolean> {
  const item = await lockItem(tx, rental.item_id)
  const { owner_id: ownerId, renter_id: renterId, handover } = rental
  if (!item || item.ownerId !== ownerId) return false
  return await isAcceptedAtOnce(tx, { ownerId, renterId, accepts: item.accepts, handover }, now)
}

type MovedTo = RentalDates & Quote

async function moveAtOnce(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  moved: MovedTo,
  on: DateChange,
  now: Date,
  timeZone: string,
): Promise<null> {
  const request =
    rental.status === 'pending'
      ? {
          answer_by: answerTime({ start: moved.start, requestedAt: now }, timeZone),
          answer_reminded_at: null,
        }
      : {}
  await moveRental(tx, rental, moved, { requestKey: on.requestKey, and: request }, now)
  await record(tx, shopper, 'change-dates', rental, moved, now)
  await announce(tx, on, 'change-dates', 'renter', now)
  return null
}

async function propose(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  moved: MovedTo,
  credits: number,
  on: DateChange,
  now: Date,
  timeZone: string,
): Promise<Date> {
  const { start, end } = moved
  const first = start < rental.start_date ? start : rental.start_date
  const answerBy = answerTime({ start: first, requestedAt: now }, timeZone)
  await tx
    .updateTable('rentals')
    .set({
      proposed_start_date: start,
      proposed_end_date: end,
      proposed_credits: credits,
      proposed_at: now,
      proposal_answer_by: answerBy,
      proposal_reminded_at: null,
      proposal_key: on.requestKey,
    })
    .where('id', '=', rental.id)
    .execute()
  await record(tx, shopper, 'propose-dates', rental, moved, now)
  await announce(tx, on, 'propose-dates', 'renter', now)
  return answerBy
}

/**
 * Part of commands: writes the new dates, and returns what they cost less. What was arranged and
 * what threatened the rental was about the days before.
 */
export async function moveRental(
  tx: Tx,
  rental: LockedRental,
  { start, end, totalDays, totalCredits }: MovedTo,
  { requestKey, and = {} }: { readonly requestKey: string; readonly and?: object },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('rentals')
    .set({
      ...{ start_date: start, end_date: end, total_days: totalDays, total_credits: totalCredits },
      ...{ return_reminded_at: null, delivery_arrangement: null, return_arrangement: null },
      ...{ at_risk_since: null, at_risk_from: null },
      ...{ handover_asked_at: null, handover_denied_at: null },
      ...NO_PROPOSAL,
      ...and,
    })
    .where('id', '=', rental.id)
    .execute()
  const { id: rentalId, renter_id: userId, reopened, item_id: itemId } = rental
  const credits = rental.total_credits - totalCredits
  if (credits > 0) {
    const of = { userId, rentalId, reopened, requestKey }
    await restoreDifference(tx, { ...of, credits, isUndone: false }, now)
  }
  await offerFreedPeriod(tx, itemId, now)
}

/** A line of the audit log with the dates before and after. */
export async function record(
  tx: Tx,
  who: Person | null,
  action: 'change-dates' | 'propose-dates',
  rental: LockedRental,
  moved: MovedTo,
  now: Date,
): Promise<void> {
  const { start_date, end_date, total_credits } = rental
  const before = { start_date, end_date, total_credits }
  const after = {
    start_date: moved.start,
    end_date: moved.end,
    total_credits: moved.totalCredits,
  }
  await recordAction(tx, who, { action, noun: 'rental', nounId: rental.id, before, after }, now)
}
