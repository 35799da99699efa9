import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { TransferStatus } from '#db/enums.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsByPerson, isNamed, searchList } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import type { TransferPart } from './transfer-parts.ts'

/** A transfer as admins see it. */
export type ListedTransfer = {
  readonly id: TransferId
  readonly owner: { readonly id: PersonId; readonly fullName: string; readonly email: string }
  readonly cents: number
  readonly status: TransferStatus
  readonly isFinal: boolean
  /** Stripe's code or message; null unless it has failed. */
  readonly failure: string | null
  /** How often the balance was too low. */
  readonly tries: number
  readonly reversedCents: number
  readonly stripeTransferId: string | null
  readonly requestedAt: Date
  readonly finishedAt: Date | null
}

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
): Promise<Found<ListedTransfer>> {
  const from = decodeNewestFirst<TransferId>(wanted.after)
  const search = await searchTransfers(db, wanted)
  let found = db.selectFrom('transfers as t').where(CONDITIONS[wanted.part])
  if (search) found = found.where(search.isFound)
  let page = found
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['t.id', 't.amount_cents', 't.status', 't.final', 't.failure', 't.tries'])
    .select(['t.reversed_cents', 't.stripe_transfer_id', 't.requested_at as created_at'])
    .select(['t.finished_at', 'p.id as owner_id', 'p.full_name', 'p.email'])
    .orderBy('t.requested_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (from)
    page = page.where((where) =>
      where(where.refTuple('t.requested_at', 't.id'), '<', where.tuple(from.at, from.id)),
    )
  const [list, total] = await Promise.all([page.execute(), countUpTo(db, found)])
  const { rows, next } = toPage(list, newestFirstKeys)
  return {
    total,
    next,
    isPartial: search?.isPartial ?? false,
    rows: rows.map((row) => ({
      id: row.id,
      owner: { id: row.owner_id, fullName: row.full_name, email: row.email },
      cents: row.amount_cents,
      status: row.status,
      isFinal: row.final,
      failure: row.failure,
      tries: row.tries,
      reversedCents: row.reversed_cents,
      stripeTransferId: row.stripe_transfer_id,
      requestedAt: row.created_at,
      finishedAt: row.finished_at,
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
