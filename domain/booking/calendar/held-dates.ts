import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, OrderId, PersonId } from '#db/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import type { DateRange } from './rentable-on.ts'

// Dates that are held for somebody who pays: a booked period with an end. All parts are called under
// the lock of the item.

type Held = DateRange & {
  readonly itemId: ItemId
  /** The turnaround that the rental will hold after its last day, in days. */
  readonly turnaroundDays: number
}

/**
 * Holds dates while an order is paid. The caller has checked that the shopper can rent them, so days
 * that are booked are those of the shopper's own offer, which holds them already.
 */
export async function holdDates(
  tx: Tx,
  shopperId: PersonId,
  orderId: OrderId,
  held: Held & { readonly until: Date },
): Promise<void> {
  await tx
    .insertInto('booked_periods')
    .values({
      item_id: held.itemId,
      period: periodOf(held),
      order_id: orderId,
      held_for: shopperId,
      held_until: held.until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stops holding dates of these items for an order. Returns those that were held, by id. */
export async function releaseHeldDates(
  tx: Tx,
  orderId: OrderId,
  itemIds: readonly ItemId[],
): Promise<readonly ItemId[]> {
  const released = await tx
    .deleteFrom('booked_periods')
    .where('order_id', '=', orderId)
    .where('item_id', 'in', itemIds)
    .returning('item_id')
    .execute()
  return released.map(({ item_id }) => item_id).toSorted()
}

/**
 * Part of renting, before the days are written: the days that are held for the shopper become those
 * of the rental. Returns whether there were such; afterwards the rest of them may be free.
 */
export async function takeHeldDates(tx: Tx, shopperId: PersonId, rented: Held): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('booked_periods as b')
    .using('clothing_items as i')
    .whereRef('i.id', '=', 'b.item_id')
    .where('b.item_id', '=', rented.itemId)
    .where('b.held_for', '=', shopperId)
    .where(sql<boolean>`(not i.advance_booking or b.period && ${periodOf(rented)}::daterange)`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function periodOf({ start, end, turnaroundDays }: Held): string {
  return `[${start},${addDays(end, turnaroundDays)}]`
}
