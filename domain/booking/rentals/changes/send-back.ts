import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import {
  type HandoverProblem,
  type HandoverWords,
  writeHandover,
} from '#domain/booking/rentals/records/handovers.ts'
import {
  type Decision,
  lastDecided,
  nameDecision,
} from '#domain/booking/rentals/records/last-decision.ts'
import { lockRental, moverOf } from '#domain/booking/rentals/records/rental-locks.ts'
import { MAX_TRACKING_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { mayMove, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { clearRisk } from './late-returns.ts'
import type { StepOn } from './take-step.ts'

export type SendBackProblem =
  | { readonly reason: 'rental-not-found' }
  /** It was not delivered, or the rental was cancelled. */
  | { readonly reason: 'not-with-renter' }
  /** Its return has been recorded in the meantime. */
  | { readonly reason: 'already-decided'; readonly decided: Decision }
  | { readonly reason: 'tracking-too-long' }
  | HandoverProblem

export type SendBack = StepOn & { readonly today: CalendarDate } & Pick<
    HandoverWords,
    'imageIds'
  > & {
    /** The carrier's tracking number; '' for none. */
    readonly tracking: string
  }

/**
 * The renter has posted the item or handed it over: this day counts as the day of the return, so
 * nobody can mark it as late any more. The rental goes on until its owner records the return.
 * Sending back again changes nothing. The next rental of the item is at risk only if it starts by
 * tomorrow.
 */
export async function sendBack(
  db: Db,
  shopper: Shopper,
  on: SendBack,
  now: Date,
): Promise<Outcome<null, SendBackProblem>> {
  const tracking = on.tracking.trim()
  if ([...tracking].length > MAX_TRACKING_CHARACTERS)
    return refused({ reason: 'tracking-too-long' })
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const rental = await lockRental(tx, on.rentalId)
    if (!rental || moverOf(shopper, rental) !== 'renter')
      return refused({ reason: 'rental-not-found' })
    // Any day will do: it does not matter whether the last day has passed.
    const stage = stageOf(rental, rental.start_date)
    if (stage === 'sent-back') return done(null)
    const decided = rental.returned_at && lastDecided(rental)
    if (decided)
      return refused({ reason: 'already-decided', decided: await nameDecision(tx, decided) })
    if (!mayMove('send-back', 'renter', rental)) return refused({ reason: 'not-with-renter' })
    const noted = await writeHandover(tx, shopper, rental.id, 'sent_back', on, now)
    if (!noted.ok) return rollBack(noted)
    const changes = { sent_back_at: now, sent_back_tracking: tracking || null }
    await tx.updateTable('rentals').set(changes).where('id', '=', rental.id).execute()
    const act = { action: 'send-back', noun: 'rental', nounId: rental.id, after: changes }
    await recordAction(tx, shopper, act, now)
    await announce(tx, on, 'send-back', 'renter', now)
    const startingAfter = addDays(on.today, 1)
    await clearRisk(tx, rental.id, { now, origin: on.origin, startingAfter })
    return done(null)
  })
}
