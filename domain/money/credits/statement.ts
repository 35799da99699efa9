import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { CreditTransactionId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { LATE_RETURN_NOTE } from './late-return-note.ts'
import { DATES_CHANGED_KEYS, EXTENSION_KEYS } from './operation.ts'

/** One operation on a wallet, with what it was about and the balance after it. */
export type StatementLine = Awaited<ReturnType<typeof statementPage>>['rows'][number]

/** A page of someone's statement, newest first. */
export async function statementPage(
  db: Db,
  shopper: Shopper,
  after: string | null,
  size: number = PAGE_SIZE,
) {
  const operations = db
    .selectFrom('credit_transactions as t')
    .leftJoin('checkout_orders as o', 'o.id', 't.order_id')
    .leftJoin('rentals as r', 'r.id', 't.rental_id')
    .leftJoin('clothing_items as i', 'i.id', 'r.item_id')
    .leftJoin('gift_codes as g', 'g.id', 't.gift_code_id')
    .leftJoin('user_profiles as giver', 'giver.id', 'g.buyer_id')
    // Credits added, or removed when negative; and those that went on hold, or were released.
    .select(['t.id', 't.kind', 't.amount', 't.held', 't.effective_at as at', 't.note'])
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
    .select(sql<boolean>`t.idempotency_key like ${EXTENSION_KEYS}`.as('isExtension'))
    .select(sql<boolean>`t.idempotency_key like ${DATES_CHANGED_KEYS}`.as('isDateChange'))
    .select(['i.id as item_id', 'i.title', 'o.product_type', 'giver.full_name as giver'])
    .where('t.user_id', '=', shopper.id)
  const { rows, next } = await newestPage(operations, {
    by: ['t.effective_at', 't.id'],
    keysOf: (row) => [row.at, row.id],
    from: decodeNewestFirst<CreditTransactionId>(after),
    size,
  })
  let balance = rows[0] ? await balanceAfter(db, shopper, rows[0]) : 0
  return {
    next,
    rows: rows.map(
      ({ note, ordered_cents, billed_cents, item_id, title, product_type, ...row }) => ({
        ...row,
        balance: balanceChange(row),
        paidCents: row.kind === 'purchase' ? ordered_cents : billed_cents,
        item: item_id && title ? { id: item_id, title } : null,
        isForLateReturn: note === LATE_RETURN_NOTE,
        // What was bought, or the plan of a month.
        product: row.kind === 'subscription' ? planIn(note) : product_type,
      }),
    ),
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
  line: { readonly id: CreditTransactionId; readonly at: Date },
): Promise<number> {
  const row = await db
    .selectFrom('credit_transactions')
    .select(sql<number>`coalesce(sum(amount - held), 0)::integer`.as('balance'))
    .where('user_id', '=', shopper.id)
    .where((where) =>
      where(where.refTuple('effective_at', 'id'), '<=', where.tuple(line.at, line.id)),
    )
    .executeTakeFirstOrThrow()
  return row.balance
}

function planIn(note: string | null): ProductType {
  return note === 'subscription_annual' ? 'subscription_annual' : 'subscription_monthly'
}
