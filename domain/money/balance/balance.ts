import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import { oldestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestNamed } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { totalShare } from './explain-balance.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How much of the money that moved at Stripe our records explain. */
export type BalanceFigures = {
  /** Of all cents that moved in 30 days, in tenths of a percent and rounded down; null without any. */
  readonly explainedPerMille: number | null
  /** When the oldest transaction that nothing explains was made; null when all are explained. */
  readonly oldestAt: Date | null
  /** Its age in whole hours. */
  readonly oldestHours: number | null
  /** Transactions that nothing has explained for 24 hours, counted up to one more than `MAX_COUNTED`. */
  readonly overdue: number
}

export async function balanceFigures(
  db: DbOrTx,
  _admin: Admin,
  now: Date,
): Promise<BalanceFigures> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const { moved, explained, oldestAt, overdue } = await db
    .selectFrom('balance_reading')
    .select(['moved_cents as moved', 'explained_cents as explained'])
    .select([
      sql<Date | null>`(select created_at from balance_transactions where explained_at is null
        order by created_at limit 1)`.as('oldestAt'),
      countedIn(sql`from balance_transactions where explained_at is null
        and created_at < ${dayAgo}`).as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  const perMille = Math.floor((explained * 1000) / moved)
  return {
    explainedPerMille: moved === 0 ? null : perMille,
    oldestAt,
    oldestHours: oldestAt && Math.floor((now.getTime() - oldestAt.getTime()) / HOUR_MS),
    overdue,
  }
}

/** A transaction that nothing explains; `type` is Stripe's word, amounts are cents. */
export type Unexplained = Awaited<ReturnType<typeof unexplainedPage>>['rows'][number]

/** Balance transactions that nothing explains, oldest first; `q` searches the ids of Stripe. */
export async function unexplainedPage(db: Db, _admin: Admin, after: string | null = null, q = '') {
  let query = db
    .selectFrom('balance_transactions')
    .select(['id', 'type', 'source', 'created_at as createdAt'])
    .select(['amount_cents as amountCents', 'fee_cents as feeCents'])
    .where('explained_at', 'is', null)
  const search = await searchUnexplained(db, q)
  if (search) query = query.where(search.isFound)
  const page = await oldestPage(query, {
    by: ['created_at', 'id'],
    keysOf: (row) => [row.createdAt, row.id],
    from: decodeNewestNamed(after),
  })
  return { ...page, isPartial: search?.isPartial ?? false }
}

/** Unexplained transactions with these words in an id or the type. */
export async function searchUnexplained(db: DbOrTx, q: string): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  return await searchList(db, words, {
    row: 'balance_transactions',
    newest: sql`select id, type, source from balance_transactions where explained_at is null
      order by created_at, id`,
    matches: sql`concat_ws(' ', id, source, type) ilike ${words}`,
  })
}

export type ExplainProblem =
  /** It does not exist, or is explained already. */
  { readonly reason: 'not-unexplained' } | { readonly reason: 'note-missing' }

/** An admin says in `note` what a transaction was that none of our records explains. */
export async function explainByHand(
  db: Db,
  admin: Admin,
  { id, note }: { readonly id: string; readonly note: string },
  now: Date,
): Promise<Outcome<null, ExplainProblem>> {
  if (note.trim() === '') return refused({ reason: 'note-missing' })
  return await inTransaction(db, async (tx) => {
    const explained = await tx
      .updateTable('balance_transactions')
      .set({ explained_by: 'admin', explained_at: now })
      .set({ explained_by_admin: admin.id, note: note.trim() })
      .where('id', '=', id)
      .where('explained_at', 'is', null)
      .returning(['type', 'source', 'amount_cents'])
      .executeTakeFirst()
    if (!explained) return refused({ reason: 'not-unexplained' })
    await totalShare(tx, now)
    const act = { action: 'explain', noun: 'balance transaction', nounId: id }
    await recordAction(tx, admin, { ...act, after: { ...explained, note: note.trim() } }, now)
    return done(null)
  })
}
