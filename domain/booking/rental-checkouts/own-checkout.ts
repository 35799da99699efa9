import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, OrderId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { PaidPart } from './refused-words.ts'

type Held = {
  readonly orderId: OrderId
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly until: Date
}

/** The dates of an item that are held for the shopper while they pay. */
export async function heldForShopper(
  db: DbOrTx,
  shopper: Shopper,
  itemId: ItemId,
): Promise<Held | null> {
  const held = await db
    .selectFrom('booked_periods as b')
    .innerJoin('rental_checkouts as c', (join) =>
      join.onRef('c.order_id', '=', 'b.order_id').onRef('c.item_id', '=', 'b.item_id'),
    )
    .select(['c.order_id as orderId', 'c.start_date as start', 'c.end_date as end'])
    .select(sql<Date>`b.held_until`.as('until'))
    .where('b.held_for', '=', shopper.id)
    .where('b.item_id', '=', itemId)
    .executeTakeFirst()
  return held ?? null
}

/** The page from which the shopper began to pay; null if the order is not theirs. */
export async function findReturnTo(
  db: DbOrTx,
  shopper: Shopper,
  orderId: OrderId,
): Promise<string | null> {
  const checkout = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .select('o.return_to as returnTo')
    .where('c.order_id', '=', orderId)
    .where('c.shopper_id', '=', shopper.id)
    .executeTakeFirst()
  return checkout?.returnTo ?? null
}

/** What the payment page of an order sold: credits, a deposit, or credits and then a deposit. */
export async function paidPartsOf(db: DbOrTx, orderId: OrderId): Promise<readonly PaidPart[]> {
  const orders = await db
    .selectFrom('checkout_orders')
    .select(['product_type as product', 'status'])
    .where((order) => order.or([order('id', '=', orderId), order('paid_with', '=', orderId)]))
    .orderBy('paid_with', (order) => order.asc().nullsFirst())
    .execute()
  return orders.map(({ product, status }) => ({ product, isRefunded: status === 'refunded' }))
}
