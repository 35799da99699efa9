import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ImageId, ItemId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import { attachImages, releaseImage } from '#domain/catalogue/images/images.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { readMeasurements } from './measurements.ts'
import { MAX_MORE_PHOTOS } from './photo-limits.ts'

/** The photos of an item `i` after its first one, in their order. */
export const morePhotoIds: RawBuilder<ImageId[]> = sql`array(select p.image_id from item_photos p
  where p.item_id = i.id order by p.place)`

/** What an item's form changes besides its columns. */
export type ListingParts = {
  /** The photos after the first one. */
  readonly photoIds: readonly ImageId[]
  readonly measurements: Measurements | null
}

/** Call this after locking the item: a separate statement sees what was saved meanwhile. */
export async function readListingParts(db: DbOrTx, itemId: ItemId): Promise<ListingParts> {
  const photos = await db
    .selectFrom('item_photos')
    .select('image_id')
    .where('item_id', '=', itemId)
    .orderBy('place')
    .execute()
  return {
    photoIds: photos.map(({ image_id }) => image_id),
    measurements: await readMeasurements(db, itemId),
  }
}

/** Those of the given images that the lister's own items show. */
export async function photosOfOwnItems(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
  ids: readonly ImageId[],
): Promise<readonly ImageId[]> {
  const own = db
    .selectFrom('clothing_items as i')
    .where('i.business_id', '=', lister.id)
    .where('i.deleted_at', 'is', null)
  const found = await own
    .select('i.image_id')
    .where('i.image_id', 'in', ids)
    .union(
      own
        .innerJoin('item_photos as p', 'p.item_id', 'i.id')
        .select('p.image_id')
        .where('p.image_id', 'in', ids),
    )
    .execute()
  return ids.filter((id) => found.some(({ image_id }) => image_id === id))
}

export type PhotoProblem =
  /** The first photo. */
  | { readonly reason: 'image-unknown' }
  /** One of the photos after it. */
  | { readonly reason: 'photo-unknown' }
  | { readonly reason: 'too-many-photos' }

type Photos = { readonly first: ImageId | null; readonly more: readonly ImageId[] }

/**
 * Part of a command that has locked the item: attaches the photos that are new and releases those
 * that are gone, before the item refers to any of them. If this is refused, the command must roll
 * back. Returns whether a photo is new; a photo that only moved is not.
 */
export async function attachPhotos(
  tx: Tx,
  lister: ClosetOwner | Admin,
  { before, after }: { readonly before: Photos; readonly after: Photos },
  now: Date,
): Promise<Outcome<{ readonly isNew: boolean }, PhotoProblem>> {
  const former = all(before)
  const photos = all(after)
  if (photos.length > 1 + MAX_MORE_PHOTOS) return refused({ reason: 'too-many-photos' })
  const added = photos.filter((id) => !former.includes(id))
  const isFirst = (id: ImageId) => id === after.first
  const first = await attachImages(tx, lister, added.filter(isFirst), 'item', now)
  if (!first.ok) return first
  const others = added.filter((id) => !isFirst(id))
  if (!(await attachImages(tx, lister, others, 'item', now)).ok)
    return refused({ reason: 'photo-unknown' })
  for (const id of former) if (!photos.includes(id)) await releaseImage(tx, id)
  return done({ isNew: added.length > 0 })
}

/** Part of a command that has attached the photos and set the first: stores the others in order. */
export async function writeMorePhotos(tx: Tx, itemId: ItemId, photos: Photos): Promise<void> {
  const more = morePhotosOf(photos)
  await tx.deleteFrom('item_photos').where('item_id', '=', itemId).execute()
  if (more.length === 0) return
  await tx
    .insertInto('item_photos')
    .values(more.map((image_id, index) => ({ item_id: itemId, place: index + 1, image_id })))
    .execute()
}

/** The photos after the first one, each once. */
export function morePhotosOf(photos: Photos): ImageId[] {
  return all(photos).filter((id) => id !== photos.first)
}

/** All photos, each once, the first one first. */
function all({ first, more }: Photos): ImageId[] {
  return [...new Set([...(first ? [first] : []), ...more])]
}
