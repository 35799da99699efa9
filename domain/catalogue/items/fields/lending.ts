import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { updateAvailable } from './availability.ts'

/** How an item is lent. */
export type Lending = {
  /** Whether it takes several rentals ahead; otherwise one at a time. */
  readonly advanceBooking: boolean
  /** Days that are held after each new rental, 0 to 14. */
  readonly turnaroundDays: number
}

/** The columns that store how an item is lent. */
export function lendingColumns({ advanceBooking, turnaroundDays }: Lending) {
  return { advance_booking: advanceBooking, turnaround_days: turnaroundDays }
}

/**
 * Part of a command that has locked the items: sets how they are lent from now on. Existing rentals
 * keep their days and turnaround. An item that can no longer be booked ahead is available only
 * while none of its rentals is live, and waitlist offers that can no longer be accepted are
 * withdrawn. The command has to offer days that this frees.
 */
export async function writeLending(
  tx: Tx,
  items: readonly ItemId[],
  lending: Lending,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('clothing_items')
    .set({ ...lendingColumns(lending), updated_at: now })
    .where('id', 'in', items)
    .execute()
  await updateAvailable(tx, ...items)
  if (!lending.advanceBooking) await withdrawOffers(tx, items, now)
}

/** How the lister's newest item is lent, for the form of the next one; null without items. */
export async function newestLending(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
): Promise<Lending | null> {
  const row = await db
    .selectFrom('clothing_items')
    .select(['advance_booking as advanceBooking', 'turnaround_days as turnaroundDays'])
    .where('business_id', '=', lister.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
