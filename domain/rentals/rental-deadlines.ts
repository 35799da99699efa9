import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { enqueue, type RentalNews } from '#db/jobs.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { freeItem, undoRental } from './end-rental.ts'
import { type LockedRental, lockRental } from './rental-locks.ts'
import { type MoveName, mayMove } from './rental-status.ts'

// What the house does by itself when nobody does anything. Every run takes a bounded number, the
// oldest first; each rental is a transaction of its own, so a run that dies has done what it did,
// and one that fails keeps no other waiting: the first failure is thrown at the end.

const DAY_MS = 86_400_000
const REMIND_OF_REVIEW_AFTER_DAYS = 3
const APPROVE_AFTER_DAYS = 7
const AT_A_TIME = 200

/** What a job is told: the time, the house's date, and where the links of its mails lead. */
export type Deadline = {
  readonly now: Date
  readonly today: CalendarDate
  readonly origin: string
}

/**
 * Cancels what was not delivered when its last day has passed, as the owner's fault: everything goes
 * back to the renter. Answers how many.
 */
export async function cancelUndelivered(db: Db, at: Deadline): Promise<number> {
  const due = await db
    .selectFrom('rentals')
    .select('id')
    .where('status', 'in', sql<'pending'>`('pending', 'confirmed')`)
    .where('end_date', '<', at.today)
    .orderBy('end_date')
    .limit(AT_A_TIME)
    .execute()
  return await each(db, due, 'cancel', async (tx, rental) => {
    if (rental.end_date >= at.today) return null
    await tx
      .updateTable('rentals')
      .set({ status: 'cancelled', cancellation: 'never_delivered', cancelled_at: at.now })
      .where('id', '=', rental.id)
      .execute()
    await undoRental(tx, rental, 'other', at.now)
    await note(tx, rental, 'cancel', { status: 'cancelled' }, at.now)
    return { news: 'never-delivered', origin: at.origin }
  })
}

/** Approves what came back a week ago and nobody has looked at. Answers how many. */
export async function approveUnreviewed(db: Db, at: Deadline): Promise<number> {
  const since = new Date(at.now.getTime() - APPROVE_AFTER_DAYS * DAY_MS)
  const due = await unreviewed(db, since).limit(AT_A_TIME).execute()
  return await each(db, due, 'approve condition', async (tx, rental) => {
    await tx
      .updateTable('rentals')
      .set({
        status: 'completed',
        condition_status: 'approved',
        condition_reviewed_at: at.now,
      })
      .where('id', '=', rental.id)
      .execute()
    await freeItem(tx, rental, at.now)
    await note(tx, rental, 'approve condition', { status: 'completed' }, at.now)
    return { news: 'approved', origin: at.origin }
  })
}

/** Reminds the owners of what came back three days ago, once each. Answers how many. */
export async function remindOfReviews(db: Db, at: Deadline): Promise<number> {
  const since = new Date(at.now.getTime() - REMIND_OF_REVIEW_AFTER_DAYS * DAY_MS)
  const due = await unreviewed(db, since)
    .where('review_reminded_at', 'is', null)
    .limit(AT_A_TIME)
    .execute()
  return await each(db, due, 'approve condition', async (tx, rental) => {
    if (rental.review_reminded_at) return null
    await tx
      .updateTable('rentals')
      .set({ review_reminded_at: at.now })
      .where('id', '=', rental.id)
      .execute()
    return { news: 'review-due', origin: at.origin }
  })
}

function unreviewed(db: Db, since: Date) {
  return db
    .selectFrom('rentals')
    .select('id')
    .where('status', '=', sql.lit('delivered' as const))
    .where('return_status', '=', sql.lit('returned' as const))
    .where('returned_at', '<=', since)
    .orderBy('returned_at')
}

/** Locks each rental and, if the move is still open to the house, makes it and tells of it. */
async function each(
  db: Db,
  due: readonly { readonly id: string }[],
  move: MoveName,
  act: (
    tx: Tx,
    rental: LockedRental,
  ) => Promise<{ readonly news: RentalNews; readonly origin: string } | null>,
): Promise<number> {
  const failures: unknown[] = []
  let acted = 0
  const decide = async (tx: Tx, id: string) => {
    const rental = await lockRental(tx, id)
    if (!rental || !mayMove(move, 'house', rental)) return 0
    const told = await act(tx, rental)
    if (!told) return 0
    await enqueue(tx, 'tell-about-rental', { rentalId: id, ...told })
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
