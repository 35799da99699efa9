import type { Tx } from '#db/connection.ts'
import { enqueue, type RentalNews } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Mover } from './rental-stage.ts'

/** Part of every command that changes a rental: the mails about it, once for each time it happens. */
export async function announce(
  tx: Tx,
  { rentalId, origin }: { readonly rentalId: string; readonly origin: string },
  news: RentalNews,
  by: Mover,
): Promise<void> {
  await enqueue(tx, 'tell-about-rental', { rentalId, news, origin, by, event: newId() })
}
