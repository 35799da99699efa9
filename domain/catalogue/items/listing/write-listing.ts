import type { Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { offerFreedPeriod, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import type { ListingDetails } from '#domain/catalogue/items/fields/item-details.ts'
import { columnsOf } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  attachPhotos,
  type ListingParts,
  morePhotosOf,
  type PhotoProblem,
  readListingParts,
  writeMorePhotos,
} from '#domain/catalogue/items/fields/item-photos.ts'
import { lendingColumns, writeLending } from '#domain/catalogue/items/fields/lending.ts'
import {
  storedMeasurements,
  writeMeasurements,
} from '#domain/catalogue/items/fields/measurements.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'
import type { lockOwnItem } from './lock-own-item.ts'

/**
 * Part of a command: adds an item. A closet's item awaits approval, or is a draft while it has no
 * photo; an admin's is approved at once. If this is refused, the command must roll back.
 */
export async function addListing(
  tx: Tx,
  lister: ClosetOwner | Admin,
  { itemId, details }: { readonly itemId: ItemId; readonly details: ListingDetails },
  now: Date,
): Promise<Outcome<null, PhotoProblem>> {
  const { photoIds = [], measurements = null } = details
  const photos = { first: details.imageId, more: photoIds }
  const none = { first: null, more: [] }
  const attached = await attachPhotos(tx, lister, { before: none, after: photos }, now)
  if (!attached.ok) return attached
  const row = {
    ...rowOf(details),
    ...(details.lending && lendingColumns(details.lending)),
    approval_status: lister.accountType === 'admin' ? 'approved' : 'pending',
  } as const
  await tx
    .insertInto('clothing_items')
    .values({ id: itemId, business_id: lister.id, ...row, created_at: now, updated_at: now })
    .execute()
  await writeMorePhotos(tx, itemId, photos)
  await writeMeasurements(tx, itemId, measurements)
  const after = { ...row, photoIds, measurements }
  await recordAction(tx, lister, { action: 'list', noun: 'item', nounId: itemId, after }, now)
  return done(null)
}

type LockedItem = NonNullable<Awaited<ReturnType<typeof lockOwnItem>>>

export type ChangedListing = {
  /** Whether it was approved or denied, and now awaits approval again. */
  readonly isReviewedAgain: boolean
  /** Whether it was a draft, and awaits approval now that it has a photo. */
  readonly isComplete: boolean
}

/**
 * Part of a command that has locked the item and read its parts: changes it. The approval covers
 * photos, title and description: with a new photo, another title or another description, a closet's
 * item is pending again. If this is refused, the command must roll back.
 */
export async function changeListing(
  tx: Tx,
  lister: ClosetOwner | Admin,
  {
    item,
    parts,
    details: { lending, ...details },
  }: {
    readonly item: LockedItem
    readonly parts: ListingParts
    readonly details: ListingDetails
  },
  now: Date,
): Promise<Outcome<ChangedListing, PhotoProblem>> {
  const itemId = item.id
  const row = rowOf(details)
  const { photoIds = parts.photoIds, measurements } = details
  const photos = {
    before: { first: item.image_id, more: parts.photoIds },
    after: { first: row.image_id, more: photoIds },
  }
  const attached = await attachPhotos(tx, lister, photos, now)
  if (!attached.ok) return attached
  await writeMorePhotos(tx, itemId, photos.after)
  if (measurements !== undefined) await writeMeasurements(tx, itemId, measurements)
  const looksDifferent =
    attached.value.isNew ||
    item.title !== row.title ||
    item.description !== row.description ||
    // Another first photo can be the answer to a denial.
    (item.approval_status === 'denied' && item.image_id !== row.image_id)
  const isReviewedAgain =
    looksDifferent && lister.accountType !== 'admin' && item.approval_status !== 'pending'
  const changes = isReviewedAgain ? { ...row, approval_status: 'pending' as const } : row
  await tx
    .updateTable('clothing_items')
    .set({ ...changes, updated_at: now })
    .where('id', '=', itemId)
    .execute()
  if (lending) await writeLending(tx, [itemId], lending, now)
  if (isReviewedAgain) await withdrawOffers(tx, [itemId], now)
  const after = { ...changes, ...(lending && lendingColumns(lending)) }
  const before = Object.fromEntries(Object.entries(item).filter(([column]) => column in after))
  const changed = {
    before: { ...before, ...parts },
    after: { ...after, ...(await readListingParts(tx, itemId)) },
  }
  await recordAction(tx, lister, { action: 'edit', noun: 'item', nounId: itemId, ...changed }, now)
  if (lending) await offerFreedPeriod(tx, itemId, now)
  return done({ isReviewedAgain, isComplete: item.image_id === null && row.image_id !== null })
}

/** The item and its parts with the details applied. */
export function changedItem(
  item: LockedItem,
  parts: ListingParts,
  { lending, ...details }: ListingDetails,
): [LockedItem, ListingParts] {
  const { photoIds = parts.photoIds, measurements = parts.measurements } = details
  const changed = { ...item, ...rowOf(details), ...(lending && lendingColumns(lending)) }
  const photos = { first: details.imageId, more: photoIds }
  return [
    changed,
    { photoIds: morePhotosOf(photos), measurements: storedMeasurements(measurements) },
  ]
}

function rowOf(details: Omit<ListingDetails, 'lending'>) {
  const { imageId, brandId } = details
  return {
    ...columnsOf(details),
    image_id: imageId,
    ...(brandId !== undefined && { brand_id: brandId }),
  }
}
