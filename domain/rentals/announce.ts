import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue, type RentalEvent } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Mover } from './rental-stage.ts'

/**
 * Part of every command that changes a rental: queues its emails, once for each time it happens.
 */
export async function announce(
  tx: Tx,
  { rentalId, origin }: { readonly rentalId: RentalId; readonly origin: string },
  event: RentalEvent,
  by: Mover,
  /** What tells this time from the others. */
  occurrence: string = newId(),
): Promise<void> {
  await enqueue(tx, 'tell-about-rental', { rentalId, event, origin, by, occurrence })
}
