import type { Tx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

/** Updates the live rentals of items whose lister changes: their owner is always the lister. */
export async function transferLiveRentals(
  tx: Tx,
  { from, to }: { readonly from: PersonId; readonly to: PersonId },
): Promise<void> {
  await tx
    .updateTable('rentals')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('status', 'in', liveRentalStatuses)
    .execute()
}
