import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsByPerson, isNamed, searchList } from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst } from '#domain/shared/lists/page.ts'
import type { TransferPart } from './transfer-parts.ts'

/** A transfer as admins see it. */
export type ListedTransfer = Awaited<ReturnType<typeof transferList>>['rows'][number]

/** A failed transfer `t` that no later one of its owner has replaced. */
export const needsRetry = sql<boolean>`(t.status = 'failed' and not t.is_replaced)`

const CONDITIONS = {
  failed: needsRetry,
  pending: sql<boolean>`t.status = 'pending'`,
  reversed: sql<boolean>`t.reversed_cents > 0`,
  transfers: sql<boolean>`true`,
} as const satisfies Record<TransferPart, unknown>

/** Transfers of one part, newest first; `q` searches name and email address. */
export async function transferList(
  db: DbOrTx,
  _admin: Admin,
  wanted: { readonly part: TransferPart; readonly q: string; readonly after: string | null },
) {
  const search = await searchTransfers(db, wanted)
  let found = db.selectFrom('transfers as t').where(CONDITIONS[wanted.part])
  if (search) found = found.where(search.isFound)
  const transfers = found
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['t.id', 't.amount_cents as cents', 't.status', 't.final as isFinal'])
    // Stripe's code or message, and how often the balance was too low.
    .select(['t.failure', 't.tries', 't.reversed_cents as reversedCents'])
    .select(['t.stripe_transfer_id as stripeTransferId', 't.requested_at as requestedAt'])
    .select(['t.finished_at as finishedAt', 'p.id as ownerId', 'p.full_name as fullName'])
    .select('p.email')
  const [{ rows, next }, total] = await Promise.all([
    newestPage(transfers, {
      by: ['t.requested_at', 't.id'],
      keysOf: (row) => [row.requestedAt, row.id],
      from: decodeNewestFirst<TransferId>(wanted.after),
    }),
    countUpTo(db, found),
  ])
  return {
    total,
    next,
    isPartial: search?.isPartial ?? false,
    rows: rows.map(({ ownerId: id, fullName, email, ...row }) => ({
      ...row,
      owner: { id, fullName, email },
    })),
  }
}

async function searchTransfers(
  db: DbOrTx,
  { q, part }: { readonly q: string; readonly part: TransferPart },
) {
  const words = containing(q)
  if (!words) return null
  const theirs = (people: readonly string[]) =>
    sql`select t.id from transfers t where t.owner_id = any(${people})`
  return await searchList(db, words, {
    row: 't',
    findByIndex: (max) => idsByPerson(db, max, words, theirs),
    newest: sql`select t.id, t.owner_id from transfers t where ${CONDITIONS[part]}
      order by t.requested_at desc, t.id desc`,
    matches: isNamed(sql`t.owner_id`, words),
  })
}
