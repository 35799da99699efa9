import * as z from 'zod'
import { countAttempt } from '#app/request/limits.ts'
import type { DbOrTx } from '#db/connection.ts'
import { stretches } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { readDates } from '#domain/booking/calendar/rental-dates.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { isBlocked } from '#domain/care/blocks/blocks.ts'
import { choicesOf, eachChoice } from '#domain/catalogue/items/fields/item-fields.ts'
import { findItem, type ItemPage } from '#domain/catalogue/items/item-queries.ts'
import type { ListedItem } from '#domain/catalogue/items/items.ts'
import { hasCompletedRental } from '#domain/catalogue/items/items.ts'
import { placeNamed } from '#domain/catalogue/places/places.ts'
import {
  facetParameters,
  facetValues,
  priceSteps,
  searchSorts,
} from '#domain/catalogue/search/facets.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { searchChoices } from '#domain/catalogue/search/search-choices.ts'
import { MAX_WITHIN, writeCursor } from '#domain/catalogue/search/search-query.ts'
import { readSearch } from '#domain/catalogue/search/understand.ts'
import type { Person } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { addDays, eachDay } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY, MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import { tooMany } from './answer-limits.ts'
import { anyone, getEndpoint } from './endpoint.ts'
import type { ApiProblem } from './problem-kinds.ts'
import { address, after, answer, credits, day, givenDay, id, nothing, pageOf } from './schema.ts'

const ratingSum = z.object({ ratings: z.int(), stars: z.int().describe('All stars added up.') })

/** The fields of an item in lists. */
export const shownItem = {
  id,
  title: z.string(),
  brand: z.string().nullable(),
  image_url: address.nullable(),
  size: z.string(),
  credits_per_week: credits,
  location: z.string().nullable(),
  rating: ratingSum.nullable(),
}

export function shownItemOf(item: ListedItem, origin: string) {
  return {
    id: item.id,
    title: item.title,
    brand: item.brand,
    image_url: item.imageUrl && origin + item.imageUrl,
    size: item.size,
    credits_per_week: item.creditsPerWeek,
    location: item.location,
    rating: item.rating,
  }
}

/** The fields with one of a closed list of values, or null. */
export const shownChoices = eachChoice(({ values }) => z.enum(values).nullable())

const itemSummary = answer('ItemSummary', shownItem)

/** Measurements in centimeters, as the item is worn. */
export const measurements = z.object({
  stretch: z.enum(stretches).nullable(),
  bust_cm: z.number().nullable(),
  waist_cm: z.number().nullable(),
  hips_cm: z.number().nullable(),
  length_cm: z.number().nullable(),
})

export function measurementsOf(shown: ItemPage['measurements']) {
  return (
    shown && {
      stretch: shown.stretch,
      bust_cm: shown.bustCm,
      waist_cm: shown.waistCm,
      hips_cm: shown.hipsCm,
      length_cm: shown.lengthCm,
    }
  )
}

const item = answer('Item', {
  ...shownItem,
  description: z.string(),
  photo_urls: z.array(address).describe('All photos; the first one is `image_url`.'),
  style: z.string(),
  event_type: z.string(),
  ...shownChoices,
  credits_per_day: credits,
  status: z
    .enum(['free', 'rented', 'paused', 'draft', 'pending', 'denied'])
    .describe('`free` can be rented now. Only its owner sees drafts, pending and denied items.'),
  advance_booking: z.boolean().describe('It can be booked ahead while it is rented.'),
  fit_returns: z.boolean().describe('It can be sent back if it does not fit.'),
  measurements: measurements.nullable(),
  owner: z.object({
    id,
    full_name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  }),
  likes: z.int().max(MAX_COUNTED).describe('How many people like it, up to 1,000.'),
})

const dates = z.object({
  start: givenDay.optional().describe('The first day of a rental.'),
  end: givenDay.optional().describe('Its last day.'),
})

const availability = answer('Availability', {
  item_id: id,
  from: day,
  to: day,
  blocked_dates: z
    .array(day)
    .describe('The days from `from` to `to` on which it cannot be rented.'),
  rental: z
    .object({
      start_date: day,
      end_date: day,
      available: z
        .boolean()
        .describe(
          'Whether you can rent it on these days: never your own item, nor one that needs more completed rentals than you have.',
        ),
      total_days: z.int(),
      total_credits: credits,
    })
    .nullable()
    .describe('For `start` and `end`, if given.'),
})

const list = (values: readonly [string, ...string[]]) => z.array(z.enum(values)).max(20).optional()

const search = z.object({
  q: z.string().max(100).optional().describe('Words.'),
  size: list(facetValues.size),
  style: list(facetValues.style),
  occasion: list(facetValues.occasion),
  ...eachChoice(({ field }) => list(facetValues[field])),
  brand: z.array(id).max(20).optional().describe('Ids of brands.'),
  city: z.array(z.string().max(200)).max(20).optional().describe('Such as `Austin, TX`.'),
  max_price: z
    .enum(priceSteps.map(String))
    .optional()
    .describe('The highest price in credits a week.'),
  start: givenDay.optional().describe('Only what can be rented from this day.'),
  end: givenDay.optional().describe('To this day.'),
  near: z.string().max(60).optional().describe('Only what is near a city, such as `Boston, MA`.'),
  within: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_WITHIN)
    .optional()
    .describe('Miles around `near`.'),
  instant: z
    .literal('me')
    .optional()
    .describe('Only what its closet confirms as soon as you request it.'),
  sort: z.enum(searchSorts).optional(),
  ...after,
})

