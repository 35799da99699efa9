import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { BrandId, ImageId, ItemId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { type ItemStatus, itemStatus } from './item-status.ts'
import { itemVersion } from './item-version.ts'
import { NO_LOCATION } from './item-words.ts'

// Items as their lister sees them, spec 11.2.

/** An item of the lister's own, as "Your Items" shows it. */
export type OwnItem = {
  readonly id: ItemId
  readonly title: string
  readonly imageUrl: string | null
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerWeek: number
  readonly status: ItemStatus
  /** Why an admin has denied it or taken it down. */
  readonly denialReason: string | null
  /** The lister has taken it off, whatever else is true of it. */
  readonly paused: boolean
  /** 'city, state', or 'Location not specified'. */
  readonly location: string
}

/** A row of `OWN_ITEM_COLUMNS`. */
export type OwnItemRow = {
  id: ItemId
  title: string
  image_url: string | null
  size: string
  style: string
  event_type: string
  credits_per_day: number
  approval_status: ApprovalStatus
  denial_reason: string | null
  available: boolean
  paused: boolean
  deleted_at: Date | null
  lister_in_good_standing: boolean
  location: string | null
  created_at: Date
}

export const OWN_ITEM_COLUMNS = sql`i.id, i.title, i.image_url, i.size, i.style, i.event_type, i.credits_per_day,
  i.approval_status, i.denial_reason, i.available, i.paused, i.deleted_at, i.lister_in_good_standing, i.location,
  i.created_at`

/** The three figures of a closet (spec 11.2). */
export type ItemFigures = {
  readonly total: number
  /** Those that somebody could rent now. */
  readonly available: number
  /** The average price, rounded; 0 without items. */
  readonly creditsPerWeek: number
}

export async function ownItemFigures(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
): Promise<ItemFigures> {
  const { rows } = await sql<ItemFigures>`
    select count(*)::int as total, (count(*) filter (where is_public))::int as available,
      coalesce(round(avg(credits_per_day * 7)), 0)::int as "creditsPerWeek"
    from clothing_items where business_id = ${lister.id} and deleted_at is null`.execute(db)
  return rows[0] ?? { total: 0, available: 0, creditsPerWeek: 0 }
}

/** An item with everything that its form shows. */
export type EditedItem = OwnItem & {
  readonly description: string
  readonly imageId: ImageId | null
  readonly brandId: BrandId | null
  /** Of what its form changes. */
  readonly version: string
  /** Days from today on that the lister does not lend it. */
  readonly blockedDates: readonly CalendarDate[]
  /** Days of a rental that lives, first and last; null without one. */
  readonly rented: { readonly start: CalendarDate; readonly end: CalendarDate } | null
}

/** One item of the lister's own, or null: anybody else's is not found. */
export async function findOwnItem(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
  itemId: ItemId,
  today: CalendarDate,
): Promise<EditedItem | null> {
  const { rows } = await sql<
    OwnItemRow & {
      description: string
      image_id: ImageId | null
      brand_id: BrandId | null
      blocked_dates: CalendarDate[]
      rented_from: CalendarDate | null
      rented_to: CalendarDate | null
    }
  >`
    select ${OWN_ITEM_COLUMNS}, i.description, i.image_id, i.brand_id,
      r.start_date as rented_from, r.end_date as rented_to,
      array(
        select a.blocked_date::text from rental_availability a
        where a.item_id = i.id and a.blocked_date >= ${today}::date
        order by a.blocked_date limit 600
      ) as blocked_dates
    from clothing_items i
    left join rentals r on r.item_id = i.id and r.status in (${liveStatuses})
    where i.id = ${itemId} and i.business_id = ${lister.id} and i.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    ...shapeOwnItem(row),
    description: row.description,
    imageId: row.image_id,
    brandId: row.brand_id,
    version: itemVersion(row),
    blockedDates: row.blocked_dates,
    rented:
      row.rented_from && row.rented_to ? { start: row.rented_from, end: row.rented_to } : null,
  }
}

export function shapeOwnItem(row: OwnItemRow): OwnItem {
  return {
    id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    status: itemStatus(row),
    denialReason: row.denial_reason,
    paused: row.paused,
    location: row.location ?? NO_LOCATION,
  }
}
