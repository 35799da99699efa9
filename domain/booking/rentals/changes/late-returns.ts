import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { undoRental } from '#domain/booking/rentals/records/end-rental.ts'
import { giveLateGoodwill } from '#domain/booking/rentals/records/late-goodwill.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { RISK_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { isDecisionDue } from '#domain/booking/rentals/stage/decision-time.ts'
import { isOut } from '#domain/booking/rentals/stage/late-returns-sql.ts'
import { isAtStage, isReached } from '#domain/booking/rentals/stage/stage-sql.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Deadline } from './rental-deadlines.ts'

// The next rental of a late item, whether sent back or not. An hourly job puts it at risk, and
// cancels it when the item is not back in time. Each rental has its own database transaction, so a
// failing one does not block the others; the first failure is thrown at the end.

const BATCH_SIZE = 200

export type LateReturnsAt = Deadline & { readonly timeZone: string }

type AffectedRental = { readonly id: RentalId; readonly lateId: RentalId }
type DelayedRental = AffectedRental & { readonly sentBackAt: Date | null }

/**
 * Checks every late item. Its next rental by somebody else is put at risk three days plus the
 * turnaround before it starts (one day before, if the item was sent back), and is cancelled if the
 * item is not back at the decision time. Clears the risk of rentals that are no longer held up.
 * Returns how many rentals changed, at most `BATCH_SIZE` of each kind.
 */
export async function updateRentalsAtRisk(db: Db, at: LateReturnsAt): Promise<number> {
  const over = await each(db, await noLongerDelayed(db, at).execute(), async (tx, held) => {
    const still = await noLongerDelayed(tx, at).where('next.id', '=', held.id).execute()
    return still.length > 0 && (await clearRisk(tx, held.lateId, at)) > 0
  })
  const cancelled = await each(db, await due(db, at).execute(), async (tx, held, rental) => {
    const still = await due(tx, at).where('next.id', '=', held.id).execute()
    return still.length > 0 && (await cancelDelayed(tx, rental, at))
  })
  const atRisk = await each(db, await delayedRentals(db, at).execute(), async (tx, held) => {
    const still = await delayedRentals(tx, at).where('next.id', '=', held.id).executeTakeFirst()
    return still !== undefined && (await markAtRisk(tx, still, at))
  })
  return over + cancelled + atRisk
}

