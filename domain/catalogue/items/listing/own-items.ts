import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { BrandId, ImageId, ItemId } from '#db/ids.ts'
import { holidayDays } from '#domain/booking/calendar/calendar.ts'
import { ownItemColumns } from '#domain/catalogue/items/fields/item-columns.ts'
import {
  fieldColumns,
  fieldsIn,
  type ItemFields,
} from '#domain/catalogue/items/fields/item-fields.ts'
import { type ListingParts, readListingParts } from '#domain/catalogue/items/fields/item-photos.ts'
import { type ItemStatus, itemStatus } from '#domain/catalogue/items/fields/item-status.ts'
import { itemVersion } from '#domain/catalogue/items/fields/item-version.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY } from '#domain/shared/time/rental-days.ts'

// Items as their lister sees them, spec 11.2.

/** One of the lister's own items, as "Your Items" shows it. */
export type OwnItem = {
  readonly id: ItemId
  readonly title: string
  /** The closet's own name for it. */
  readonly sku: string | null
  readonly imageUrl: string | null
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerWeek: number
  readonly status: ItemStatus
  /** Why an admin has denied it or taken it down. */
  readonly denialReason: string | null
  /** Whether the lister has paused it, regardless of its status. */
  readonly paused: boolean
  /** 'city, state', or 'Location not specified'. */
  readonly location: string
  readonly lending: Lending
}

/** Items as their lister sees them; the caller adds the conditions. */
export function ownItemRows(db: DbOrTx) {
  return db.selectFrom('clothing_items as i').select(ownItemColumns)
}

type OwnItemRow = InferResult<ReturnType<typeof ownItemRows>>[number]

/** The three figures of a closet (spec 11.2), of at most `MAX_NEWEST` items. */
export type ItemFigures = {
  /** One more than `MAX_NEWEST` when there are more. */
  readonly total: number
  /** Items that can be rented now. */
  readonly available: number
  /** Their average price, rounded; 0 without items. */
  readonly creditsPerWeek: number
}

export async function ownItemFigures(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
  max = MAX_NEWEST,
): Promise<ItemFigures> {
  const newest = sql`(select credits_per_day, is_public,
      row_number() over (order by created_at desc, id desc) <= ${max} as is_figured
    from clothing_items where business_id = ${lister.id} and deleted_at is null
    order by created_at desc, id desc limit ${max} + 1)`
  return await db
    .selectFrom(newest.as<'i'>(sql.ref('i')))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where is_figured and is_public))::int`.as('available'),
      sql<number>`coalesce(round(avg(credits_per_day * 7) filter (where is_figured)), 0)::int`.as(
        'creditsPerWeek',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** At most one rental a day. */
const MAX_RENTALS_AHEAD = FARTHEST_DAY

/** An item with everything that its form shows. */
export type EditedItem = OwnItem &
  ItemFields &
  ListingParts & {
    readonly imageId: ImageId | null
    readonly brandId: BrandId | null
    /** The version of the fields that the form changes. */
    readonly version: string
    /** Days from today on that the lister has blocked for this item. */
    readonly blockedDates: readonly CalendarDate[]
    /** Days from today on that are holidays of the closet. */
    readonly holidayDates: readonly CalendarDate[]
    /** First and last day of each live rental, the earliest first. */
    readonly rented: readonly { readonly start: CalendarDate; readonly end: CalendarDate }[]
  }

/** One of the lister's own items, or null: other listers' items are not found. */
export async function findOwnItem(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
  itemId: ItemId,
  today: CalendarDate,
): Promise<EditedItem | null> {
  const row = await ownItemRows(db)
    .select(fieldColumns)
    .select(['i.image_id', 'i.brand_id'])
    .select(
      sql<CalendarDate[]>`array(
        select a.blocked_date::text from rental_availability a
        where a.item_id = i.id and a.blocked_date >= ${today}::date and a.holiday_id is null
        order by a.blocked_date limit 600
      )`.as('blocked_dates'),
    )
    .select(
      sql<CalendarDate[]>`array(
        ${holidayDays(sql`i.business_id`, { start: today, end: addDays(today, FARTHEST_DAY) })}
        order by 1
      )`.as('holiday_dates'),
    )
    .where('i.id', '=', itemId)
    .where('i.business_id', '=', lister.id)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const rented = await db
    .selectFrom('rentals')
    .select(['start_date as start', 'end_date as end'])
    .where('item_id', '=', itemId)
    .where('status', 'in', liveRentalStatuses)
    .orderBy('start_date')
    .limit(MAX_RENTALS_AHEAD)
    .execute()
  const parts = await readListingParts(db, itemId)
  return {
    ...shapeOwnItem(row),
    ...fieldsIn(row),
    ...parts,
    imageId: row.image_id,
    brandId: row.brand_id,
    version: itemVersion(row, parts),
    blockedDates: row.blocked_dates,
    holidayDates: row.holiday_dates,
    rented,
  }
}

export function shapeOwnItem(row: OwnItemRow): OwnItem {
  return {
    id: row.id,
    title: row.title,
    sku: row.sku,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    status: itemStatus(row),
    denialReason: row.denial_reason,
    paused: row.paused,
    location: row.location ?? NO_LOCATION,
    lending: { advanceBooking: row.advance_booking, turnaroundDays: row.turnaround_days },
  }
}
