import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import { type ItemCategory, type ItemColour, liveRentalStatuses } from '#db/enums.ts'
import type { BrandId, FreshId, ImageId, ItemId } from '#db/ids.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { creditsPerDayFromWeek } from '#domain/shared/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged } from '#domain/shared/version.ts'
import type { Measurements } from '#domain/size-profiles/should-fit.ts'
import { offerFreedPeriod, passEntriesOf } from '#domain/waitlist/waitlist.ts'
import { applyHolidays } from './holidays.ts'
import {
  attachPhotos,
  type PhotoProblem,
  readListingParts,
  writeMorePhotos,
} from './item-photos.ts'
import { itemVersion } from './item-version.ts'
import { type Lending, lendingColumns, writeLending } from './lending.ts'
import { writeMeasurements } from './measurements.ts'

// What a lister does with their own items, spec 11.3. Admins list as themselves and manage their
// listings together; they cannot edit the items of closets.

/** The fields of an item that its lister enters. */
export type ItemDetails = {
  readonly title: string
  readonly description: string
  readonly size: string
  readonly style: string
  readonly eventType: string
  /** As entered; stored per day, rounded up (spec 4.1). */
  readonly creditsPerWeek: number
  readonly imageId: ImageId
  /** After the first photo, at most `MAX_MORE_PHOTOS`. By default none, or as they are. */
  readonly photoIds?: readonly ImageId[] | undefined
  /** By default none, or as they are. */
  readonly measurements?: Measurements | null | undefined
  /** Optional, for admins' listings only. */
  readonly brandId?: BrandId | null
  /** Optional: what kind of piece it is, and its colour, to be searched by. */
  readonly category?: ItemCategory | null
  readonly colour?: ItemColour | null
  /** Optional: what it costs to replace, for the rule of high-value items. 100 to 10,000,000. */
  readonly replacementValueCents?: number | null
  /** Optional: it can be sent back when it does not fit. */
  readonly fitReturns?: boolean | undefined
  /** By default, one rental at a time for a new item, and as it is for another one. */
  readonly lending?: Lending | undefined
}

export type ListingProblem =
  | { readonly reason: 'item-not-found' }
  | PhotoProblem
  /** Only admins can add items at the moment. */
  | { readonly reason: 'closed' }
  /** Someone else has saved it since this edit began. */
  | { readonly reason: 'edit-conflict' }

/**
 * Adds an item to the lister's closet. A closet's item awaits approval; an admin's is approved at
 * once (spec 11.3). A form sent again with the same `requestKey`, because its first response was
 * lost, adds nothing more.
 */
export async function listItem(
  db: Db,
  lister: ClosetOwner | Admin,
  {
    requestKey,
    ...details
  }: ItemDetails & {
    /** Becomes the item's id. */
    readonly requestKey?: FreshId | null
  },
  now: Date,
): Promise<Outcome<{ readonly itemId: ItemId }, ListingProblem>> {
  type Answer = Outcome<{ readonly itemId: ItemId }, ListingProblem>
  return inTransactionOrRollback<Answer>(db, async (tx, rollBack) => {
    const isAdmin = lister.accountType === 'admin'
    if (!isAdmin && !(await readPlatformSettings(tx)).userToUserEnabled)
      return refused({ reason: 'closed' })
    const itemId: ItemId = requestKey ?? newId()
    const listed = await tx
      .selectFrom('clothing_items')
      .select('business_id')
      .where('id', '=', itemId)
      .executeTakeFirst()
    if (listed)
      return listed.business_id === lister.id
        ? done({ itemId })
        : refused({ reason: 'item-not-found' })
    const { photoIds = [], measurements = null } = details
    const photos = { first: details.imageId, more: photoIds }
    const none = { first: null, more: [] }
    const attached = await attachPhotos(tx, lister, { before: none, after: photos }, now)
    if (!attached.ok) return rollBack(attached)
    const row = {
      ...columnsOf(details),
      ...(details.lending && lendingColumns(details.lending)),
      approval_status: isAdmin ? 'approved' : 'pending',
    } as const
    await tx
      .insertInto('clothing_items')
      .values({ id: itemId, business_id: lister.id, ...row, created_at: now, updated_at: now })
      .execute()
    await writeMorePhotos(tx, itemId, photos)
    await writeMeasurements(tx, itemId, measurements)
    await applyHolidays(tx, lister.id, itemId)
    await recordAction(
      tx,
      lister,
      { action: 'list', noun: 'item', nounId: itemId, after: { ...row, photoIds, measurements } },
      now,
    )
    return done({ itemId })
  })
}

/**
 * Changes one of the lister's own items. Its approval depended on photos, title and description:
 * when a photo is new or one of the others changes, a closet's item is pending again.
 */
