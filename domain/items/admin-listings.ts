import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { BrandId, ImageId, ItemId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/page.ts'
import { type ItemStatus, itemStatus } from './item-status.ts'
import { itemVersion } from './item-version.ts'
import type { ListingFilter } from './listing-filters.ts'

// What admins have listed themselves (spec 12.3).

export type AdminListing = {
  readonly id: ItemId
  readonly title: string
  readonly description: string
  readonly imageId: ImageId | null
  readonly imageUrl: string | null
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerWeek: number
  readonly brandId: BrandId | null
  readonly brandName: string | null
  readonly status: ItemStatus
  readonly paused: boolean
  readonly listedBy: string
  /** Of what its form changes. */
  readonly version: string
}

type Row = {
  id: ItemId
  title: string
  description: string
  image_id: ImageId | null
  image_url: string | null
  size: string
  style: string
  event_type: string
  credits_per_day: number
  brand_id: BrandId | null
  brand_name: string | null
  approval_status: ApprovalStatus
  available: boolean
  paused: boolean
  deleted_at: Date | null
  lister_in_good_standing: boolean
  listed_by: string
  created_at: Date
}

const PARTS = {
  all: sql``,
  free: sql`and i.is_public`,
  rented: sql`and not i.available`,
  paused: sql`and i.paused`,
} as const

/** The listings of all admins, newest first; `q` is looked for in the titles. */
export async function adminListings(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly filter: ListingFilter
    readonly after: string | null
  },
): Promise<Found<AdminListing>> {
  const from = decodeNewestFirst(wanted.after)
  const words = containing(wanted.q)
  const found = sql`from clothing_items i where i.business_id = p.id and i.deleted_at is null
    ${PARTS[wanted.filter]} ${words ? sql`and i.title ilike ${words}` : sql``}`
  const max = sql.lit(MAX_COUNTED + 1)
  const size = sql.lit(PAGE_SIZE + 1)
  const [list, counted] = await Promise.all([
    // A page of each admin by the index of their items, then the newest of these.
    sql<Row>`
      select i.*, b.name as brand_name from user_profiles p
      cross join lateral (
        select i.*, p.full_name as listed_by ${found}
        ${from ? sql`and (i.created_at, i.id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``}
        order by i.created_at desc, i.id desc limit ${size}
      ) i
      left join brands b on b.id = i.brand_id
      where p.account_type = 'admin' and p.deleted_at is null
      order by i.created_at desc, i.id desc limit ${size}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (
        select from user_profiles p
        cross join lateral (select ${found} limit ${max}) i
        where p.account_type = 'admin' and p.deleted_at is null limit ${max}
      ) found`.execute(db),
  ])
  const page = toPage(list.rows, newestFirstKeys)
  return { rows: page.rows.map(shape), next: page.next, total: counted.rows[0]?.n ?? 0 }
}

/** One listing of an admin, or null. */
export async function findListing(
  db: DbOrTx,
  _admin: Admin,
  itemId: ItemId,
): Promise<AdminListing | null> {
  const { rows } = await sql<Row>`
    select i.*, p.full_name as listed_by, b.name as brand_name
    from clothing_items i
    join user_profiles p on p.id = i.business_id and p.account_type = 'admin'
    left join brands b on b.id = i.brand_id
    where i.id = ${itemId} and i.deleted_at is null`.execute(db)
  const [row] = rows
  return row ? shape(row) : null
}

function shape(row: Row): AdminListing {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageId: row.image_id,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    brandId: row.brand_id,
    brandName: row.brand_name,
    status: itemStatus(row),
    paused: row.paused,
    listedBy: row.listed_by,
    version: itemVersion(row),
  }
}
