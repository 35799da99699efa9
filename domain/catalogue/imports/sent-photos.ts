import { createHash } from 'node:crypto'
import { type Db, violatedConstraint } from '#db/connection.ts'
import type { ListingImportPhotoId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { storable } from '#domain/shared/plain-text.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import { unreadableType } from '#gateways/images/reencode.ts'

/** Longer than any request works. */
const HOUR_MS = 3_600_000
const BATCH_SIZE = 100
const MAX_NAME = 200

/**
 * Stores a file that was sent with a file of listings until a job reads it as a photo. Of a file that
 * is no photo by its first bytes, only that is stored. Without an import it is removed by
 * `discardSentPhotos`, or after an hour if that was interrupted.
 */
export async function storeSentPhoto(
  db: Db,
  store: ImageStore,
  owner: ClosetOwner,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  now: Date,
): Promise<Outcome<ListingImportPhotoId, NoRoom>> {
  const id: ListingImportPhotoId = newId()
  const problem = await unreadableType(bytes)
  try {
    // Insert the row first: a file without a row would never be removed.
    await db
      .insertInto('listing_import_photos')
      .values({
        id,
        owner_id: owner.id,
        file_name: shownName(fileName),
        source_hash: createHash('sha256').update(bytes).digest('hex'),
        sent_at: now,
        ...(problem ? { problem, read_at: now } : { bytes: bytes.byteLength }),
      })
      .execute()
  } catch (error) {
    if (!violatedConstraint(error)?.startsWith('closet_keeps_at_most')) throw error
    return refused({ reason: 'no-room' })
  }
  try {
    if (!problem) await store.put(sentPhotoKey(id), bytes, 'application/octet-stream')
  } catch (error) {
    // If this fails too, `removeSentPhotos` does it.
    await discardSentPhotos(db, store, [id]).catch(() => {})
    throw error
  }
  return done(id)
}

/** The closet has as many photos in imports that no item shows yet as it can have. */
type NoRoom = { readonly reason: 'no-room' }

/** Removes files of a form that did not become an import. */
export async function discardSentPhotos(
  db: Db,
  store: ImageStore,
  ids: readonly ListingImportPhotoId[],
): Promise<void> {
  for (const id of ids) {
    await store.delete(sentPhotoKey(id))
    await db
      .deleteFrom('listing_import_photos')
      .where('id', '=', id)
      .where('import_id', 'is', null)
      .execute()
  }
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
    .where('sent_at', '<', new Date(now.getTime() - HOUR_MS))
    .orderBy('sent_at')
    .limit(BATCH_SIZE)
    .execute()
  await discardSentPhotos(
    db,
    store,
    left.map(({ id }) => id),
  )
  return left.length
}
