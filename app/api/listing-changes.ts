import * as z from 'zod'
import type { Db } from '#db/connection.ts'
import type { ImageId, ItemId } from '#db/ids.ts'
import { fieldsOf } from '#domain/catalogue/items/fields/item-fields.ts'
import { MAX_MORE_PHOTOS } from '#domain/catalogue/items/fields/photo-limits.ts'
import {
  type BlockProblem,
  blockDates,
  freeDates,
} from '#domain/catalogue/items/listing/blocked-dates.ts'
import {
  MAX_CLOSET_DRAFTS,
  MAX_CLOSET_ITEMS,
} from '#domain/catalogue/items/listing/closet-limits.ts'
import { editItem, type ListingProblem, listItem } from '#domain/catalogue/items/listing/listing.ts'
import { type EditedItem, findOwnItem } from '#domain/catalogue/items/listing/own-items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { asId, parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY } from '#domain/shared/time/rental-days.ts'
import { type Call, changeEndpoint, closets, photoEndpoint, postEndpoint } from './endpoint.ts'
import { changedListing, detailsWith, newListing } from './listing-fields.ts'
import { listing, listingOf } from './listings.ts'
import { type ApiProblem, consentDue } from './problem-kinds.ts'
import { body, givenDay, nothing } from './schema.ts'
import { storePhoto } from './uploads.ts'

const blocked = body('BlockedDates', {
  start: givenDay.describe('The first day.'),
  end: givenDay.describe('The last day.'),
})

const NOT_FOUND = refused({ reason: 'not-found' } as const)

const DATES = {
  'dates-invalid': { reason: 'invalid', errors: { end: 'The end is before the start.' } },
  'dates-past': { reason: 'invalid', errors: { start: 'These dates have passed.' } },
  'dates-too-far': {
    reason: 'invalid',
    errors: { end: `Dates can be up to ${FARTHEST_DAY} days from today.` },
  },
  'dates-rented': { reason: 'dates-rented' },
  'dates-offered': { reason: 'dates-offered' },
  'item-not-found': { reason: 'not-found' },
} as const satisfies Record<BlockProblem['reason'], ApiProblem>

const NOT_ITS_PHOTOS = {
  reason: 'invalid',
  errors: { photo_urls: 'List photos of this item, each once.' },
} as const satisfies ApiProblem

/** The item's photos in the order of these addresses; null for a foreign or repeated one. */
function photosIn(
  { imageId, photoIds }: Pick<EditedItem, 'imageId' | 'photoIds'>,
  addresses: readonly string[],
  origin: string,
): { readonly imageId: ImageId; readonly photoIds: readonly ImageId[] } | null {
  const present = imageId ? [imageId, ...photoIds] : photoIds
  const byAddress = new Map(present.map((photo) => [origin + imageAddress(photo), photo]))
  const chosen = addresses.flatMap((one) => byAddress.get(one) ?? [])
  const [first, ...more] = new Set(chosen)
  return first && more.length + 1 === addresses.length ? { imageId: first, photoIds: more } : null
}

/** The days of an item that a request names. */
function rangeIn(given: string, { start, end }: { readonly start: string; readonly end: string }) {
  const itemId = parseId<ItemId>(given)
  const days = { start: parseCalendarDate(start), end: parseCalendarDate(end) }
  return itemId && days.start && days.end ? { itemId, start: days.start, end: days.end } : null
}

const LISTING = {
  'item-not-found': { reason: 'not-found' },
  'image-unknown': { reason: 'invalid', errors: { body: 'This photo no longer exists.' } },
  'photo-unknown': { reason: 'invalid', errors: { body: 'This photo no longer exists.' } },
  'too-many-photos': {
    reason: 'too-many-photos',
    detail: `An item has at most ${1 + MAX_MORE_PHOTOS} photos.`,
  },
  'not-a-closet': { reason: 'account-not-allowed' },
  closed: { reason: 'listing-closed' },
  'sku-taken': { reason: 'sku-taken' },
  'too-many-items': {
    reason: 'too-many-listings',
    detail: `A closet has at most ${MAX_CLOSET_ITEMS} items.`,
  },
  'too-many-drafts': {
    reason: 'too-many-listings',
    detail: `A closet has at most ${MAX_CLOSET_DRAFTS} items without a photo.`,
  },
  'edit-conflict': {
    reason: 'edit-conflict',
    detail: 'The item has changed. Fetch it again and retry.',
  },
} as const satisfies Record<ListingProblem['reason'], ApiProblem>

/** The outcome of a command, with its problem as one of the API's. */
function listingOutcome<Value>(
  outcome: Outcome<Value, ListingProblem>,
): Outcome<Value, ApiProblem> {
  return outcome.ok ? outcome : refused(LISTING[outcome.problem.reason])
}

/** The item after a change. */
async function answeredListing(
  { who, origin, today }: Pick<Call<ClosetOwner, unknown>, 'who' | 'origin' | 'today'>,
  itemId: ItemId,
  tx: Parameters<typeof findOwnItem>[0],
) {
  const found = await findOwnItem(tx, who, itemId, today)
  if (!found) throw new Error(`the item ${itemId} is gone`)
  return listingOf(found, origin)
}

