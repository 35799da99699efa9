import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { completeRental, undoRental } from '#domain/booking/rentals/records/end-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  ANSWER_WITHIN_DAYS,
  APPROVE_AFTER_DAYS,
} from '#domain/booking/rentals/stage/deadline-days.ts'
import {
  type DatedMove,
  type MoveName,
  mayMove,
  stageOf,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// What happens automatically when nobody acts. Every run handles a bounded number, oldest first.
// Each rental has its own database transaction, so an interrupted run keeps what it has done, and a
// failing rental does not block the others; the first failure is thrown at the end.

const DAY_MS = 86_400_000
const BATCH_SIZE = 200

/** The input of a job: the time, the shop's date, and the base address of links in its emails. */
export type Deadline = {
  readonly now: Date
  readonly today: CalendarDate
  readonly origin: string
}

/**
 * Cancels requests that nobody answered in time, as the closet's fault: everything is refunded to the
 * renter, who can still find another item. Returns how many.
 */
export async function expireRequests(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const due = await db
    .selectFrom('rentals')
    .select('id')
    .where(isAtStage(['requested'], at.today, 'rentals'))
    .where('answer_by', '<=', at.now)
    .orderBy('answer_by')
    .orderBy('id')
    .limit(max)
    .execute()
  return await each(db, due, 'cancel', at, async (tx, rental) => {
    if (!isAnswerOver(rental, at.now)) return null
    return await cancel(tx, rental, 'never_answered', at)
  })
}

/** How many requests should have been ended before `before`, which a job does every minute. */
export async function countUnendedRequests(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('rentals')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('pending' as const))
    .where('answer_by', '<', before)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Asks both sides about accepted rentals that were not marked as delivered by the end of their last
 * day: was it delivered? Once per rental. Returns how many.
 */
export async function askAboutDeliveries(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const due = await undelivered(db, at, max).where('handover_asked_at', 'is', null).execute()
  return await each(db, due, 'cancel', at, async (tx, rental) => {
    if (!isUndelivered(rental, at) || rental.handover_asked_at) return null
    await tx
      .updateTable('rentals')
      .set({ handover_asked_at: at.now })
      .where('id', '=', rental.id)
      .execute()
    return 'ask-about-delivery'
  })
}

/**
 * Cancels rentals that nobody confirmed as delivered within three days after both sides were asked,
 * as the owner's fault: everything is refunded to the renter. Returns how many.
 */
export async function cancelUndelivered(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const since = new Date(at.now.getTime() - ANSWER_WITHIN_DAYS * DAY_MS)
  const due = await undelivered(db, at, max).where('handover_asked_at', '<=', since).execute()
  return await each(db, due, 'cancel', at, async (tx, rental) => {
    const requested = rental.handover_asked_at
    if (!isUndelivered(rental, at) || !requested || requested > since) return null
    return await cancel(tx, rental, 'never_delivered', at)
  })
}

function undelivered(db: Db, at: Deadline, max: number) {
  return db
    .selectFrom('rentals')
    .select('id')
    .where(isAtStage(['undelivered'], at.today, 'rentals'))
    .orderBy('end_date')
    .orderBy('id')
    .limit(max)
}

function isUndelivered(rental: LockedRental, at: Deadline): boolean {
  return stageOf(rental, at.today) === 'undelivered'
}

async function cancel(
  tx: Tx,
  rental: LockedRental,
  cancellation: 'never_answered' | 'never_delivered',
  at: Deadline,
) {
  await dropProposal(tx, rental, at.now)
  await tx
    .updateTable('rentals')
    .set({ status: 'cancelled', cancellation, cancelled_at: at.now })
    .where('id', '=', rental.id)
    .execute()
  await undoRental(tx, rental, at.now)
  await note(tx, rental, 'cancel', { status: 'cancelled', cancellation }, at.now)
  return cancellation === 'never_answered' ? 'expire-request' : 'cancel-undelivered'
}

/** Approves items returned a week ago and not reviewed. Returns how many. */
export async function approveConditions(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const since = new Date(at.now.getTime() - APPROVE_AFTER_DAYS * DAY_MS)
  const due = await unreviewed(db, at, since).limit(max).execute()
  return await each(db, due, 'approve-condition', at, async (tx, rental) => {
    await tx
      .updateTable('rentals')
      .set({
        status: 'completed',
        condition_status: 'approved',
        condition_reviewed_at: at.now,
      })
      .where('id', '=', rental.id)
      .execute()
    await completeRental(tx, rental, at.now)
    await note(tx, rental, 'approve-condition', { status: 'completed' }, at.now)
    return 'approve-condition'
  })
}

function unreviewed(db: Db, at: Deadline, since: Date) {
  return (
    db
      .selectFrom('rentals')
      .select('id')
      .where(isAtStage(['returned'], at.today, 'rentals'))
      .where('returned_at', '<=', since)
      // Undoing a review restarts the week.
      .where((where) =>
        where.or([
          where('review_reopened_at', 'is', null),
          where('review_reopened_at', '<=', since),
        ]),
      )
      .orderBy('returned_at')
      .orderBy('id')
  )
}

/** Locks each rental and, if the move is still possible, makes it and sends the emails. */
async function each(
  db: Db,
  due: readonly { readonly id: RentalId }[],
  move: Exclude<MoveName, DatedMove>,
  { now, origin }: Deadline,
  act: (tx: Tx, rental: LockedRental) => Promise<RentalEvent | null>,
): Promise<number> {
  const failures: unknown[] = []
  let acted = 0
  const decide = async (tx: Tx, id: RentalId) => {
    const rental = await lockRental(tx, id)
    if (!rental || !mayMove(move, 'system', rental)) return 0
    const event = await act(tx, rental)
    if (!event) return 0
    await announce(tx, { rentalId: id, origin }, event, 'system', now)
    return 1
  }
  for (const { id } of due) {
    try {
      acted += await inTransaction(db, (tx) => decide(tx, id))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return acted
}

async function note(tx: Tx, rental: LockedRental, move: MoveName, after: object, now: Date) {
  const before = { status: rental.status }
  const act = { action: move, noun: 'rental', nounId: rental.id, before, after }
  await recordAction(tx, null, act, now)
}
