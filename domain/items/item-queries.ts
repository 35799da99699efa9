import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus, DrivingDistance } from '#db/enums.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { type ItemStatus, itemStatus } from './item-status.ts'
import { NO_LOCATION } from './item-words.ts'

/** An item as its own page shows it (spec 3.4). */
export type ItemPage = {
  readonly id: ItemId
  readonly title: string
  readonly description: string
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerDay: number
  readonly creditsPerWeek: number
  readonly status: ItemStatus
  /** The viewer lists it. */
  readonly isOwn: boolean
  /** 'city, state' of the lister, or 'Location not specified'. */
  readonly location: string
  /** Never the email address. */
  readonly lister: {
    readonly id: PersonId
    readonly fullName: string
    readonly phone: string | null
    readonly instagramHandle: string | null
    readonly city: string | null
    readonly state: string | null
    /** How far it delivers; null where it has not said. */
    readonly drivingDistance: DrivingDistance | null
    /** Days that it needs to be asked in advance. */
    readonly noticeDays: number
  }
  readonly brand: {
    readonly id: BrandId
    readonly name: string
    readonly logoUrl: string | null
    readonly dealDetails: string | null
  } | null
  /** Days from today on that nobody can rent: the closet's own, its notice and those of a live rental. */
  readonly blockedDates: readonly CalendarDate[]
  readonly likes: number
  readonly liked: boolean
}

type Row = {
  id: ItemId
  title: string
  description: string
  image_url: string | null
  image_width: number | null
  image_height: number | null
  size: string
  style: string
  event_type: string
  credits_per_day: number
  approval_status: ApprovalStatus
  available: boolean
  paused: boolean
  deleted_at: Date | null
  lister_in_good_standing: boolean
  location: string | null
  lister_id: PersonId
  full_name: string
  phone: string | null
  instagram_handle: string | null
  city: string | null
  state: string | null
  driving_distance: DrivingDistance | null
  notice_days: number
  brand_id: BrandId | null
  brand_name: string | null
  logo_url: string | null
  deal_details: string | null
  blocked_dates: CalendarDate[]
  likes: number
  liked: boolean
}

/** Rentals start at most 365 days ahead and last at most 84: later days need no telling. */
const FARTHEST_DAY = 365 + 84

/**
 * The item, or null where this viewer has no such item: unapproved and retired ones, and those of
 * a closet that has been blocked, exist only for their lister and for admins.
 */
export async function findItem(
  db: DbOrTx,
  viewer: Person | null,
  id: ItemId,
  today: CalendarDate,
): Promise<ItemPage | null> {
  const { rows } = await sql<Row>`
    select i.id, i.title, i.description, i.image_url, m.width as image_width,
      m.height as image_height, i.size, i.style, i.event_type, i.credits_per_day,
      i.approval_status, i.available, i.paused, i.deleted_at, i.lister_in_good_standing,
      i.location, p.id as lister_id, p.full_name, p.phone, p.instagram_handle, p.city, p.state,
      p.driving_distance, p.notice_days,
      b.id as brand_id, b.name as brand_name, b.logo_url, b.deal_details,
      array(
        select a.blocked_date::text from rental_availability a
        where a.item_id = i.id and a.blocked_date between ${today} and ${addDays(today, FARTHEST_DAY)}
        union
        select (${today}::date + day)::text from generate_series(0, p.notice_days - 1) day
        union
        select day::date::text from rentals r
        cross join generate_series(greatest(r.start_date, ${today}::date), r.end_date, interval '1 day') day
        where r.item_id = i.id and r.status in (${liveStatuses})
        order by 1
      ) as blocked_dates,
      (select count(*)::int from likes l where l.item_id = i.id) as likes,
      exists (select from likes l where l.item_id = i.id and l.user_id = ${viewer?.id ?? null}) as liked
    from clothing_items i
    join user_profiles p on p.id = i.business_id
    left join images m on m.id = i.image_id
    left join brands b on b.id = i.brand_id and b.is_active
    where i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  const isOwn = viewer?.id === row.lister_id
  const status = itemStatus(row)
  const hidden =
    status === 'retired' ||
    status === 'pending' ||
    status === 'denied' ||
    !row.lister_in_good_standing
  return hidden && !isOwn && viewer?.accountType !== 'admin' ? null : shape(row, status, isOwn)
}

function shape(row: Row, status: ItemStatus, isOwn: boolean): ItemPage {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image:
      row.image_url && row.image_width && row.image_height
        ? { url: row.image_url, width: row.image_width, height: row.image_height }
        : null,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerDay: row.credits_per_day,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    status,
    isOwn,
    location: row.location ?? NO_LOCATION,
    lister: {
      id: row.lister_id,
      fullName: row.full_name,
      phone: row.phone,
      instagramHandle: row.instagram_handle,
      city: row.city,
      state: row.state,
      drivingDistance: row.driving_distance,
      noticeDays: row.notice_days,
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
    likes: row.likes,
    liked: row.liked,
  }
}
