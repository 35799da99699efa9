import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { releaseImagesOf } from '#domain/images/images.ts'

/** Part of closing an account: what they wrote stays without their name, and their photos go. */
export async function removeRatingPhotosOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.updateTable('ratings').set({ image_ids: [] }).where('writer_id', '=', personId).execute()
  await releaseImagesOf(tx, personId, 'rating')
}