export const listingChangeEndpoints = [
  changeEndpoint({
    method: 'PATCH',
    path: '/listings/{id}',
    name: 'changeListing',
    summary: 'Update an item',
    description:
      'Only the fields that are given. A new title or description is approved again before the item is shown.',
    scope: 'listings:write',
    who: closets,
    query: nothing,
    body: changedListing,
    refusals: ['edit-conflict', 'sku-taken'],
    change: async ({ app, who, id: given, today, now, origin, body: changes }) => {
      const itemId = parseId<ItemId>(given)
      const item = itemId && (await findOwnItem(app.db, who, itemId, today))
      if (!item) return NOT_FOUND
      const photos = changes.photo_urls && photosIn(item, changes.photo_urls, origin)
      if (photos === null) return refused(NOT_ITS_PHOTOS)
      const { imageId, version, lending } = item
      const details = detailsWith({ ...fieldsOf(item), lending }, changes)
      const edit = { ...details, imageId, ...photos, itemId: item.id, seen: version }
      return listingOutcome(await editItem(app.db, who, edit, now))
    },
  }),
  photoEndpoint({
    path: '/listings/{id}/photos',
    name: 'addListingPhoto',
    summary: 'Add a photo to an item',
    description:
      'The body is the photo itself. It comes after the others; the item is approved again before it is shown.',
    scope: 'listings:write',
    who: closets,
    status: 201,
    answer: listing,
    refusals: ['too-many-photos', 'edit-conflict'],
    answered: (call, _: unknown, tx) => answeredListing(call, asId<ItemId>(call.id), tx),
    store: async (call, bytes) => {
      const { app, who, today, now } = call
      const itemId = parseId<ItemId>(call.id)
      if (!itemId || !(await findOwnItem(app.db, who, itemId, today))) return NOT_FOUND
      const stored = await storePhoto(call, bytes, 'item')
      if (!stored.ok) return stored
      return done((db: Db) => addPhoto(db, who, { itemId, imageId: stored.value, today, now }))
    },
  }),
  postEndpoint({
    path: '/listings',
    name: 'addListing',
    summary: 'Add an item',
    description:
      'It is a draft until it has a photo, and appears in the shop once it has been approved.',
    scope: 'listings:write',
    who: closets,
    body: newListing,
    status: 201,
    answer: listing,
    refusals: ['listing-closed', 'sku-taken', 'too-many-listings', 'consent-due'],
    answered: (call, { itemId }: { readonly itemId: ItemId }, tx) =>
      answeredListing(call, itemId, tx),
    command: async ({ who, now, origin, consentIsDue, body: given }, db) => {
      if (consentIsDue) return refused(consentDue(origin))
      const { title, size, style, event_type: eventType, credits_per_week: creditsPerWeek } = given
      const present = { title, description: '', size, style, eventType, creditsPerWeek }
      const details = { ...detailsWith(present, given), imageId: null }
      return listingOutcome(await listItem(db, who, details, now))
    },
  }),
  changeEndpoint({
    method: 'PUT',
    path: '/listings/{id}/blocked-dates',
    name: 'blockDates',
    summary: 'Block dates of an item',
    scope: 'listings:write',
    who: closets,
    query: nothing,
    body: blocked,
    refusals: ['dates-rented', 'dates-offered'],
    change: async ({ app, who, id: given, today, now, body: days }) => {
      const range = rangeIn(given, days)
      if (!range) return NOT_FOUND
      const outcome = await blockDates(app.db, who, range, now, today)
      return outcome.ok ? outcome : refused(DATES[outcome.problem.reason])
    },
  }),
  changeEndpoint({
    method: 'DELETE',
    path: '/listings/{id}/blocked-dates',
    name: 'unblockDates',
    summary: 'Unblock dates of an item',
    description: 'Days on which your closet has time off stay blocked.',
    scope: 'listings:write',
    who: closets,
    query: z.object({
      start: givenDay.describe('The first day.'),
      end: givenDay.describe('The last day.'),
    }),
    body: nothing,
    change: async ({ app, who, id: given, now, query }) => {
      const range = rangeIn(given, query)
      if (!range) return NOT_FOUND
      if (range.end < range.start) return refused(DATES['dates-invalid'])
      const outcome = await freeDates(app.db, who, range, now)
      return outcome.ok ? outcome : NOT_FOUND
    },
  }),
]

type NewPhoto = {
  readonly itemId: ItemId
  readonly imageId: ImageId
  readonly today: Call<ClosetOwner, unknown>['today']
  readonly now: Date
}

/** Adds it after the item's other photos. */
async function addPhoto(
  db: Db,
  who: ClosetOwner,
  { itemId, imageId, today, now }: NewPhoto,
): Promise<Outcome<unknown, ApiProblem>> {
  const item = await findOwnItem(db, who, itemId, today)
  if (!item) return NOT_FOUND
  const photos = item.imageId
    ? { imageId: item.imageId, photoIds: [...item.photoIds, imageId] }
    : { imageId, photoIds: item.photoIds }
  const { title, description, size, style, eventType, creditsPerWeek, version } = item
  const same = { title, description, size, style, eventType, creditsPerWeek }
  const edit = { ...same, ...photos, itemId, seen: version }
  return listingOutcome(await editItem(db, who, edit, now))
}
