import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { FreshId, ItemId } from '#db/ids.ts'
import {
  offerFreedPeriod,
  passEntriesOf,
  withdrawOffers,
} from '#domain/booking/waitlist/waitlist.ts'
import type { ItemDetails, ListingDetails } from '#domain/catalogue/items/fields/item-details.ts'
import { type PhotoProblem, readListingParts } from '#domain/catalogue/items/fields/item-photos.ts'
import { itemVersion } from '#domain/catalogue/items/fields/item-version.ts'
import type { Admin, ClosetOwner, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { lockCloset } from '#domain/shared/lock-closet.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged } from '#domain/shared/version.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import { lockOwnItem } from './lock-own-item.ts'
import { addListing, type ChangedListing, changedItem, changeListing } from './write-listing.ts'

// What a lister does with their own items, spec 11.3. Admins list as themselves and manage their
// listings together; they cannot edit the items of closets.

export type { ItemDetails }

export type ListingProblem =
  | { readonly reason: 'item-not-found' }
  | PhotoProblem
  /** Only admins can add items at the moment. */
  | { readonly reason: 'closed' }
  /** The account is no longer that of a closet. */
  | { readonly reason: 'not-a-closet' }
  /** Someone else has saved it since this edit began. */
  | { readonly reason: 'edit-conflict' }
  /** Another item of the closet has this SKU. */
  | { readonly reason: 'sku-taken' }
  /** The closet has as many items, or as many without a photo, as one can have. */
  | { readonly reason: 'too-many-items' }
  | { readonly reason: 'too-many-drafts' }

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
  }: ListingDetails & {
    /** Becomes the item's id. */
    readonly requestKey?: FreshId | null
  },
  now: Date,
): Promise<Outcome<{ readonly itemId: ItemId }, ListingProblem>> {
  type Answer = Outcome<{ readonly itemId: ItemId }, ListingProblem>
  return refusedByConstraint<Answer>(db, async (tx, rollBack) => {
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
    if (!isAdmin && !(await lockCloset(tx, lister.id))) return refused({ reason: 'not-a-closet' })
    const added = await addListing(tx, lister, { itemId, details }, now)
    return added.ok ? done({ itemId }) : rollBack(added)
  })
}

/**
 * Changes one of the lister's own items. The approval covers photos, title and description: with a
 * new photo, another title or another description, a closet's item is pending again.
 */
export async function editItem(
  db: Db,
  lister: ClosetOwner | Admin,
  {
    itemId,
    seen,
    ...details
  }: ListingDetails & {
    readonly itemId: ItemId
    /** The version that the edit started from. */
    readonly seen?: string | null
  },
  now: Date,
): Promise<Outcome<ChangedListing, ListingProblem>> {
  return refusedByConstraint<Outcome<ChangedListing, ListingProblem>>(db, async (tx, rollBack) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    const parts = await readListingParts(tx, itemId)
    const saved = changedItem(item, parts, details)
    if (hasChanged(seen, itemVersion(item, parts), itemVersion(...saved)))
      return refused({ reason: 'edit-conflict' })
    const changed = await changeListing(tx, lister, { item, parts, details }, now)
    return changed.ok ? changed : rollBack(changed)
  })
}

async function refusedByConstraint<Answer>(
  db: Db,
  work: (tx: Tx, rollBack: (answer: Answer) => never) => Promise<Answer>,
): Promise<Answer | { readonly ok: false; readonly problem: { readonly reason: Refusal } }> {
  try {
    return await inTransactionOrRollback(db, work)
  } catch (error) {
    const reason = REFUSALS.get(violatedConstraint(error))
    if (!reason) throw error
    return refused({ reason })
  }
}

type Refusal = 'sku-taken' | 'too-many-items' | 'too-many-drafts'

const REFUSALS = new Map<string | undefined, Refusal>([
  ['sku_is_once_per_closet', 'sku-taken'],
  ['closet_has_at_most_20000_items', 'too-many-items'],
  ['closet_has_at_most_2000_drafts', 'too-many-drafts'],
])

/** What was changed. */
type Titled = { readonly title: string }

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
): Promise<Outcome<Titled, RetireProblem>> {
  return inTransactionOrRollback<Outcome<Titled, RetireProblem>>(db, async (tx) => {
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
    return done({ title: item.title })
  })
}

/** Hides an item temporarily, or shows it again. A live rental continues. */
export async function setPaused(
  db: Db,
  lister: ClosetOwner | Admin,
  { itemId, paused }: { readonly itemId: ItemId; readonly paused: boolean },
  now: Date,
): Promise<Outcome<Titled, { readonly reason: 'item-not-found' }>> {
  return inTransactionOrRollback<Outcome<Titled, { reason: 'item-not-found' }>>(db, async (tx) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    await writePaused(tx, lister, { itemId, paused }, now)
    return done({ title: item.title })
  })
}

/**
 * Part of pausing and resuming an item, and of commands after which it cannot be rented or can be
 * again. The caller has locked the item; nothing changes if it is so already.
 */
export async function writePaused(
  tx: Tx,
  who: Pick<Person, 'id'>,
  { itemId, paused }: { readonly itemId: ItemId; readonly paused: boolean },
  now: Date,
): Promise<void> {
  const changed = await tx
    .updateTable('clothing_items')
    .set({ paused, updated_at: now })
    .where('id', '=', itemId)
    .where('paused', '<>', paused)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  const line = { action: paused ? 'pause' : 'resume', noun: 'item', nounId: itemId }
  await recordAction(tx, who, line, now)
  if (paused) await withdrawOffers(tx, [itemId], now)
  else await offerFreedPeriod(tx, itemId, now)
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
