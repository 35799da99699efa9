import { type InferResult, sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import type { DrivingDistance } from '#db/enums.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import {
  holidayDays,
  nextHolidays,
  rentedDays,
  type ShownHoliday,
} from '#domain/booking/calendar/calendar.ts'
import { dueOn, itemColumns } from '#domain/catalogue/items/fields/item-columns.ts'
import {
  choiceColumns,
  choicesOf,
  type ItemChoices,
} from '#domain/catalogue/items/fields/item-fields.ts'
import { morePhotoIds } from '#domain/catalogue/items/fields/item-photos.ts'
import { type ItemStatus, itemStatus } from '#domain/catalogue/items/fields/item-status.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import { measuredIn, pickMeasurements } from '#domain/catalogue/items/fields/measurements.ts'
import { type Way, wayColumns, waysOf } from '#domain/catalogue/reach/reach.ts'
import type { Person } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import type { ItemRatingSum } from '#domain/shared/rating-sums.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY, MAX_DAYS_AHEAD } from '#domain/shared/time/rental-days.ts'
import { rentalsNeeded } from '#domain/site/settings/settings.ts'
import { type AnswerRecord, answerRecord, answersFrom } from './answer-record.ts'
import { isLikedBy, likeCount } from './like-count.ts'

/** An item as its page shows it (spec 3.4). */
export type ItemPage = ItemChoices & {
  readonly id: ItemId
  readonly title: string
  readonly description: string
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
  /** All photos in order, including the first one. */
  readonly photoUrls: readonly string[]
  /** Null for an item that nobody has measured. */
  readonly measurements: Measurements | null
  /** Whether it can be sent back because it does not fit. */
  readonly fitReturns: boolean
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerDay: number
  readonly creditsPerWeek: number
  readonly status: ItemStatus
  /** Whether the viewer is its lister. */
  readonly isOwn: boolean
  readonly advanceBooking: boolean
  /**
   * For an item with advance booking that is with a renter: the rental's last day, and the first day
   * from which the item can be rented, null if there is none or if it is overdue, because that day
   * then moves with every day. Null for any other item.
   */
  readonly out: { readonly dueOn: CalendarDate; readonly freeFrom: CalendarDate | null } | null
  /** 'city, state' of the lister, or 'Location not specified'. */
  readonly location: string
  /**
   * Whom it can reach, for `readReach`: private, because it contains the ZIP code of its lister, and
   * never sent to a browser.
   */
  readonly reach: string
  /** Whether its lister has a city. */
  readonly isPlaced: boolean
  /** Never includes an email address. */
  readonly lister: {
    readonly id: PersonId
    readonly fullName: string
    readonly phone: string | null
    readonly instagramHandle: string | null
    readonly city: string | null
    readonly state: string | null
    /** How far the closet delivers; null when not stated. */
    readonly drivingDistance: DrivingDistance | null
    /** How its pieces get to renters. */
    readonly ways: readonly Way[]
    /** Days of notice that the closet needs. */
    readonly noticeDays: number
    /** How it answers requests; null while there were few. */
    readonly answers: AnswerRecord | null
    /** The next days on which it rents out nothing. */
    readonly timeOff: readonly ShownHoliday[]
  }
  readonly brand: {
    readonly id: BrandId
    readonly name: string
    readonly logoUrl: string | null
    readonly dealDetails: string | null
  } | null
  /**
   * Days from today on that cannot be rented: blocked dates, holidays, the notice period and the
   * days of live rentals with their turnarounds.
   */
  readonly blockedDates: readonly CalendarDate[]
  /** How many completed rentals it needs, if the viewer has fewer; null when they can rent it. */
  readonly rentalsNeeded: number | null
  /** The sum of the visible ratings by its renters; null without one. */
  readonly rating: ItemRatingSum | null
  /** Counted up to `MAX_COUNTED`; one more means "more than that". */
  readonly likes: number
  readonly liked: boolean
  /** Whether its closet accepts some requests automatically. */
  readonly acceptsSome: boolean
  /** Whether somebody waits for it, or has an offer of it. */
  readonly hasWaitlist: boolean
  /** Some of its days are held for somebody who pays. */
  readonly isHeld: boolean
}

/**
 * The item, or null when this viewer may not see it: unapproved and retired items, and those of a
 * blocked closet, are shown only to their lister and to admins.
 */
export async function findItem(
  db: DbOrTx,
  viewer: Person | null,
  id: ItemId,
  today: CalendarDate,
): Promise<ItemPage | null> {
  const days = shownDays(today)
  const [row] = viewer
    ? await rowsForPerson(db, { viewerId: viewer.id, id, ...days })
    : await rowsForVisitor(db, { id, ...days })
  return row ? toItemPage(row, viewer, today) : null
}

/** The item of a row of `itemPageRows`, or null when this viewer may not see it. */
export function toItemPage(row: Row, viewer: Person | null, today: CalendarDate): ItemPage | null {
  const isOwn = viewer?.id === row.lister_id
  const status = itemStatus(row)
  const hidden =
    status === 'retired' ||
    status === 'draft' ||
    status === 'pending' ||
    status === 'denied' ||
    !row.lister_in_good_standing
  if (hidden && !isOwn && viewer?.accountType !== 'admin') return null
  return shape(row, { status, isOwn, today })
}

/** The days that an item page is about. */
export function shownDays(today: CalendarDate): ShownDays {
  return { today, until: addDays(today, FARTHEST_DAY), since: answersFrom(today) }
}

export type ShownDays = {
  readonly today: CalendarDate
  /** The last day of its calendar. */
  readonly until: CalendarDate
  /** From when on requests of its closet are counted. */
  readonly since: Date
}
type PageValues = ShownDays & { readonly id: ItemId }

