import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemCategory, ItemColour } from '#db/enums.ts'
import type { BrandId, ImageId, ItemId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { countUpTo } from '#domain/shared/found.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/page.ts'
import { isOut, isPublic, ownItemColumns } from './item-columns.ts'
import { type ListingParts, readListingParts } from './item-photos.ts'
import { type ItemStatus, itemStatus } from './item-status.ts'
import { itemVersion } from './item-version.ts'
import type { Lending } from './lending.ts'
import type { ListingFilter } from './listing-filters.ts'

// Items that admins have listed (spec 12.3).

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
  readonly category: ItemCategory | null
  readonly colour: ItemColour | null
  /** Null for none. */
  readonly replacementValueCents: number | null
  /** It can be sent back when it does not fit. */
  readonly fitReturns: boolean
  readonly brandName: string | null
  readonly status: ItemStatus
  readonly paused: boolean
  readonly lending: Lending
  /** It can be booked ahead, and is with a renter. */
  readonly isOut: boolean
  readonly listedBy: string
}

/** A listing with everything that its form shows. */
export type EditedListing = AdminListing &
  ListingParts & {
    /** The version of the fields that the form changes. */
    readonly version: string
  }

const listingColumns = [
  ...ownItemColumns,
  'i.description',
  'i.image_id',
  'i.brand_id',
  'i.category',
  'i.colour',
  'i.replacement_value_cents',
  'i.fit_returns',
] as const
const namesOfListing = ['b.name as brand_name', 'p.full_name as listed_by'] as const

function listingRows(db: DbOrTx) {
  return db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', (join) =>
      join.onRef('p.id', '=', 'i.business_id').on('p.account_type', '=', sql.lit('admin' as const)),
    )
    .leftJoin('brands as b', 'b.id', 'i.brand_id')
    .select(listingColumns)
    .select(namesOfListing)
    .select(isOut.as('is_out'))
}

type Row = InferResult<ReturnType<typeof listingRows>>[number]

const PARTS = {
  all: sql<boolean>`true`,
  free: isPublic,
  rented: sql<boolean>`(not i.available or ${isOut})`,
  paused: sql<boolean>`i.paused`,
} as const

/** The listings of all admins, newest first; `q` searches the titles. */
export async function adminListings(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly filter: ListingFilter
    readonly after: string | null
  },
): Promise<Found<AdminListing>> {
  const from = decodeNewestFirst<ItemId>(wanted.after)
  const words = containing(wanted.q)
  const max = sql.lit(MAX_COUNTED + 1)
  const size = sql.lit(PAGE_SIZE + 1)
  const admins = db
    .selectFrom('user_profiles as p')
    .where('p.account_type', '=', sql.lit('admin' as const))
    .where('p.deleted_at', 'is', null)
  const found = () => {
    const theirs = db
      .selectFrom('clothing_items as i')
      .whereRef('i.business_id', '=', sql.ref<PersonId>('p.id'))
      .where('i.deleted_at', 'is', null)
      .where(PARTS[wanted.filter])
    return words ? theirs.where('i.title', 'ilike', words) : theirs
  }
  let newest = found()
    .select(listingColumns)
    .select(isOut.as('is_out'))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(size)
  if (from)
    newest = newest.where((where) =>
      where(where.refTuple('i.created_at', 'i.id'), '<', where.tuple(from.at, from.id)),
    )
  // Reads a page for each admin by index, then takes the newest of these.
  const list = admins
    .innerJoinLateral(newest.as('i'), (join) => join.onTrue())
    .leftJoin('brands as b', 'b.id', 'i.brand_id')
    .select(listingColumns)
    .select(namesOfListing)
    .select('i.is_out')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(size)
  const [rows, total] = await Promise.all([
    list.execute(),
    countUpTo(
      db,
      admins.innerJoinLateral(found().select('i.id').limit(max).as('i'), (join) => join.onTrue()),
    ),
  ])
  const page = toPage(rows, newestFirstKeys)
  return { rows: page.rows.map(shape), next: page.next, total }
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
    title: row.title,
    description: row.description,
    imageId: row.image_id,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    brandId: row.brand_id,
    category: row.category,
    colour: row.colour,
    replacementValueCents: row.replacement_value_cents,
    fitReturns: row.fit_returns,
    brandName: row.brand_name,
    status: itemStatus(row),
    paused: row.paused,
    lending: { advanceBooking: row.advance_booking, turnaroundDays: row.turnaround_days },
    isOut: row.is_out,
    listedBy: row.listed_by,
  }
}
