import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { CreditTransactionKind, ProductType } from '#db/enums.ts'
import type { CreditTransactionId, ItemId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import { LATE_RETURN_NOTE } from './late-return-note.ts'
import { EXTENSION_KEYS } from './operation.ts'

/** One operation on a wallet, with what it was about. */
export type StatementLine = {
  readonly id: CreditTransactionId
  readonly kind: CreditTransactionKind
  /** Credits added, or removed when negative. */
  readonly amount: number
  /** Credits that went on hold with it, these or others; negative for those released. */
  readonly held: number
  /** The balance after it. */
  readonly balance: number
  /** For a purchase: the amount paid, in cents. */
  readonly paidCents: number | null
  readonly at: Date
  /** For a rental and its cancellation. */
  readonly item: { readonly id: ItemId; readonly title: string } | null
  /** For a rental: whether this paid for an extension. */
  readonly isExtension: boolean
  /** For goodwill: the rental before it was late. */
  readonly isForLateReturn: boolean
  /** What was bought, or the plan of a month. */
  readonly product: ProductType | null
  /** For a claimed gift: who gave it. */
  readonly giver: string | null
}

/** A page of someone's statement, newest first. */
export async function statementPage(
  db: Db,
  shopper: Shopper,
  after: string | null,
  size: number = PAGE_SIZE,
): Promise<Page<StatementLine>> {
  const from = decodeNewestFirst<CreditTransactionId>(after)
  let query = db
    .selectFrom('credit_transactions as t')
    .leftJoin('checkout_orders as o', 'o.id', 't.order_id')
    .leftJoin('rentals as r', 'r.id', 't.rental_id')
    .leftJoin('clothing_items as i', 'i.id', 'r.item_id')
    .leftJoin('gift_codes as g', 'g.id', 't.gift_code_id')
    .leftJoin('user_profiles as giver', 'giver.id', 'g.buyer_id')
    .select(['t.id', 't.kind', 't.amount', 't.effective_at as created_at', 't.note', 't.held'])
    .select('o.amount_cents as ordered_cents')
    .select((build) =>
      // The price of a plan's invoice is shown with the first month that it paid for.
      build
        .selectFrom('subscription_coverage as c')
        .select('c.paid_cents')
        .whereRef('c.payment_intent', '=', 't.payment_intent')
        .where('t.kind', '=', sql.lit('subscription' as const))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('credit_transactions as earlier')
                .select('earlier.id')
                .whereRef('earlier.payment_intent', '=', 't.payment_intent')
                .where('earlier.kind', '=', sql.lit('subscription' as const))
                .whereRef('earlier.effective_at', '<', 't.effective_at'),
            ),
          ),
        )
        .limit(1)
        .as('billed_cents'),
    )
    .select(sql<boolean>`t.idempotency_key like ${EXTENSION_KEYS}`.as('is_extension'))
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
  let balance = rows[0] ? await balanceAfter(db, shopper, rows[0]) : 0
  return {
    next,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      amount: row.amount,
      held: row.held,
      balance: balanceChange(row),
      paidCents: row.kind === 'purchase' ? row.ordered_cents : row.billed_cents,
      at: row.created_at,
      item: row.item_id && row.title ? { id: row.item_id, title: row.title } : null,
      isExtension: row.is_extension,
      isForLateReturn: row.note === LATE_RETURN_NOTE,
      product: row.kind === 'subscription' ? planIn(row.note) : row.product_type,
      giver: row.giver,
    })),
  }

  /** The balance after a line; the next one is older. */
  function balanceChange(row: { readonly amount: number; readonly held: number }): number {
    const after = balance
    balance -= row.amount - row.held
    return after
  }
}

async function balanceAfter(
  db: Db,
  shopper: Shopper,
  line: { readonly id: CreditTransactionId; readonly created_at: Date },
): Promise<number> {
  const row = await db
    .selectFrom('credit_transactions')
    .select(sql<number>`coalesce(sum(amount - held), 0)::integer`.as('balance'))
    .where('user_id', '=', shopper.id)
    .where((where) =>
      where(where.refTuple('effective_at', 'id'), '<=', where.tuple(line.created_at, line.id)),
    )
    .executeTakeFirstOrThrow()
  return row.balance
}

function planIn(note: string | null): ProductType {
  return note === 'subscription_annual' ? 'subscription_annual' : 'subscription_monthly'
}
