import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { undoRental } from '#domain/booking/rentals/records/end-rental.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

type CancelProblem = { readonly reason: 'rental-not-found' } | { readonly reason: 'too-late' }

/**
 * Cancels a rental that has not been delivered: the credits return to their lots and the item is
 * available again. Allowed to its renter, its owner and admins; others are told that there is no
 * such rental.
 */
export async function cancelRental(
  db: Db,
  person: Person,
  what: { readonly rentalId: RentalId; readonly origin: string },
  now: Date,
): Promise<Outcome<null, CancelProblem>> {
  const { rentalId } = what
  return await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    const mover = rental && (await currentMover(tx, person, rental))
    if (!rental || !mover) return refused({ reason: 'rental-not-found' })
    if (rental.status === 'cancelled') return done(null)
    if (!mayMove('cancel', mover, rental)) return refused({ reason: 'too-late' })
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
    // While the item is late, and once the closet has not answered, it costs the renter nothing.
    const isFree = rental.at_risk_since !== null || isAnswerOver(rental, now)
    const fault = mover === 'renter' && !isFree ? 'shopper' : 'other'
    await undoRental(tx, rental, fault, now)
    const { status: before } = rental
    const states = { before: { status: before }, after: { status: 'cancelled' } }
    const act = { action: 'cancel', noun: 'rental', nounId: rentalId, ...states }
    await recordAction(tx, person, act, now)
    await announce(tx, what, 'cancel', mover, now)
    return done(null)
  })
}
