import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { paymentMethodInWords } from './payment-method-words.ts'

/**
 * A page of someone's completed purchases, newest first, as their receipts show them. Renewals of a
 * plan have Stripe's invoices.
 */
export async function paidOrders(db: Db, shopper: Shopper, after: string | null) {
  const { rows, next } = await newestPage(ownPaidOrders(db, shopper), {
    by: ['created_at', 'id'],
    keysOf: (row) => [row.created_at, row.id],
    from: decodeNewestFirst<OrderId>(after),
  })
  return { rows: rows.map(shape), next }
}

/** One completed purchase of this shopper; null for any other. */
export async function findPaidOrder(db: Db, shopper: Shopper, id: OrderId) {
  const row = await ownPaidOrders(db, shopper).where('id', '=', id).executeTakeFirst()
  return row ? shape(row) : null
}

function ownPaidOrders(db: Db, shopper: Shopper) {
  return (
    db
      .selectFrom('checkout_orders')
      .select(['id', 'product_type as product', 'amount_cents as amountCents', 'credits'])
      // The part of the amount that is tax; null when it is not known.
      .select(['tax_cents as taxCents', 'payment_method', 'card_last4', 'created_at'])
      .select(sql<Date>`coalesce(paid_at, created_at)`.as('paidAt'))
      .where('user_id', '=', shopper.id)
      .where('status', '=', 'fulfilled')
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof ownPaidOrders>['execute']>>[number]

/** 'Visa ending in 4242'; null when it is not known. */
function shape({ payment_method, card_last4, created_at: _, ...order }: Row) {
  return { ...order, paymentMethod: paymentMethodInWords(payment_method, card_last4) }
}
