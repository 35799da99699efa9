import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ListingImportPhotoId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { storable } from '#domain/shared/plain-text.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 100
const MAX_NAME = 200

/**
 * Stores a file that was sent with a file of listings until a job reads it as a photo; its contents
 * are not inspected before that. Without an import it is removed after a day.
 */
export async function storeSentPhoto(
  db: Db,
  store: ImageStore,
  owner: ClosetOwner,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  now: Date,
): Promise<ListingImportPhotoId> {
  const id: ListingImportPhotoId = newId()
  // Insert the row first: a file without a row would never be removed.
  await db
    .insertInto('listing_import_photos')
    .values({
      id,
      owner_id: owner.id,
      file_name: shownName(fileName),
      source_hash: createHash('sha256').update(bytes).digest('hex'),
      sent_at: now,
    })
    .execute()
  await store.put(sentPhotoKey(id), bytes, 'application/octet-stream')
  return id
}

export function sentPhotoKey(id: ListingImportPhotoId): string {
  return `imports/${id}/photo.upload`
}

/** Shortens a long path to its end, which is more telling than its beginning. */
export function shownName(fileName: string): string {
  return storable(fileName)
    .replaceAll(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
}

/** Removes a batch of files of incomplete uploads and of removed imports. Returns how many. */
export async function removeSentPhotos(db: Db, store: ImageStore, now: Date): Promise<number> {
  const left = await db
    .selectFrom('listing_import_photos')
    .select('id')
    .where('import_id', 'is', null)
    .where('sent_at', '<', new Date(now.getTime() - DAY_MS))
    .orderBy('sent_at')
    .limit(sql.lit(BATCH_SIZE))
    .execute()
  for (const { id } of left) {
    await store.delete(sentPhotoKey(id))
    await db.deleteFrom('listing_import_photos').where('id', '=', id).execute()
  }
  return left.length
}
