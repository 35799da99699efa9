import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { recordCase } from '#domain/care/cases/cases.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { endRequest } from './end-request.ts'
import { lockRequest } from './lock-request.ts'

// The deadlines of return requests. Every run handles a bounded number; each request has its own
// database transaction.

const BATCH_SIZE = 200
const DAY_MS = 86_400_000

/** Accepts unanswered requests, and reminds closets. Returns how many. */
export async function enforceReturnDeadlines(db: Db, now: Date): Promise<number> {
  const accepted = await acceptUnanswered(db, now)
  return accepted + (await remindClosets(db, now))
}

async function acceptUnanswered(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('return_requests')
    .select('rental_id')
    .where('status', '=', sql.lit('open' as const))
    .where('answer_due_at', '<=', now)
    .orderBy('answer_due_at')
    .orderBy('rental_id')
    .limit(sql.lit(BATCH_SIZE))
    .execute()
  for (const { rental_id } of due) await acceptOne(db, rental_id, now)
  return due.length
}

async function acceptOne(db: Db, rentalId: RentalId, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockRequest(tx, rentalId)
    if (!locked) return
    const { rental, request } = locked
    if (request?.status !== 'open' || request.answerDueAt > now) return
    const end = { status: 'accepted', decidedBy: null } as const
    const credits_back = await endRequest(tx, { rental, request }, end, now)
    await recordCase(tx, null, 'accept-return', rentalId, { credits_back }, now)
    await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'accepted' })
  })
}

/** Reminds closets once a day while an answer is missing. Admins have their own daily reminder. */
async function remindClosets(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  return await inTransaction(db, async (tx) => {
    const due = await tx
      .updateTable('return_requests')
      .set({ reminded_at: now })
      .where((waiting) =>
        inBatch(
          'rental_id',
          waiting
            .selectFrom('return_requests as q')
            .select('q.rental_id')
            .where('q.status', '=', sql.lit('open' as const))
            .where('q.answer_due_at', '>', now)
            .where(sql<boolean>`coalesce(q.reminded_at, q.asked_at) <= ${since}`)
            .orderBy('q.answer_due_at')
            .limit(sql.lit(BATCH_SIZE))
            .forNoKeyUpdate()
            .skipLocked(),
        ),
      )
      .returning('rental_id')
      .execute()
    for (const { rental_id: rentalId } of due)
      await enqueue(tx, 'tell-about-return-request', {
        rentalId,
        event: 'remind',
        day: now.toISOString().slice(0, 10),
      })
    return due.length
  })
}
