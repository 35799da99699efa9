import type { Tx } from '#db/connection.ts'
import { restore } from '#domain/credits/credits.ts'
import { resolveDeposit } from '#domain/deposits/deposits.ts'
import { setAvailable } from '#domain/items/items.ts'
import type { LockedRental } from './rental-locks.ts'

/**
 * What follows when a rental has ended, whichever way: the item can be rented again, and the deposit
 * may be due. Part of a command that holds the rental's locks and has written its new state.
 */
export async function freeItem(tx: Tx, rental: LockedRental, now: Date): Promise<void> {
  await setAvailable(tx, rental.item_id, true)
  await resolveDeposit(tx, rental.deposit_id, now)
}

/** Like `freeItem` for a rental that did not come about: its credits return as well. */
export async function undoRental(
  tx: Tx,
  rental: LockedRental,
  fault: 'shopper' | 'other',
  now: Date,
): Promise<void> {
  await restore(
    tx,
    { userId: rental.renter_id, rentalId: rental.id, fault, reopened: rental.reopened },
    now,
  )
  await freeItem(tx, rental, now)
}
