import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ImageId, ItemId } from '#db/ids.ts'
import { isOut, ownItemColumns } from '#domain/catalogue/items/fields/item-columns.ts'
import {
  fieldColumns,
  fieldsIn,
  type ItemFields,
} from '#domain/catalogue/items/fields/item-fields.ts'
import { type ListingParts, readListingParts } from '#domain/catalogue/items/fields/item-photos.ts'
import { type ItemStatus, itemStatus } from '#domain/catalogue/items/fields/item-status.ts'
import { itemVersion } from '#domain/catalogue/items/fields/item-version.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { SEARCH_LIMITS } from '#domain/shared/lists/list-search.ts'
import {
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { findListings } from './find-listings.ts'
import type { ListingFilter } from './listing-filters.ts'

// Items that admins have listed (spec 12.3).

export type AdminListing = ItemFields & {
  readonly id: ItemId
  readonly imageId: ImageId | null
  readonly imageUrl: string | null
  readonly brandId: BrandId | null
  readonly brandName: string | null
  readonly status: ItemStatus
  readonly paused: boolean
  readonly lending: Lending
  /** Whether it can be booked ahead and is with a renter. */
  readonly isOut: boolean
  readonly listedBy: string
}

/** A listing with everything that its form shows. */
export type EditedListing = AdminListing &
  ListingParts & {
    /** The version of the fields that the form changes. */
    readonly version: string
  }

const listingColumns = [...ownItemColumns, ...fieldColumns, 'i.image_id', 'i.brand_id'] as const
const namesOfListing = ['b.name as brand_name', 'p.full_name as listed_by'] as const

function listingRows(db: DbOrTx) {
  return db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', (join) =>
      join.onRef('p.id', '=', 'i.business_id').on('p.account_type', '=', sql.lit('admin' as const)),
    )
    .leftJoin('brands as b', (join) =>
      join.onRef('b.id', '=', 'i.brand_id').on('b.deletion_requested_at', 'is', null),
    )
    .select(listingColumns)
    .select(namesOfListing)
    .select(isOut.as('is_out'))
}

type Row = InferResult<ReturnType<typeof listingRows>>[number]

/** The listings of all admins, newest first; `q` searches the titles. */
export async function adminListings(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly filter: ListingFilter
    readonly after: string | null
  },
  limits = SEARCH_LIMITS,
): Promise<Found<AdminListing>> {
  const { newest, isInPart, search } = await findListings(db, wanted, limits)
  const found = search ? sql`${isInPart} and ${search.isFound}` : isInPart
  const from = decodeNewestFirst<ItemId>(wanted.after)
  const place = from
    ? sql`(i.created_at, i.id) < (${from.at}::timestamptz, ${from.id}::uuid)`
    : sql`true`
  const size = PAGE_SIZE + 1
  const ids = sql`array(select id from (${newest(sql`${found} and ${place}`, size)}) page
    order by created_at desc, id desc limit ${sql.lit(size)})`
  const list = listingRows(db)
    .where(sql<boolean>`i.id = any(${ids})`)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
  const counted = db.selectNoFrom(
    countedIn(sql`from (${newest(found, MAX_COUNTED + 1)}) i`).as('total'),
  )
  const [rows, { total }] = await Promise.all([list.execute(), counted.executeTakeFirstOrThrow()])
  const page = toPage(rows, newestFirstKeys)
  const isPartial = search?.isPartial ?? false
  return { rows: page.rows.map(shape), next: page.next, total, isPartial }
}

/** A listing of an admin as its form shows it, or null. */
export async function findListing(
  db: DbOrTx,
  _admin: Admin,
  itemId: ItemId,
): Promise<EditedListing | null> {
  const row = await listingRows(db)
    .where('i.id', '=', itemId)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const parts = await readListingParts(db, itemId)
  return { ...shape(row), ...parts, version: itemVersion(row, parts) }
}

function shape(row: Row): AdminListing {
  return {
    id: row.id,
    ...fieldsIn(row),
    imageId: row.image_id,
    imageUrl: row.image_url,
    brandId: row.brand_id,
    brandName: row.brand_name,
    status: itemStatus(row),
    paused: row.paused,
    lending: { advanceBooking: row.advance_booking, turnaroundDays: row.turnaround_days },
    isOut: row.is_out,
    listedBy: row.listed_by,
  }
}
