import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { undoRental } from '#domain/booking/rentals/records/end-rental.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { type RefundAhead, refundAhead } from '#domain/money/credits/credits.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

type CancelProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'too-late' }
  /** Not what the renter has read: a dispute, or a day that has begun since. */
  | { readonly reason: 'refund-changed' }

/**
 * Cancels a rental that has not been delivered: the credits return to their lots and the item is
 * available again. Allowed to its renter, its owner and admins; others are told that there is no
 * such rental.
 */
export async function cancelRental(
  db: Db,
  person: Person,
  what: {
    readonly rentalId: RentalId
    readonly origin: string
    /** The version of the refund that the person has read, if they were told. */
    readonly seen?: string | null
  },
  now: Date,
): Promise<Outcome<null, CancelProblem>> {
  const { rentalId } = what
  return await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    const mover = rental && (await currentMover(tx, person, rental))
    if (!rental || !mover) return refused({ reason: 'rental-not-found' })
    if (rental.status === 'cancelled') return done(null)
    if (!mayMove('cancel', mover, rental)) return refused({ reason: 'too-late' })
    const refund = what.seen ? await refundAhead(tx, lifeOf(rental), now) : null
    if (refund && refund.version !== what.seen) return refused({ reason: 'refund-changed' })
    await dropProposal(tx, rental, now)
    await tx
      .updateTable('rentals')
      .set({
        status: 'cancelled',
        cancellation: mover === 'renter' ? 'by_shopper' : 'by_owner',
        cancelled_at: now,
        cancelled_by: person.id,
      })
      .where('id', '=', rentalId)
      .execute()
    await undoRental(tx, rental, now)
    const { status: before } = rental
    const states = { before: { status: before }, after: { status: 'cancelled' } }
    const act = { action: 'cancel', noun: 'rental', nounId: rentalId, ...states }
    await recordAction(tx, person, act, now)
    await announce(tx, what, 'cancel', mover, now)
    return done(null)
  })
}

/** What cancelling this rental returns to its renter now; null if it is not theirs. */
export async function readRefundAhead(
  read: DbOrTx,
  shopper: Shopper,
  rentalId: RentalId,
  now: Date,
): Promise<RefundAhead | null> {
  const rental = await read
    .selectFrom('rentals')
    .select(['id', 'reopened'])
    .where('id', '=', rentalId)
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  return rental ? await refundAhead(read, lifeOf(rental), now) : null
}

function lifeOf({ id, reopened }: Pick<LockedRental, 'id' | 'reopened'>) {
  return { rentalId: id, reopened }
}
