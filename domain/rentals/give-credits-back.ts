import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { restorePart } from '#domain/credits/credits.ts'
import { earnRental } from '#domain/payouts/payouts.ts'
import type { LockedRental } from './rental-locks.ts'

// What a return request means for its rental. The requests themselves are a noun above this one.

/** The credits that an accepted return request gives back; 0 without one. */
export async function creditsToGiveBack(read: DbOrTx, rentalId: RentalId): Promise<number> {
  const request = await read
    .selectFrom('return_requests')
    .select('credits_back')
    .where('rental_id', '=', rentalId)
    .executeTakeFirst()
  return request?.credits_back ?? 0
}

/** SQL: the renter of `r` has not asked to send it back, or was refused, or withdrew the request. */
export const isNotReturnRequested = sql<boolean>`not exists (select from return_requests q
  where q.rental_id = r.id and q.status in ('open', 'contested', 'accepted'))`

/** Whether its renter wants to send it back, and was neither refused nor thought better of it. */
export async function isReturnRequested(read: DbOrTx, rentalId: RentalId): Promise<boolean> {
  const request = await read
    .selectFrom('return_requests')
    .select('status')
    .where('rental_id', '=', rentalId)
    .where('status', 'in', ['open', 'contested', 'accepted'])
    .executeTakeFirst()
  return request !== undefined
}

/**
 * A completed rental earns nothing while its return request is not decided, or the closet could be
 * paid for credits that go back afterwards; then it earns those that do not go back. Part of a
 * command that holds the rental's locks.
 */
export async function earnUnlessUndecided(
  tx: Tx,
  rental: LockedRental,
  reviewedAt: Date,
  now: Date,
): Promise<void> {
  const request = await tx
    .selectFrom('return_requests')
    .select(['credits_back', 'decided_at'])
    .where('rental_id', '=', rental.id)
    .executeTakeFirst()
  if (request && !request.decided_at) return
  await earnRental(tx, rental, { creditsBack: request?.credits_back ?? 0, reviewedAt }, now)
}

/**
 * Gives the credits of an accepted return request back, once the item is. Who is at fault for
 * credits that have expired since follows from the reason: nobody chooses what is not as described.
 * Part of a command that holds the rental's locks and has written its return; false when there is
 * nothing to give back.
 */
export async function giveCreditsBack(tx: Tx, rental: LockedRental, now: Date): Promise<boolean> {
  const request = await tx
    .selectFrom('return_requests')
    .select(['reason', 'credits_back'])
    .where('rental_id', '=', rental.id)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (!request) return false
  const { renter_id: userId, id: rentalId, reopened } = rental
  const fault = request.reason === 'not_as_described' ? 'other' : 'shopper'
  const restored = { userId, rentalId, reopened, fault, credits: request.credits_back } as const
  await restorePart(tx, restored, now)
  return true
}
