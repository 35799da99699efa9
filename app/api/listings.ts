import * as z from 'zod'
import type { ItemId } from '#db/ids.ts'
import { choicesOf } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  type EditedItem,
  findOwnItem,
  type OwnItem,
} from '#domain/catalogue/items/listing/own-items.ts'
import { ownListings } from '#domain/catalogue/items/listing/own-listings.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { done } from '#domain/shared/outcome.ts'
import { closets, getEndpoint } from './endpoint.ts'
import { measurements, measurementsOf, shownChoices } from './items.ts'
import { address, after, answer, cents, credits, day, id, nothing, pageOf } from './schema.ts'

const shown = {
  id,
  sku: z.string().nullable().describe('Your own code for it.'),
  title: z.string(),
  image_url: address.nullable(),
  size: z.string(),
  style: z.string(),
  event_type: z.string(),
  credits_per_week: credits,
  status: z
    .enum(['free', 'rented', 'paused', 'draft', 'pending', 'denied', 'retired'])
    .describe('A `draft` has no photo yet; `pending` awaits approval.'),
  denial_reason: z.string().nullable(),
  paused: z.boolean(),
  advance_booking: z.boolean().describe('It can be booked ahead while it is rented.'),
  turnaround_days: z.int().describe('Days between rentals.'),
}

function shownOf(item: OwnItem, origin: string) {
  return {
    id: item.id,
    sku: item.sku,
    title: item.title,
    image_url: item.imageUrl && origin + item.imageUrl,
    size: item.size,
    style: item.style,
    event_type: item.eventType,
    credits_per_week: item.creditsPerWeek,
    status: item.status,
    denial_reason: item.denialReason,
    paused: item.paused,
    advance_booking: item.lending.advanceBooking,
    turnaround_days: item.lending.turnaroundDays,
  }
}

const summary = answer('ListingSummary', shown)

export const listing = answer('Listing', {
  ...shown,
  description: z.string(),
  photo_urls: z.array(address).describe('All photos; the first one is `image_url`.'),
  ...shownChoices,
  replacement_value_cents: cents.nullable(),
  fit_returns: z.boolean().describe('It can be sent back if it does not fit.'),
  measurements: measurements.nullable(),
  blocked_dates: z
    .array(day)
    .describe('Days from today on that you have blocked, and those of your time off.'),
})

export function listingOf(item: EditedItem, origin: string) {
  return {
    ...shownOf(item, origin),
    description: item.description,
    photo_urls: [
      ...(item.imageUrl ? [origin + item.imageUrl] : []),
      ...item.photoIds.map((photo) => origin + imageAddress(photo)),
    ],
    ...choicesOf(item),
    replacement_value_cents: item.replacementValueCents,
    fit_returns: item.fitReturns,
    measurements: measurementsOf(item.measurements),
    blocked_dates: [...new Set([...item.blockedDates, ...item.holidayDates])].toSorted(),
  }
}

export const listingEndpoints = [
  getEndpoint({
    path: '/listings',
    name: 'listListings',
    summary: 'List your listings, newest first',
    scope: 'listings:read',
    who: closets,
    query: z.object(after),
    answer: pageOf('ListingPage', summary),
    read: async ({ app, who, origin, query }) => {
      const { rows, next } = await ownListings(app.db, who, query.after ?? null)
      return done({ data: rows.map((row) => shownOf(row, origin)), next })
    },
  }),
  getEndpoint({
    path: '/listings/{id}',
    name: 'getListing',
    summary: 'Retrieve a listing',
    scope: 'listings:read',
    who: closets,
    query: nothing,
    answer: listing,
    read: async ({ app, who, id: given, origin, today }) => {
      const itemId = parseId<ItemId>(given)
      const found = itemId && (await findOwnItem(app.db, who, itemId, today))
      return found && done(listingOf(found, origin))
    },
  }),
]