/** Acts on each under the locks of its rental, so that a return cannot interfere. */
async function each(
  db: Db,
  all: readonly AffectedRental[],
  act: (tx: Tx, held: AffectedRental, rental: LockedRental) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = []
  let acted = 0
  for (const held of all) {
    try {
      const did = await inTransaction(db, async (tx) => {
        const rental = await lockRental(tx, held.id)
        return rental !== null && (await act(tx, held, rental))
      })
      if (did) acted += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return acted
}

/** SQL: `late` still holds up `next`, a rental of somebody else. */
const isDelaying = ({ today }: LateReturnsAt) =>
  sql<boolean>`(${isOut('late')} and ${isReached('lateDay', today, 'late')}
    and next.renter_id <> late.renter_id and next.start_date <= case
    when late.sent_back_at is null then ${addDays(today, RISK_DAYS)}::date + late.turnaround_days
    else ${addDays(today, 1)}::date end)`

/** The next rentals of late items that are not known to be at risk yet. */
function delayedRentals(db: DbOrTx, at: LateReturnsAt) {
  return db
    .selectFrom('rentals as late')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('rentals as r')
          .select(['r.id', 'r.renter_id', 'r.start_date', 'r.at_risk_since'])
          .whereRef('r.item_id', '=', 'late.item_id')
          .whereRef('r.start_date', '>', 'late.start_date')
          .whereRef('r.renter_id', '<>', 'late.renter_id')
          .where(isAtStage(['requested', 'confirmed'], at.today))
          // Those are about to be cancelled.
          .where(sql<boolean>`not (r.status = 'pending' and r.answer_by <= ${at.now})`)
          .orderBy('r.start_date')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(['next.id', 'late.id as lateId', 'late.sent_back_at as sentBackAt'])
    .where(isDelaying(at))
    .where('next.at_risk_since', 'is', null)
    .orderBy('late.end_date')
    .orderBy('late.id')
    .limit(BATCH_SIZE)
}

/** Rentals at risk, with the late rental of each. */
function atRisk(db: DbOrTx) {
  return db
    .selectFrom('rentals as next')
    .innerJoin('rentals as late', 'late.id', 'next.at_risk_from')
    .select(['next.id', 'late.id as lateId'])
    .where('next.status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])
    .where('next.at_risk_from', 'is not', null)
    .orderBy('next.at_risk_since')
    .orderBy('next.id')
    .limit(BATCH_SIZE)
}

const noLongerDelayed = (db: DbOrTx, at: LateReturnsAt) =>
  atRisk(db).where(sql<boolean>`not ${isDelaying(at)}`)

const due = (db: DbOrTx, at: LateReturnsAt) =>
  atRisk(db)
    .where(isDelaying(at))
    .where(isDecisionDue('next', at.now, at.timeZone))

async function markAtRisk(
  tx: Tx,
  { id, lateId, sentBackAt }: DelayedRental,
  at: LateReturnsAt,
): Promise<boolean> {
  const after = { at_risk_since: at.now, at_risk_from: lateId }
  await tx.updateTable('rentals').set(after).where('id', '=', id).execute()
  await recordAction(tx, null, { action: 'at-risk', noun: 'rental', nounId: id, after }, at.now)
  const { origin } = at
  await announce(tx, { rentalId: id, origin }, 'at-risk', 'system', at.now)
  // A renter who has sent the item back can do no more.
  if (sentBackAt === null)
    await announce(tx, { rentalId: lateId, origin }, 'delay-next', 'system', at.now)
  return true
}

/**
 * Part of a return and of the job: rentals that were at risk because of this one no longer are. The
 * caller holds the lock of their item. Returns how many.
 */
export async function clearRisk(
  tx: Tx,
  lateId: RentalId,
  at: Pick<Deadline, 'now' | 'origin'> & {
    /** Only rentals that start after this day. */
    readonly startingAfter?: CalendarDate
  },
): Promise<number> {
  let clear = tx
    .updateTable('rentals')
    .set({ at_risk_since: null, at_risk_from: null })
    .where('at_risk_from', '=', lateId)
    .where('status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])
  if (at.startingAfter) clear = clear.where('start_date', '>', at.startingAfter)
  const cleared = await clear.returning('id').execute()
  for (const { id } of cleared) {
    await recordAction(tx, null, { action: 'risk-over', noun: 'rental', nounId: id }, at.now)
    await announce(tx, { rentalId: id, origin: at.origin }, 'risk-over', 'system', at.now)
  }
  return cleared.length
}

/**
 * Part of giving up an item that never came back: its later rentals are cancelled, as those that are
 * still at risk at their decision time. One by the late renter gets no goodwill. The caller holds the
 * lock of the item.
 */
export async function cancelAfterLoss(
  tx: Tx,
  who: ClosetOwner | Admin,
  lost: LockedRental,
  at: Pick<Deadline, 'now' | 'origin'>,
): Promise<void> {
  const later = await tx
    .selectFrom('rentals')
    .select('id')
    .where('item_id', '=', lost.item_id)
    .where('status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])
    .where('start_date', '>', lost.start_date)
    .orderBy('start_date')
    .execute()
  for (const { id } of later) {
    const rental = await lockRental(tx, id)
    if (!rental) continue
    if (rental.renter_id === lost.renter_id) {
      await cancelOwn(tx, who, rental, at)
      continue
    }
    const risk = { at_risk_since: rental.at_risk_since ?? at.now, at_risk_from: lost.id }
    await tx.updateTable('rentals').set(risk).where('id', '=', id).execute()
    await cancelDelayed(tx, { ...rental, ...risk }, at)
  }
}

/** A later rental by the renter who did not bring it back: its credits are restored, and no more. */
async function cancelOwn(
  tx: Tx,
  who: ClosetOwner | Admin,
  rental: LockedRental,
  at: Pick<Deadline, 'now' | 'origin'>,
): Promise<void> {
  const { id: nounId, status } = rental
  const after = { status: 'cancelled', cancellation: 'by_owner' } as const
  const changes = { ...after, cancelled_at: at.now, cancelled_by: who.id }
  await dropProposal(tx, rental, at.now)
  await tx.updateTable('rentals').set(changes).where('id', '=', nounId).execute()
  await undoRental(tx, rental, at.now)
  const line = { action: 'cancel', noun: 'rental', nounId, before: { status }, after }
  await recordAction(tx, who, line, at.now)
  const by = who.accountType === 'admin' ? 'admin' : 'owner'
  await announce(tx, { rentalId: nounId, origin: at.origin }, 'cancel', by, at.now)
}

/** Not this renter's fault: goodwill is added to the credits. */
async function cancelDelayed(
  tx: Tx,
  rental: LockedRental,
  at: Pick<Deadline, 'now' | 'origin'>,
): Promise<boolean> {
  const { id } = rental
  const after = { status: 'cancelled', cancellation: 'previous_rental_late' } as const
  const changes = { ...after, cancelled_at: at.now }
  await dropProposal(tx, rental, at.now)
  await tx.updateTable('rentals').set(changes).where('id', '=', id).execute()
  await undoRental(tx, rental, at.now)
  await giveLateGoodwill(tx, rental, at.now)
  const before = { status: rental.status }
  await recordAction(
    tx,
    null,
    { action: 'cancel', noun: 'rental', nounId: id, before, after },
    at.now,
  )
  await announce(tx, { rentalId: id, origin: at.origin }, 'previous-late', 'system', at.now)
  return true
}
