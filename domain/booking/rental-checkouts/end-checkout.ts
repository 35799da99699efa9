import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalCheckoutStatus } from '#db/enums.ts'
import type { ItemId, OrderId, PersonId, RentalId } from '#db/ids.ts'
import { releaseHeldDates } from '#domain/booking/calendar/calendar.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'

// The ends of the pieces of a rental checkout, and of the time for which their dates are held.

const BATCH_SIZE = 200

type LockedPiece = { readonly itemId: ItemId; readonly status: RentalCheckoutStatus }

/** Locks the items of a checkout in the order of their ids, and returns its pieces. */
async function lockPieces(tx: Tx, orderId: OrderId): Promise<readonly LockedPiece[]> {
  // The items of an order never change.
  await sql`select from clothing_items where id in (
      select item_id from rental_checkouts where order_id = ${orderId})
    order by id for no key update`.execute(tx)
  return await tx
    .selectFrom('rental_checkouts')
    .select(['item_id as itemId', 'status'])
    .where('order_id', '=', orderId)
    .execute()
}

/** Stops holding the dates of these pieces, under the locks of all items of the order. */
async function freeDates(
  tx: Tx,
  orderId: OrderId,
  itemIds: readonly ItemId[],
  now: Date,
): Promise<void> {
  const freed = await releaseHeldDates(tx, orderId, itemIds)
  for (const itemId of freed) await offerFreedPeriod(tx, itemId, now)
}

export type Ending =
  | { readonly status: 'requested'; readonly rentalId: RentalId }
  | { readonly status: 'refused'; readonly problem: string }
  | { readonly status: 'left' }

/**
 * Part of ending open pieces of a checkout: `endingOf` returns how a piece ends, null if it stays
 * open. Ended pieces stay as they are. Returns whether the last open piece has ended with this.
 */
export async function endPieces(
  tx: Tx,
  orderId: OrderId,
  endingOf: (itemId: ItemId) => Ending | null,
  now: Date,
): Promise<boolean> {
  const open = (await lockPieces(tx, orderId)).filter(({ status }) => status === 'open')
  const ended = open.flatMap(({ itemId }) => {
    const ending = endingOf(itemId)
    return ending ? [{ itemId, ending }] : []
  })
  for (const { itemId, ending } of ended)
    await tx
      .updateTable('rental_checkouts')
      .set({
        status: ending.status,
        ended_at: now,
        rental_id: ending.status === 'requested' ? ending.rentalId : null,
        problem: ending.status === 'refused' ? ending.problem : null,
      })
      .where('order_id', '=', orderId)
      .where('item_id', '=', itemId)
      .execute()
  const without = ended.filter(({ ending }) => ending.status !== 'requested')
  await freeDates(
    tx,
    orderId,
    without.map(({ itemId }) => itemId),
    now,
  )
  return ended.length > 0 && ended.length === open.length
}

const leavePieces = (tx: Tx, orderId: OrderId, now: Date) =>
  endPieces(tx, orderId, () => ({ status: 'left' }), now)

/** Somebody left the payment page, or it was never opened: the dates are free for others. */
export async function leaveCheckout(db: Db, orderId: OrderId, now: Date): Promise<void> {
  await inTransaction(db, (tx) => leavePieces(tx, orderId, now))
}

/** The timer of held dates: frees them, unless they are rented or the payment was left. */
export async function endHeldDates(db: Db, orderId: OrderId, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const pieces = await lockPieces(tx, orderId)
    const due = await tx
      .selectFrom('booked_periods')
      .select('order_id')
      .where('order_id', '=', orderId)
      .where('held_until', '<=', now)
      .executeTakeFirst()
    if (!due) return
    await freeDates(
      tx,
      orderId,
      pieces.map(({ itemId }) => itemId),
      now,
    )
  })
}

/** Frees dates whose timer was lost. Returns how many pieces were due. */
export async function endDueHeldDates(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('booked_periods')
    .select('order_id')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .limit(BATCH_SIZE)
    .execute()
  const orders = new Set(due.flatMap(({ order_id: orderId }) => orderId ?? []))
  for (const orderId of orders) await endHeldDates(db, orderId, now)
  return due.length
}

/** Ends checkouts whose payment page closed without a payment. Returns how many pieces they had. */
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
  for (const orderId of new Set(expired.map(({ order_id }) => order_id)))
    await leaveCheckout(db, orderId, now)
  return expired.length
}

/** Part of closing an account: frees the dates that are held for the person. */
export async function leaveRentalCheckoutsOf(tx: Tx, personId: PersonId, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('rental_checkouts')
    .select('order_id')
    .distinct()
    .where('shopper_id', '=', personId)
    .where('status', '=', sql.lit('open' as const))
    .execute()
  for (const { order_id: orderId } of open) await leavePieces(tx, orderId, now)
}