const rowsForVisitor = compiledOnce((db, { id, today, until, since }: PageValues) =>
  itemPageRows(db, null, id, { today, until, since }),
)

const rowsForPerson = compiledOnce(
  (db, { viewerId, id, today, until, since }: PageValues & { readonly viewerId: PersonId }) =>
    itemPageRows(db, viewerId, id, { today, until, since }),
)

/** The query for an item as its page shows it to somebody, or to a visitor. */
export function itemPageRows(
  db: DbOrTx,
  viewerId: PersonId | null,
  id: ItemId,
  { today, until, since }: ShownDays,
) {
  return db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .leftJoin('images as m', 'm.id', 'i.image_id')
    .leftJoin('item_rating_sums as s', 's.item_id', 'i.id')
    .leftJoin('brands as b', (join) =>
      join.onRef('b.id', '=', 'i.brand_id').on(sql<boolean>`b.is_active`),
    )
    .select(itemColumns)
    .select(['s.ratings', 's.stars', 's.small', 's.true_to_size', 's.large'])
    .select(['i.reach', 'i.description', 'i.style', 'i.event_type', 'm.width as image_width'])
    .select(choiceColumns)
    .select(['i.advance_booking', 'i.fit_returns', dueOn.as('due_on')])
    .select(morePhotoIds.as('photo_ids'))
    .leftJoin('item_measurements as ms', 'ms.item_id', 'i.id')
    .select(['ms.item_id as is_measured', 'ms.stretch'])
    .select([...measuredIn('ms')])
    .select(['m.height as image_height', 'p.id as lister_id', 'p.full_name', 'p.phone'])
    .select(['p.instagram_handle', 'p.city', 'p.state', 'p.driving_distance', 'p.notice_days'])
    .select(wayColumns)
    .select(['b.id as brand_id', 'b.name as brand_name', 'b.logo_url', 'b.deal_details'])
    .select([
      sql<CalendarDate[]>`array(
        select a.blocked_date::text from rental_availability a
        where a.item_id = i.id and a.blocked_date between ${today} and ${until}
        union
        ${holidayDays(sql`p.id`, { start: today, end: until })}
        union
        select (${today}::date + day)::text from generate_series(0, p.notice_days - 1) day
        union
        ${rentedDays('i', { from: today, to: until, today, shopper: viewerId })}
        order by 1
      )`.as('blocked_dates'),
      nextHolidays(sql`p.id`, today).as('time_off'),
      answerRecord(sql`p.id`, since).as('answers'),
      rentalsNeeded(viewerId).as('rentals_needed'),
      likeCount('i.id').as('likes'),
      isLikedBy('i.id', viewerId).as('liked'),
      sql<boolean>`exists (select from waitlist_entries w
        where w.item_id = i.id and w.status in ('waiting', 'offered'))`.as('has_waitlist'),
      sql<boolean>`exists (select from booked_periods h
        where h.item_id = i.id and h.order_id is not null)`.as('is_held'),
    ])
    .where('i.id', '=', id)
}

type Row = InferResult<ReturnType<typeof itemPageRows>>[number]

type Seen = Pick<ItemPage, 'status' | 'isOwn'> & { readonly today: CalendarDate }

function shape(row: Row, { status, isOwn, today }: Seen): ItemPage {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image:
      row.image_url && row.image_width && row.image_height
        ? { url: row.image_url, width: row.image_width, height: row.image_height }
        : null,
    photoUrls: [...(row.image_url ? [row.image_url] : []), ...row.photo_ids.map(imageAddress)],
    measurements: row.is_measured && pickMeasurements(row),
    fitReturns: row.fit_returns,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    ...choicesOf(row),
    creditsPerDay: row.credits_per_day,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    status,
    isOwn,
    advanceBooking: row.advance_booking,
    out: outOf(row, today),
    location: row.location ?? NO_LOCATION,
    reach: row.reach,
    isPlaced: row.location !== null && row.location !== NO_LOCATION,
    lister: {
      id: row.lister_id,
      fullName: row.full_name,
      phone: row.phone,
      instagramHandle: row.instagram_handle,
      city: row.city,
      state: row.state,
      drivingDistance: row.driving_distance,
      ways: waysOf(row),
      noticeDays: row.notice_days,
      answers: row.answers,
      timeOff: row.time_off,
    },
    brand:
      row.brand_id && row.brand_name
        ? {
            id: row.brand_id,
            name: row.brand_name,
            logoUrl: row.logo_url,
            dealDetails: row.deal_details,
          }
        : null,
    blockedDates: row.blocked_dates,
    rentalsNeeded: row.rentals_needed,
    rating: ratingOf(row),
    likes: row.likes,
    liked: row.liked,
    acceptsSome: row.accepts_automatically !== 'nobody',
    hasWaitlist: row.has_waitlist,
    isHeld: row.is_held,
  }
}

function outOf({ due_on: dueOn, blocked_dates }: Row, today: CalendarDate): ItemPage['out'] {
  return dueOn && { dueOn, freeFrom: dueOn < today ? null : firstFreeDay(blocked_dates, today) }
}

function ratingOf({ ratings, stars, small, true_to_size, large }: Row): ItemRatingSum | null {
  if (!ratings) return null
  return {
    ratings,
    stars: stars ?? 0,
    small: small ?? 0,
    trueToSize: true_to_size ?? 0,
    large: large ?? 0,
  }
}

/** The first day from `today` on that a rental can start on. */
function firstFreeDay(blocked: readonly CalendarDate[], today: CalendarDate): CalendarDate | null {
  const taken = new Set(blocked)
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead++) {
    const day = addDays(today, ahead)
    if (!taken.has(day)) return day
  }
  return null
}
