import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalCheckoutStatus } from '#db/enums.ts'
import type { ItemId, OrderId, PersonId } from '#db/ids.ts'
import { releaseHeldDates } from '#domain/booking/calendar/calendar.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'

// The ends of a rental checkout without a rental, and of the time for which its dates are held.

const BATCH_SIZE = 200

/** Locks the item of a checkout, and returns it with its status. */
export async function lockItemOfCheckout(
  tx: Tx,
  orderId: OrderId,
): Promise<{ readonly itemId: ItemId; readonly status: RentalCheckoutStatus } | null> {
  const found = await tx
    .selectFrom('rental_checkouts')
    .select('item_id as itemId')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!found) return null
  await sql`select from clothing_items where id = ${found.itemId} for no key update`.execute(tx)
  const { status } = await tx
    .selectFrom('rental_checkouts')
    .select('status')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { itemId: found.itemId, status }
}

/** Somebody left the payment page, or it was never opened: the dates are free for others. */
export async function leaveCheckout(db: Db, orderId: OrderId, now: Date): Promise<void> {
  await inTransaction(db, (tx) => endCheckout(tx, orderId, { status: 'left' }, now))
}

/** Part of ending an open checkout without a rental. An ended one stays as it is. */
export async function endCheckout(
  tx: Tx,
  orderId: OrderId,
  ending: { readonly status: 'left' } | { readonly status: 'refused'; readonly problem: string },
  now: Date,
): Promise<boolean> {
  const checkout = await lockItemOfCheckout(tx, orderId)
  if (checkout?.status !== 'open') return false
  await tx
    .updateTable('rental_checkouts')
    .set({ ...ending, ended_at: now })
    .where('order_id', '=', orderId)
    .execute()
  if (await releaseHeldDates(tx, orderId)) await offerFreedPeriod(tx, checkout.itemId, now)
  return true
}

/** The timer of held dates: frees them, unless they are rented or the payment was left. */
export async function endHeldDates(db: Db, orderId: OrderId, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const checkout = await lockItemOfCheckout(tx, orderId)
    const due = await tx
      .selectFrom('booked_periods')
      .select('order_id')
      .where('order_id', '=', orderId)
      .where('held_until', '<=', now)
      .executeTakeFirst()
    if (!checkout || !due) return
    await releaseHeldDates(tx, orderId)
    await offerFreedPeriod(tx, checkout.itemId, now)
  })
}

/** Frees dates whose timer was lost. Returns how many. */
export async function endDueHeldDates(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('booked_periods')
    .select('order_id')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .limit(BATCH_SIZE)
    .execute()
  for (const { order_id: orderId } of due) if (orderId) await endHeldDates(db, orderId, now)
  return due.length
}

/** Ends checkouts whose payment page closed without a payment. Returns how many. */
export async function leaveExpiredCheckouts(db: Db, now: Date): Promise<number> {
  const expired = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .select('c.order_id')
    .where('c.status', '=', sql.lit('open' as const))
    .where('o.status', '=', sql.lit('expired' as const))
    .orderBy('c.created_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { order_id: orderId } of expired) await leaveCheckout(db, orderId, now)
  return expired.length
}

/** Part of closing an account: frees the dates that are held for the person. */
export async function leaveRentalCheckoutsOf(tx: Tx, personId: PersonId, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('rental_checkouts')
    .select('order_id')
    .where('shopper_id', '=', personId)
    .where('status', '=', sql.lit('open' as const))
    .execute()
  for (const { order_id: orderId } of open) await endCheckout(tx, orderId, { status: 'left' }, now)
}
