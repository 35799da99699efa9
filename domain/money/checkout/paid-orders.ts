import type { Db } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { OrderId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import { paymentMethodInWords } from './payment-method-words.ts'

/** A completed purchase, as its receipt shows it. Renewals of a plan have Stripe's invoices. */
export type PaidOrder = {
  readonly id: OrderId
  readonly product: ProductType
  readonly amountCents: number
  /** The part of the amount that is tax; null when it is not known. */
  readonly taxCents: number | null
  /** 'Visa ending in 4242'; null when it is not known. */
  readonly paymentMethod: string | null
  readonly credits: number
  readonly paidAt: Date
}

/** A page of someone's completed purchases, newest first. */
export async function paidOrders(
  db: Db,
  shopper: Shopper,
  after: string | null,
): Promise<Page<PaidOrder>> {
  const from = decodeNewestFirst<OrderId>(after)
  let query = ownPaidOrders(db, shopper)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
  if (from)
    query = query.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(await query.execute(), newestFirstKeys)
  return { rows: rows.map(shape), next }
}

/** One completed purchase of this shopper; null for any other. */
export async function findPaidOrder(
  db: Db,
  shopper: Shopper,
  id: OrderId,
): Promise<PaidOrder | null> {
  const row = await ownPaidOrders(db, shopper).where('id', '=', id).executeTakeFirst()
  return row ? shape(row) : null
}

function ownPaidOrders(db: Db, shopper: Shopper) {
  return db
    .selectFrom('checkout_orders')
    .select(['id', 'product_type', 'amount_cents', 'credits', 'paid_at', 'created_at'])
    .select(['tax_cents', 'payment_method', 'card_last4'])
    .where('user_id', '=', shopper.id)
    .where('status', '=', 'fulfilled')
}

type Row = Awaited<ReturnType<ReturnType<typeof ownPaidOrders>['execute']>>[number]

function shape(row: Row): PaidOrder {
  return {
    id: row.id,
    product: row.product_type,
    amountCents: row.amount_cents,
    taxCents: row.tax_cents,
    paymentMethod: paymentMethodInWords(row.payment_method, row.card_last4),
    credits: row.credits,
    paidAt: row.paid_at ?? row.created_at,
  }
}
