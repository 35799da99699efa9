import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ReturnRequestStatus } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { restorePart } from '#domain/money/credits/credits.ts'
import { earnRental } from '#domain/money/payouts/payouts.ts'
import type { LockedRental } from './rental-locks.ts'

// The effects of a return request on its rental. The requests are in domain/return-requests.

/** The credits that an accepted return request gives back; 0 without one. */
export async function creditsToGiveBack(read: DbOrTx, rentalId: RentalId): Promise<number> {
  const request = await read
    .selectFrom('return_requests')
    .select('credits_back')
    .where('rental_id', '=', rentalId)
    .executeTakeFirst()
  return request?.credits_back ?? 0
}

/** SQL: `r` has no return request, or only one that was refused or withdrawn. */
export const isNotReturnRequested = sql<boolean>`not exists (select from return_requests q
  where q.rental_id = r.id and q.status in ('open', 'contested', 'accepted'))`

/** SQL: `r` is back because it was not as described, and its credits are restored. */
export const isBackNotAsDescribed = sql<boolean>`(r.return_status = 'returned'
  and exists (select from return_requests q where q.rental_id = r.id
    and q.status = 'accepted' and q.reason = 'not_as_described'))`

/** SQL: the status of the case about it that the renter of `r` did not come; null without one. */
export const noShowCase = sql<ReturnRequestStatus | null>`(select q.status from return_requests q
  where q.rental_id = r.id and q.reason = 'no_show')`

/** Whether it has a return request that was neither refused nor withdrawn. */
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
 * Records what the closet earns for a completed rental: nothing while a return request is
 * undecided, since credits may still be restored; then the credits that are not restored. Part of a
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
 * Restores the credits of an accepted return request once the item is returned. Part of a command
 * that holds the rental's locks and has written its return; false when there is nothing to restore.
 */
export async function giveCreditsBack(tx: Tx, rental: LockedRental, now: Date): Promise<boolean> {
  const request = await tx
    .selectFrom('return_requests')
    .select(['credits_back', 'reason'])
    .where('rental_id', '=', rental.id)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (!request) return false
  const { renter_id: userId, id: rentalId, reopened } = rental
  const part = {
    credits: request.credits_back,
    // What came back when the renter did not come.
    after: request.reason === 'no_show' ? rental.total_credits - request.credits_back : 0,
    because: 'return-request' as const,
  }
  await restorePart(tx, { userId, rentalId, reopened, ...part }, now)
  return true
}