export async function editItem(
  db: Db,
  lister: ClosetOwner | Admin,
  {
    itemId,
    seen,
    lending,
    ...details
  }: ItemDetails & {
    readonly itemId: ItemId
    /** The version that the edit started from. */
    readonly seen?: string | null
  },
  now: Date,
): Promise<Outcome<{ readonly isReviewedAgain: boolean }, ListingProblem>> {
  type Answer = Outcome<{ readonly isReviewedAgain: boolean }, ListingProblem>
  return inTransactionOrRollback<Answer>(db, async (tx, rollBack) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    const parts = await readListingParts(tx, itemId)
    if (hasChanged(seen, itemVersion(item, parts))) return refused({ reason: 'edit-conflict' })
    const row = columnsOf(details)
    const { photoIds = parts.photoIds, measurements } = details
    const photos = {
      before: { first: item.image_id, more: parts.photoIds },
      after: { first: row.image_id, more: photoIds },
    }
    const attached = await attachPhotos(tx, lister, photos, now)
    if (!attached.ok) return rollBack(attached)
    await writeMorePhotos(tx, itemId, photos.after)
    if (measurements !== undefined) await writeMeasurements(tx, itemId, measurements)
    const looksDifferent =
      attached.value.isNew ||
      item.title !== row.title ||
      item.description !== row.description ||
      // Another order of its photos can be the answer to a denial.
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
    const after = { ...changes, ...(lending && lendingColumns(lending)) }
    const before = Object.fromEntries(Object.entries(item).filter(([column]) => column in after))
    const changed = {
      before: { ...before, ...parts },
      after: { ...after, ...(await readListingParts(tx, itemId)) },
    }
    await recordAction(
      tx,
      lister,
      { action: 'edit', noun: 'item', nounId: itemId, ...changed },
      now,
    )
    if (lending) await offerFreedPeriod(tx, itemId, now)
    return done({ isReviewedAgain })
  })
}

export type RetireProblem =
  | { readonly reason: 'item-not-found' }
  /** It has a live rental, which has to end first. */
  | { readonly reason: 'is-rented' }

/** Deletes an item from the closet. Its row stays for the records. */
export async function retireItem(
  db: Db,
  lister: ClosetOwner | Admin,
  itemId: ItemId,
  now: Date,
): Promise<Outcome<null, RetireProblem>> {
  return inTransactionOrRollback<Outcome<null, RetireProblem>>(db, async (tx) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    if (await hasLiveRental(tx, itemId)) return refused({ reason: 'is-rented' })
    await tx
      .updateTable('clothing_items')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', itemId)
      .execute()
    const line = { action: 'retire', noun: 'item', nounId: itemId, before: { title: item.title } }
    await recordAction(tx, lister, line, now)
    await passEntriesOf(tx, [itemId], now)
    return done(null)
  })
}

/** Hides an item temporarily, or shows it again. A live rental continues. */
export async function setPaused(
  db: Db,
  lister: ClosetOwner | Admin,
  { itemId, paused }: { readonly itemId: ItemId; readonly paused: boolean },
  now: Date,
): Promise<Outcome<null, { readonly reason: 'item-not-found' }>> {
  return inTransactionOrRollback<Outcome<null, { reason: 'item-not-found' }>>(db, async (tx) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    if (item.paused === paused) return done(null)
    await tx
      .updateTable('clothing_items')
      .set({ paused, updated_at: now })
      .where('id', '=', itemId)
      .execute()
    const line = { action: paused ? 'pause' : 'resume', noun: 'item', nounId: itemId }
    await recordAction(tx, lister, line, now)
    if (!paused) await offerFreedPeriod(tx, itemId, now)
    return done(null)
  })
}

/**
 * Takes the same lock as renting, so that the two cannot interleave. Admins manage their listings
 * together, so each may change those of all.
 */
export async function lockOwnItem(tx: Tx, lister: ClosetOwner | Admin, itemId: ItemId) {
  const item = await tx
    .selectFrom('clothing_items')
    .select(['id', 'title', 'description', 'image_id', 'size', 'style', 'event_type', 'paused'])
    .select(['credits_per_day', 'brand_id', 'category', 'colour', 'approval_status'])
    .select(['advance_booking', 'turnaround_days', 'replacement_value_cents', 'fit_returns'])
    .where('id', '=', itemId)
    .where((where) =>
      lister.accountType === 'admin'
        ? where('business_id', 'in', (people) =>
            people
              .selectFrom('user_profiles')
              .select('user_profiles.id')
              .where('account_type', '=', 'admin'),
          )
        : where('business_id', '=', lister.id),
    )
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return item ?? null
}

async function hasLiveRental(tx: Tx, itemId: ItemId): Promise<boolean> {
  const row = await tx
    .selectFrom('rentals')
    .select('id')
    .where('item_id', '=', itemId)
    .where('status', 'in', liveRentalStatuses)
    .executeTakeFirst()
  return row !== undefined
}

function columnsOf(details: Omit<ItemDetails, 'lending'>) {
  return {
    title: details.title,
    description: details.description,
    size: details.size,
    style: details.style,
    event_type: details.eventType,
    credits_per_day: creditsPerDayFromWeek(details.creditsPerWeek),
    image_id: details.imageId,
    ...(details.brandId !== undefined && { brand_id: details.brandId }),
    ...(details.category !== undefined && { category: details.category }),
    ...(details.colour !== undefined && { colour: details.colour }),
    ...(details.replacementValueCents !== undefined && {
      replacement_value_cents: details.replacementValueCents,
    }),
    ...(details.fitReturns !== undefined && { fit_returns: details.fitReturns }),
  }
}