const DATES = {
  'dates-missing': 'Please give a start and an end.',
  'dates-invalid': 'The end is before the start.',
  'dates-past': 'Rentals cannot begin in the past.',
  'dates-too-long': `A rental can last up to ${MAX_RENTAL_DAYS} days.`,
  'dates-too-far': `A rental can start up to ${MAX_DAYS_AHEAD} days from today.`,
} as const

function wrongDates(reason: keyof typeof DATES): ApiProblem {
  return {
    reason: 'invalid',
    errors: { [reason === 'dates-missing' ? 'start' : 'end']: DATES[reason] },
  }
}

/** Whether this person can rent the item at all, as the command would decide. */
async function isRentable(
  db: DbOrTx,
  who: Person,
  { status, isOwn, rentalsNeeded, lister }: ItemPage,
): Promise<boolean> {
  if (status !== 'free' || isOwn || rentalsNeeded !== null) return false
  return !(await isBlocked(db, who.id, lister.id))
}

export const itemEndpoints = [
  getEndpoint({
    path: '/items',
    name: 'listItems',
    summary: 'Search available items',
    description:
      'Values of one filter are alternatives; several filters narrow each other. Searches count per address too: 60 a minute.',
    scope: null,
    who: anyone,
    query: search,
    answer: pageOf('ItemPage', itemSummary),
    refusals: ['invalid'],
    read: async ({ app, who, peer, origin, today, now, query }) => {
      const taken = await countAttempt(app, 'search', peer)
      if (!taken.ok) return refused(tooMany('search', taken.problem.retryAfterSeconds))
      const [known, hasCompleted] = await Promise.all([
        searchChoices(app.db),
        hasCompletedRental(app.db, who),
      ])
      const renter = query.instant ? { hasCompleted, now } : null
      const names = new Map(Object.entries(facetParameters))
      const params = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]): [string, string][] =>
          [value ?? []].flat().map((one) => [names.get(name) ?? name, String(one)]),
        ),
      )
      const place = placeNamed(query.near ?? '')
      const read = readSearch(params, { ...known, place, renter }, today)
      if (read.problem) return refused(wrongDates(read.problem))
      const errors = {
        ...(read.query.brand.length !== new Set(query.brand).size && {
          brand: 'One of these brands is not known.',
        }),
        ...(read.query.city.length !== new Set(query.city).size && {
          city: 'One of these cities has no items.',
        }),
        ...(query.near !== undefined && !place && { near: 'This place is not known.' }),
        ...(query.sort !== undefined &&
          query.sort !== read.query.sort && {
            sort: 'Sorting by distance needs `near`, by relevance `q`.',
          }),
        ...(query.after &&
          !read.query.after && { after: 'Invalid value: use `next` from the previous page.' }),
      }
      if (Object.keys(errors).length > 0) return refused({ reason: 'invalid', errors })
      const { items, next } = await searchItems(app.db, read.query, today)
      return done({
        data: items.map((one) => shownItemOf(one, origin)),
        next: next && writeCursor(next),
      })
    },
  }),
  getEndpoint({
    path: '/items/{id}',
    name: 'getItem',
    summary: 'Retrieve an item',
    scope: null,
    who: anyone,
    query: nothing,
    answer: item,
    read: async ({ app, who, id: given, origin, today }) => {
      const itemId = parseId<ItemId>(given)
      const found = itemId && (await findItem(app.db, who, itemId, today))
      if (!found || found.status === 'retired') return null
      const { rating, lister, status } = found
      return done({
        id: found.id,
        title: found.title,
        brand: found.brand?.name ?? null,
        image_url: found.image && origin + found.image.url,
        size: found.size,
        credits_per_week: found.creditsPerWeek,
        location: found.isPlaced ? found.location : null,
        rating: rating && { ratings: rating.ratings, stars: rating.stars },
        description: found.description,
        photo_urls: found.photoUrls.map((url) => origin + url),
        style: found.style,
        event_type: found.eventType,
        ...choicesOf(found),
        credits_per_day: found.creditsPerDay,
        status,
        advance_booking: found.advanceBooking,
        fit_returns: found.fitReturns,
        measurements: measurementsOf(found.measurements),
        owner: {
          id: lister.id,
          full_name: lister.fullName,
          city: lister.city,
          state: lister.state,
        },
        likes: Math.min(found.likes, MAX_COUNTED),
      })
    },
  }),
  getEndpoint({
    path: '/items/{id}/availability',
    name: 'getAvailability',
    summary: 'Check an item’s availability and price',
    scope: null,
    who: anyone,
    query: dates,
    answer: availability,
    refusals: ['invalid'],
    read: async ({ app, who, id: given, today, query }) => {
      const itemId = parseId<ItemId>(given)
      const found = itemId && (await findItem(app.db, who, itemId, today))
      if (!found || found.status === 'retired') return null
      const shown = {
        item_id: found.id,
        from: today,
        to: addDays(today, FARTHEST_DAY),
        blocked_dates: [...found.blockedDates],
      }
      if (query.start === undefined && query.end === undefined)
        return done({ ...shown, rental: null })
      const read = readDates({ start: query.start, end: query.end }, today)
      if ('reason' in read) return refused(wrongDates(read.reason))
      const blocked = new Set(found.blockedDates)
      const isFree = eachDay(read.start, read.end).every((one) => !blocked.has(one))
      const { totalDays, totalCredits } = quote(found.creditsPerDay, read.totalDays)
      const rental = {
        start_date: read.start,
        end_date: read.end,
        available: isFree && (await isRentable(app.db, who, found)),
        total_days: totalDays,
        total_credits: totalCredits,
      }
      return done({ ...shown, rental })
    },
  }),
]
