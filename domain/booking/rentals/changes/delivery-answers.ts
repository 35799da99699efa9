import type { Updateable } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Rentals } from '#db/types.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import { lockRental, moverOf } from '#domain/booking/rentals/records/rental-locks.ts'
import { checkNotOut, type StillOut } from '#domain/booking/rentals/records/still-out.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { StepOn } from './take-step.ts'

// The renter's answer when a rental's days have passed and nobody marked it as delivered.

export type AnswerProblem =
  | { readonly reason: 'rental-not-found' }
  /** It was marked or cancelled in the meantime, or its last day has not passed yet. */
  | { readonly reason: 'not-asked' }
  | StillOut

type AnswerOn = StepOn & { readonly today: CalendarDate }

/** "It was delivered": the rental counts as delivered, and the closet can record its return. */
export async function confirmDelivery(
  db: Db,
  shopper: Shopper,
  on: AnswerOn,
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  return await answer(db, shopper, on, 'confirm-delivery', now)
}

/**
 * "It never arrived": the closet is informed and can still mark it as delivered. Otherwise the
 * rental is cancelled when the time to answer is over.
 */
export async function denyDelivery(
  db: Db,
  shopper: Shopper,
  on: AnswerOn,
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  return await answer(db, shopper, on, 'deny-delivery', now)
}

async function answer(
  db: Db,
  shopper: Shopper,
  on: AnswerOn,
  move: 'confirm-delivery' | 'deny-delivery',
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  const changes: Updateable<Rentals> =
    move === 'confirm-delivery'
      ? {
          status: 'delivered',
          delivery_status: 'delivered',
          delivered_at: now,
          delivered_by: shopper.id,
        }
      : { handover_denied_at: now }
  return await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, on.rentalId)
    if (!rental || moverOf(shopper, rental) !== 'renter')
      return refused({ reason: 'rental-not-found' })
    if (!mayMove(move, 'renter', rental, on.today)) return refused({ reason: 'not-asked' })
    if (move === 'deny-delivery' && rental.handover_denied_at) return done(null)
    if (move === 'confirm-delivery') {
      const free = await checkNotOut(tx, rental)
      if (!free.ok) return free
    }
    const isFreed = await dropProposal(tx, rental, now)
    await tx.updateTable('rentals').set(changes).where('id', '=', rental.id).execute()
    if (isFreed) await offerFreedPeriod(tx, rental.item_id, now)
    const before = { status: rental.status }
    const line = { action: move, noun: 'rental', nounId: rental.id, before, after: changes }
    await recordAction(tx, shopper, line, now)
    await announce(tx, on, move, 'renter', now)
    return done(null)
  })
}
