import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue, type RentalEvent } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import { recordRentalEvent } from './rental-events.ts'
import type { Mover } from './rental-stage.ts'

/**
 * Part of every command that changes a rental, once it is written: queues its emails, once for each
 * time it happens, and the webhooks of its closet.
 */
export async function announce(
  tx: Tx,
  { rentalId, origin }: { readonly rentalId: RentalId; readonly origin: string },
  event: RentalEvent,
  by: Mover,
  now: Date,
  /** What tells this time from the others. */
  occurrence: string = newId(),
): Promise<void> {
  await enqueue(tx, 'tell-about-rental', { rentalId, event, origin, by, occurrence })
  await recordRentalEvent(tx, { rentalId, event, by }, now)
}
