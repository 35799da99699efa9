import { sql } from 'kysely'
import { type Db, inTransaction, inTransactionOrRollback } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { recordCase } from '#domain/care/cases/cases.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'
import { closeAppealWindow, endAppeal } from './end-appeal.ts'
import { isNotFrozen, lockAppeal } from './lock-appeal.ts'

// What happens to appeals as time passes. Every run handles a bounded number; each appeal has its
// own database transaction.

const BATCH_SIZE = 200
const DAY_MS = 86_400_000

/** Grants unanswered appeals, makes claims final, and reminds closets. Returns how many. */
export async function enforceAppealDeadlines(db: Db, now: Date): Promise<number> {
  const granted = await grantUnanswered(db, now)
  const final = await closeAppealWindows(db, now)
  return granted + final + (await remindClosets(db, now))
}

/** Grants appeals that were not answered in time, except while a payment is disputed. */
async function grantUnanswered(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('deposit_appeals as a')
    .select('a.rental_id')
    .where('a.status', '=', sql.lit('open' as const))
    .where('a.answer_due_at', '<=', now)
    .where(isNotFrozen)
    .orderBy('a.answer_due_at')
    .orderBy('a.rental_id')
    .limit(sql.lit(BATCH_SIZE))
    .execute()
  for (const { rental_id } of due) await grant(db, rental_id, now)
  return due.length
}

async function grant(db: Db, rentalId: RentalId, now: Date): Promise<void> {
  await inTransactionOrRollback<Outcome<null, { reason: string }>>(db, async (tx, rollBack) => {
    const claim = await lockAppeal(tx, rentalId)
    if (claim?.appeal?.status !== 'open' || claim.appeal.answerDueAt > now) return done(null)
    const returnedCents = claim.withheldCents
    const end = { status: 'overturned', returnedCents, decidedBy: null, reasons: null } as const
    const ended = await endAppeal(tx, claim, end, now)
    if (!ended.ok) return rollBack(ended)
    const after = { outcome: end.status, returned_cents: returnedCents }
    await recordCase(tx, null, 'grant-appeal', rentalId, after, now)
    await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'decided' })
    return done(null)
  })
}

/** Makes claims final that nobody has appealed against in time. */
async function closeAppealWindows(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - APPEAL_DAYS * DAY_MS)
  const due = await db
    .selectFrom('deposit_claims as c')
    .select('c.rental_id')
    .where('c.final_at', 'is', null)
    .where('c.decided_at', '<=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit_appeals as a')
            .select('a.rental_id')
            .whereRef('a.rental_id', '=', 'c.rental_id'),
        ),
      ),
    )
    .orderBy('c.decided_at')
    .orderBy('c.rental_id')
    .limit(sql.lit(BATCH_SIZE))
    .execute()
  for (const { rental_id } of due)
    await inTransaction(db, async (tx) => {
      const claim = await lockAppeal(tx, rental_id)
      if (claim && !claim.appeal && claim.withheldAt <= since)
        await closeAppealWindow(tx, claim, now)
    })
  return due.length
}

/** Once a day while an answer is missing. Admins are reminded with the rest of their to-do list. */
async function remindClosets(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  return await inTransaction(db, async (tx) => {
    const due = await tx
      .updateTable('deposit_appeals')
      .set({ reminded_at: now })
      .where((waiting) =>
        inBatch(
          'rental_id',
          waiting
            .selectFrom('deposit_appeals as a')
            .select('a.rental_id')
            .where('a.status', '=', sql.lit('open' as const))
            .where('a.answer_due_at', '>', now)
            .where(sql<boolean>`coalesce(a.reminded_at, a.filed_at) <= ${since}`)
            .orderBy('a.answer_due_at')
            .limit(sql.lit(BATCH_SIZE))
            .forNoKeyUpdate()
            .skipLocked(),
        ),
      )
      .returning('rental_id')
      .execute()
    for (const { rental_id: rentalId } of due)
      await enqueue(tx, 'tell-about-appeal', {
        rentalId,
        event: 'remind',
        day: now.toISOString().slice(0, 10),
      })
    return due.length
  })
}
