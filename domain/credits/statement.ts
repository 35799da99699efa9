import type { Db } from '#db/connection.ts'
import type { CreditTransactionKind, ProductType } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/page.ts'

/** One operation on a wallet, with what it was about. */
export type StatementLine = {
  readonly id: string
  readonly kind: CreditTransactionKind
  /** What came to the balance, or went from it when negative. */
  readonly amount: number
  readonly at: Date
  /** Of a rental and its cancelling. */
  readonly item: { readonly id: string; readonly title: string } | null
  /** What was bought, or which plan a month belongs to. */
  readonly product: ProductType | null
  /** Of a claimed gift: who gave it. */
  readonly giver: string | null
}

/** A page of somebody's statement, newest first. */
export async function statementPage(
  db: Db,
  shopper: Shopper,
  after: string | null,
  size: number = PAGE_SIZE,
): Promise<Page<StatementLine>> {
  const from = decodeNewestFirst(after)
  let query = db
    .selectFrom('credit_transactions as t')
    .leftJoin('checkout_orders as o', 'o.id', 't.order_id')
    .leftJoin('rentals as r', 'r.id', 't.rental_id')
    .leftJoin('clothing_items as i', 'i.id', 'r.item_id')
    .leftJoin('gift_codes as g', 'g.id', 't.gift_code_id')
    .leftJoin('user_profiles as giver', 'giver.id', 'g.buyer_id')
    .select(['t.id', 't.kind', 't.amount', 't.effective_at as created_at', 't.note'])
    .select(['i.id as item_id', 'i.title', 'o.product_type', 'giver.full_name as giver'])
    .where('t.user_id', '=', shopper.id)
    .orderBy('t.effective_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(size + 1)
  if (from)
    query = query.where((where) =>
      where(where.refTuple('t.effective_at', 't.id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(await query.execute(), newestFirstKeys, size)
  return {
    next,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      amount: row.amount,
      at: row.created_at,
      item: row.item_id && row.title ? { id: row.item_id, title: row.title } : null,
      product: row.kind === 'subscription' ? planIn(row.note) : row.product_type,
      giver: row.giver,
    })),
  }
}

function planIn(note: string | null): ProductType {
  return note === 'subscription_annual' ? 'subscription_annual' : 'subscription_monthly'
}
