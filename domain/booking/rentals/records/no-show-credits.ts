import type { DbOrTx, Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { firstWeek } from '#domain/booking/rentals/stage/quote.ts'
import { restorePart } from '#domain/money/credits/credits.ts'
import { earnRental, takeBackRental } from '#domain/money/payouts/payouts.ts'
import type { LockedRental } from './rental-locks.ts'

// The credits of a rental whose renter did not come (spec 5.13). Each function is part of a command
// that holds the rental's locks.

type Ended = Pick<
  LockedRental,
  'id' | 'renter_id' | 'owner_id' | 'reopened' | 'total_credits' | 'credits_per_day'
> & { readonly cents_per_credit: number }

/** The renter gets back what is beyond the first week, and the closet earns that week. */
export async function keepFirstWeek(tx: Tx, rental: Ended, now: Date): Promise<void> {
  const { renter_id: userId, id: rentalId, reopened } = rental
  const credits = rental.total_credits - firstWeek(rental.credits_per_day)
  await restorePart(tx, { userId, rentalId, reopened, credits, because: 'no-show' }, now)
  await earnFirstWeek(tx, rental, now, now)
}

/** Also once a case about it is decided for the closet. */
export async function earnFirstWeek(
  tx: Tx,
  rental: Ended,
  endedAt: Date,
  now: Date,
): Promise<void> {
  const creditsBack = rental.total_credits - firstWeek(rental.credits_per_day)
  await earnRental(tx, rental, { creditsBack, reviewedAt: endedAt }, now)
}

/** Undoes it: everything is back, so that the reopened rental is paid again. */
export async function giveFirstWeekBack(tx: Tx, rental: Ended, now: Date): Promise<void> {
  const { renter_id: userId, id: rentalId, reopened } = rental
  const credits = firstWeek(rental.credits_per_day)
  const after = rental.total_credits - credits
  await takeBackRental(tx, rentalId, now)
  const part = { credits, after, because: 'no-show-undone' } as const
  await restorePart(tx, { userId, rentalId, reopened, ...part }, now)
}

/** A case about a rental can be opened once, and this one had a case when it was delivered. */
export async function hadCase(read: DbOrTx, rentalId: RentalId): Promise<boolean> {
  const row = await read
    .selectFrom('return_requests')
    .select('rental_id')
    .where('rental_id', '=', rentalId)
    .executeTakeFirst()
  return row !== undefined
}
