import type { Tx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

/**
 * Updates the live rentals of items that pass to an admin: their owner is always the lister, and
 * listings of admins earn nothing.
 */
export async function transferLiveRentals(
  tx: Tx,
  { from, to }: { readonly from: PersonId; readonly to: PersonId },
): Promise<void> {
  await tx
    .updateTable('rentals')
    .set({ owner_id: to, cents_per_credit: 0 })
    .where('owner_id', '=', from)
    .where('status', 'in', liveRentalStatuses)
    .execute()
}
