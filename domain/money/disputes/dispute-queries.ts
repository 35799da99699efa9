import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  idsByPerson,
  isNamed,
  type ListSearch,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestNamed } from '#domain/shared/lists/page.ts'

/** A dispute or a dashboard refund as admins see it; amounts in cents. */
export type DisputeEntry = Awaited<ReturnType<typeof disputesPage>>['rows'][number]

/**
 * All disputes and all refunds made in Stripe's dashboard, or the open disputes only, newest first;
 * `q` searches name and address.
 */
export async function disputesPage(
  db: Db,
  _admin: Admin,
  after: string | null,
  { q = '', openOnly = false }: { readonly q?: string; readonly openOnly?: boolean } = {},
) {
  let query = db
    .selectFrom('disputes as s')
    .leftJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['s.id', 's.kind', 's.status', 's.reason', 's.amount_cents as amountCents'])
    .select(['s.loss_cents as lossCents', 's.loss_credits as lossCredits'])
    .select(['s.opened_at as openedAt', 's.closed_at as closedAt'])
    // Until when evidence can be sent to the payment provider, if known.
    .select('s.evidence_due_at as evidenceDueAt')
    .select(['o.product_type as productType', 'p.id as personId', 'p.full_name as fullName'])
    .select('p.email')
  const search = await searchDisputes(db, q, openOnly)
  if (search) query = query.where(search.isFound)
  if (openOnly) query = query.where('s.status', '=', sql.lit('open'))
  const { rows, next } = await newestPage(query, {
    by: ['s.opened_at', 's.id'],
    keysOf: (row) => [row.openedAt, row.id],
    from: decodeNewestNamed(after),
  })
  return {
    rows: rows.map(({ personId: id, fullName, email, ...row }) => ({
      ...row,
      person: id && fullName && email ? { id, fullName, email } : null,
    })),
    next,
    isPartial: search?.isPartial ?? false,
  }
}

/** Disputes `s` of people with these words in name or email address. */
export async function searchDisputes(
  db: DbOrTx,
  q: string,
  openOnly: boolean,
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const theirs = (people: readonly string[]) =>
    sql`select s.id from disputes s where s.user_id = any(${people})`
  return await searchList(db, words, {
    row: 's',
    findByIndex: (max) => idsByPerson(db, max, words, theirs),
    newest: sql`select s.id, s.user_id from disputes s
      ${openOnly ? sql`where s.status = 'open'` : sql``} order by s.opened_at desc, s.id desc`,
    matches: isNamed(sql`s.user_id`, words),
  })
}
