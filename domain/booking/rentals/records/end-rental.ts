import type { Tx } from '#db/connection.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable } from '#domain/catalogue/items/items.ts'
import { restore } from '#domain/money/credits/credits.ts'
import { resolveDeposit } from '#domain/money/deposits/deposits.ts'
import { earnUnlessUndecided } from './give-credits-back.ts'
import type { LockedRental } from './rental-locks.ts'

/**
 * The effects common to every end of a rental: the item is available again, the deposit may be due
 * for refund, and the freed days are offered to the waitlist. Part of a command that holds the
 * rental's locks and has written its new state.
 */
export async function freeItem(tx: Tx, rental: LockedRental, now: Date): Promise<void> {
  await updateAvailable(tx, rental.item_id)
  await resolveDeposit(tx, rental.deposit_id, now)
  await offerFreedPeriod(tx, rental.item_id, now)
}

/**
 * Like `freeItem`, for a rental that took place and was reviewed: the closet also earns its
 * credits, or will once an open return request is decided.
 */
export async function completeRental(tx: Tx, rental: LockedRental, now: Date): Promise<void> {
  await earnUnlessUndecided(tx, rental, now, now)
  await freeItem(tx, rental, now)
}

/** Like `freeItem`, for a rental that did not take place: its credits are refunded too. */
export async function undoRental(tx: Tx, rental: LockedRental, now: Date): Promise<void> {
  const { renter_id: userId, id: rentalId, reopened } = rental
  await restore(tx, { userId, rentalId, reopened }, now)
  await freeItem(tx, rental, now)
}
