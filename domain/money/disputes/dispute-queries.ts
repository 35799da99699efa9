import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { DisputeKind, DisputeStatus, ProductType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  idsByPerson,
  isNamed,
  type ListSearch,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { containing, decodeNewestNamed, type Page, toPage } from '#domain/shared/lists/page.ts'

/** A dispute or a dashboard refund as admins see it; amounts in cents. */
export type DisputeEntry = {
  readonly id: string
  readonly kind: DisputeKind
  readonly status: DisputeStatus
  readonly reason: string | null
  readonly person: {
    readonly id: PersonId
    readonly fullName: string
    readonly email: string
  } | null
  readonly productType: ProductType | null
  readonly amountCents: number
  readonly lossCents: number
  readonly lossCredits: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  /** Until when evidence can be sent to the payment provider, if known. */
  readonly evidenceDueAt: Date | null
}

/**
 * All disputes and all refunds made in Stripe's dashboard, or the open disputes only, newest first;
 * `q` searches name and address.
 */
export async function disputesPage(
  db: Db,
  _admin: Admin,
  after: string | null,
  { q = '', openOnly = false }: { readonly q?: string; readonly openOnly?: boolean } = {},
): Promise<Page<DisputeEntry> & { readonly isPartial: boolean }> {
  const from = decodeNewestNamed(after)
  let query = db
    .selectFrom('disputes as s')
    .leftJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['s.id', 's.kind', 's.status', 's.reason', 's.amount_cents', 's.loss_cents'])
    .select(['s.loss_credits', 's.opened_at', 's.closed_at', 's.evidence_due_at'])
    .select('o.product_type')
    .select(['p.id as person_id', 'p.full_name', 'p.email'])
    .orderBy('s.opened_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(25)
  const search = await searchDisputes(db, q, openOnly)
  if (search) query = query.where(search.isFound)
  if (openOnly) query = query.where('s.status', '=', sql.lit('open'))
  if (from) {
    query = query.where((where) =>
      where(where.refTuple('s.opened_at', 's.id'), '<', where.tuple(from.at, from.id)),
    )
  }
  const { rows, next } = toPage(await query.execute(), (row) => [
    row.opened_at.toISOString(),
    row.id,
  ])
  return { rows: rows.map(toEntry), next, isPartial: search?.isPartial ?? false }
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

function toEntry(row: {
  readonly id: string
  readonly kind: DisputeKind
  readonly status: DisputeStatus
  readonly reason: string | null
  readonly amount_cents: number
  readonly loss_cents: number
  readonly loss_credits: number
  readonly opened_at: Date
  readonly closed_at: Date | null
  readonly evidence_due_at: Date | null
  readonly product_type: ProductType | null
  readonly person_id: PersonId | null
  readonly full_name: string | null
  readonly email: string | null
}): DisputeEntry {
  const { person_id: id, full_name: fullName, email } = row
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    person: id && fullName && email ? { id, fullName, email } : null,
    productType: row.product_type,
    amountCents: row.amount_cents,
    lossCents: row.loss_cents,
    lossCredits: row.loss_credits,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    evidenceDueAt: row.evidence_due_at,
  }
}
