import type { Tx } from '#db/connection.ts'
import type { AutomaticAcceptance, ChosenHandover } from '#db/enums.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { enqueue, type Jobs } from '#db/jobs.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { recordRentalEvent } from '#domain/booking/rentals/notices/rental-events.ts'
import { hasCompletedRental } from '#domain/catalogue/items/items.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { hasConsentDue } from '#domain/site/legal/legal.ts'

type Requested = {
  readonly ownerId: PersonId
  readonly renterId: PersonId
  readonly accepts: AutomaticAcceptance
  readonly handover: ChosenHandover | null
}

/**
 * Part of a request, under the lock of its item: whether its closet accepts it automatically (spec
 * 4.11). Never where the closet has to arrange how the renter gets it, nor before the closet has
 * agreed to the terms in force.
 */
export async function isAcceptedAtOnce(
  tx: Tx,
  { ownerId, renterId, accepts, handover }: Requested,
  now: Date,
): Promise<boolean> {
  if (accepts === 'nobody' || handover === 'ask') return false
  if (accepts === 'returning' && !(await hasCompletedRental(tx, { id: renterId }))) return false
  return !(await hasConsentDue(tx, { id: ownerId }, now))
}

/** The columns of a new rental. */
export function acceptedAtOnce(isAccepted: boolean, now: Date) {
  return isAccepted ? ({ status: 'confirmed', confirmed_at: now } as const) : {}
}

/** Part of a request, once its rental is written: one email to each side says what has happened. */
export async function announceRequest(
  tx: Tx,
  on: { readonly rentalId: RentalId; readonly origin: string },
  isAccepted: boolean,
  now: Date,
): Promise<void> {
  if (!isAccepted) return await announce(tx, on, 'request', 'renter', now)
  const states = { before: { status: 'pending' }, after: { status: 'confirmed' } }
  const act = { action: 'accept', noun: 'rental', nounId: on.rentalId, ...states }
  await recordAction(tx, null, act, now)
  await queueAcceptanceMessage(tx, on.rentalId, null)
  await recordRentalEvent(tx, { rentalId: on.rentalId, event: 'request', by: 'renter' }, now)
  await announce(tx, on, 'accept', 'system', now)
}

type Written = NonNullable<Jobs['send-acceptance-message']['written']>

/** Part of an acceptance. An empty text that was written beside it means no message. */
export async function queueAcceptanceMessage(
  tx: Tx,
  rentalId: RentalId,
  written: Written | null,
): Promise<void> {
  if (written?.body.trim() === '') return
  const job = { rentalId, requestKey: newId(), ...(written && { written }) }
  await enqueue(tx, 'send-acceptance-message', job)
}
