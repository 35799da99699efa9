import { type Db, inTransaction } from '#db/connection.ts'
import type { ImageId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { isOwnUpload } from './images.ts'

/**
 * Checks that a stored image is an upload of this person. The image is not attached until a command
 * refers to it, and is deleted after a day otherwise.
 */
export async function confirmUpload(
  db: Db,
  person: Person,
  imageId: ImageId,
): Promise<Outcome<ImageId, { readonly reason: 'image-unknown' }>> {
  return await inTransaction<Outcome<ImageId, { readonly reason: 'image-unknown' }>>(
    db,
    async (tx) =>
      (await isOwnUpload(tx, person, imageId))
        ? done(imageId)
        : refused({ reason: 'image-unknown' }),
  )
}
