import { type Expression, sql } from 'kysely'
import { type Db, inTransaction, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { done } from '#domain/shared/outcome.ts'
import { actionsOf, CASES, type CaseKind } from './case-kinds.ts'
import { recordCase } from './cases.ts'
import { closeAppealWindow, endAppeal } from './end-appeal.ts'
import { endRequest } from './end-request.ts'
import { lockCase } from './lock-case.ts'

// What happens to cases as time passes. Every run handles a bounded number; each case has its own
// database transaction.

const BATCH_SIZE = 200
const DAY_MS = 86_400_000

/** Ends unanswered cases for the renter, makes claims final, reminds closets. Returns how many. */
export async function enforceCaseDeadlines(db: Db, kind: CaseKind, now: Date): Promise<number> {
  const ended = await endUnanswered(db, kind, now)
  const final = kind === 'appeal' ? await closeAppealWindows(db, now) : 0
  return ended + final + (await remindClosets(db, kind, now))
}

const openCases = (db: Db | Tx, kind: CaseKind) =>
  db
    .selectFrom(db.dynamic.table(CASES[kind].table).as('k'))
    .select('k.rental_id')
    .where('k.status', '=', sql.lit('open' as const))
    .orderBy('k.answer_due_at')
    .limit(BATCH_SIZE)

/** SQL: no payment of the deposit is in an open dispute, which would hold a returned amount. */
const isNotFrozen = sql<boolean>`not exists (select from deposit_claims own
  join deposits d on d.id = own.deposit_id
  where own.rental_id = k.rental_id and d.frozen_at is not null)`

/** Ends cases that were not answered in time; an appeal not while a payment is disputed. */
async function endUnanswered(db: Db, kind: CaseKind, now: Date): Promise<number> {
  const due = await openCases(db, kind)
    .where('k.answer_due_at', '<=', now)
    .$if(kind === 'appeal', (appeals) => appeals.where(isNotFrozen))
    .orderBy('k.rental_id')
    .execute()
  for (const { rental_id } of due) await endForRenter(db, kind, rental_id, now)
  return due.length
}

async function endForRenter(db: Db, kind: CaseKind, rentalId: RentalId, now: Date): Promise<void> {
  await inTransactionOrRollback(db, async (tx, rollBack) => {
    const found = await lockCase(tx, kind, rentalId)
    if (found?.filed?.status !== 'open' || found.filed.answerDueAt > now) return done(null)
    if (found.kind === 'appeal') {
      const returnedCents = found.withheldCents
      const end = { status: 'overturned', returnedCents, decidedBy: null, reasons: null } as const
      const ended = await endAppeal(tx, found, end, now)
      if (!ended.ok) return rollBack(ended)
      const after = { outcome: end.status, returned_cents: returnedCents }
      await recordCase(tx, null, 'grant-appeal', rentalId, after, now)
      await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'decided' })
    } else {
      const credits_back = await endRequest(tx, found, { status: 'accepted', decidedBy: null }, now)
      await recordCase(tx, null, actionsOf(found).accept, rentalId, { credits_back }, now)
      await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'accepted' })
    }
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
    .limit(BATCH_SIZE)
    .execute()
  for (const { rental_id } of due)
    await inTransaction(db, async (tx) => {
      const claim = await lockCase(tx, 'appeal', rental_id)
      if (claim && !claim.filed && claim.withheldAt <= since)
        await closeAppealWindow(tx, claim, now)
    })
  return due.length
}

/** Once a day while an answer is missing. Admins are reminded with the rest of their to-do list. */
async function remindClosets(db: Db, kind: CaseKind, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const openedAt = sql.ref(`k.${CASES[kind].openedAt}`)
  return await inTransaction(db, async (tx) => {
    const waiting = openCases(tx, kind)
      .where('k.answer_due_at', '>', now)
      .where(sql<boolean>`coalesce(k.reminded_at, ${openedAt}) <= ${since}`)
      .forNoKeyUpdate()
      .skipLocked()
    const reminded = await markReminded[kind](tx, waiting, now)
    const day = now.toISOString().slice(0, 10)
    for (const { rental_id: rentalId } of reminded)
      await enqueue(tx, CASES[kind].job, { rentalId, event: 'remind', day })
    return reminded.length
  })
}

const markReminded = {
  appeal: (tx: Tx, waiting: Expression<unknown>, now: Date) =>
    tx
      .updateTable('deposit_appeals')
      .set({ reminded_at: now })
      .where(inBatch('rental_id', waiting))
      .returning('rental_id')
      .execute(),
  return: (tx: Tx, waiting: Expression<unknown>, now: Date) =>
    tx
      .updateTable('return_requests')
      .set({ reminded_at: now })
      .where(inBatch('rental_id', waiting))
      .returning('rental_id')
      .execute(),
} as const satisfies Record<CaseKind, unknown>
