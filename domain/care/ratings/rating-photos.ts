import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { releaseImagesOf } from '#domain/catalogue/images/images.ts'

/** Part of closing an account: its ratings stay without a name, and their photos are removed. */
export async function removeRatingPhotosOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.updateTable('ratings').set({ image_ids: [] }).where('writer_id', '=', personId).execute()
  await releaseImagesOf(tx, personId, 'rating')
}
