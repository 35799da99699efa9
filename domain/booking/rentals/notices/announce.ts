import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue, type RentalEvent } from '#db/jobs.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import { newId } from '#domain/shared/ids.ts'
import { recordRentalEvent } from './rental-events.ts'

/**
 * Part of every command that changes a rental, called once the rental is written: queues the emails
 * about the event, once per occurrence, and the closet's webhooks.
 */
export async function announce(
  tx: Tx,
  { rentalId, origin }: { readonly rentalId: RentalId; readonly origin: string },
  event: RentalEvent,
  by: Mover,
  now: Date,
  /** Distinguishes this occurrence of the event from others. */
  occurrence: string = newId(),
): Promise<void> {
  await enqueue(tx, 'tell-about-rental', { rentalId, event, origin, by, occurrence })
  await recordRentalEvent(tx, { rentalId, event, by }, now)
}
