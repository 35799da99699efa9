import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ItemId, ListingImportId, PersonId } from '#db/ids.ts'
import type { ItemCategory } from '#db/item-enums.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import { brandName, isDraft, ownItemColumns } from '#domain/catalogue/items/fields/item-columns.ts'
import { morePhotoIds } from '#domain/catalogue/items/fields/item-photos.ts'
import { type ItemStatus, itemStatus } from '#domain/catalogue/items/fields/item-status.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { measuredIn, pickMeasurements } from '#domain/catalogue/items/fields/measurements.ts'
import { decidedSince } from '#domain/catalogue/items/listing/undo-decision.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsUpTo,
  type ListSearch,
  SEARCH_LIMITS,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { newestPage, oldestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { type ImportedTogether, importedTogether, isOfImport } from './imported-together.ts'

/** An item as admins review it (spec 12.3). */
export type ReviewedItem = {
  readonly id: ItemId
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  /** All photos in order, including the first one. */
  readonly photoUrls: readonly string[]
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly category: ItemCategory | null
  readonly brand: string | null
  /** Without any, each is null. */
  readonly measurements: Measurements
  readonly replacementValueCents: number | null
  readonly creditsPerWeek: number
  readonly lending: Lending
  readonly approvalStatus: ApprovalStatus
  readonly status: ItemStatus
  readonly location: string
  readonly owner: { readonly id: PersonId; readonly fullName: string; readonly email: string }
  /** Why it was denied or taken down. */
  readonly denialReason: string | null
  readonly createdAt: Date
  /** Sent with a decision, so that nobody approves a version they have not seen. */
  readonly changedAt: Date
  /** When the viewer decided on it, while they can undo that; null in other lists. */
  readonly decidedAt: Date | null
  /** Among those to review: its import, if others of it wait as well. */
  readonly imported: ImportedTogether | null
}

function reviewedRows(db: DbOrTx) {
  return db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .leftJoin('item_measurements as m', 'm.item_id', 'i.id')
    .select(ownItemColumns)
    .select(['i.description', 'i.updated_at', 'p.id as owner_id', 'p.full_name as owner_name'])
    .select(['p.email as owner_email', morePhotoIds.as('photo_ids'), brandName])
    .select(['i.category', 'i.replacement_value_cents', 'm.stretch', ...measuredIn('m')])
    .where('i.deleted_at', 'is', null)
}

type Row = InferResult<ReturnType<typeof reviewedRows>>[number]

/** Any lister's item, or null. */
export async function findReviewedItem(
  db: DbOrTx,
  _admin: Admin,
  itemId: ItemId,
): Promise<ReviewedItem | null> {
  const row = await reviewedRows(db).where('i.id', '=', itemId).executeTakeFirst()
  return row ? shape(row) : null
}

export type ReviewedList = {
  readonly status: ApprovalStatus | null
  readonly q: string | null
  /** Only the items of this lister. */
  readonly owner: PersonId | null
  /** Only what this import added. */
  readonly importId: ListingImportId | null
  readonly after: string | null
  /** Since when the viewer has been deciding on the pending items of this page. */
  readonly since: Date | null
}

/**
 * A page of all listers' items except drafts, newest first, those to review oldest first; `q`
 * searches the titles. Items that the viewer has decided on `since` stay among those to review, in
 * their places, while that can be undone.
 */
export async function reviewedItems(db: DbOrTx, admin: Admin, wanted: ReviewedList, now: Date) {
  const { status, owner, importId, after, since } = wanted
  const search = await searchReviewed(db, wanted)
  let listed = reviewedRows(db)
  if (owner) listed = listed.where('i.business_id', '=', owner)
  if (importId) listed = listed.where(isOfImport(importId))
  let list = listed.where(isReviewed[status ?? 'all'])
  if (search) list = list.where(search.isFound)
  const [page, decided] = await Promise.all([
    (status === 'pending' ? oldestPage : newestPage)(list, {
      by: ['i.created_at', 'i.id'],
      keysOf: (row) => [row.created_at, row.id],
      from: decodeNewestFirst<ItemId>(after),
    }),
    since && status === 'pending' ? decidedItems(db, admin, { listed, since }, now) : [],
  ])
  const isOlder = (a: ReviewedItem, b: ReviewedItem) =>
    a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
  const pending = page.rows.map(shape)
  const rows = decided.length > 0 ? [...pending, ...decided].toSorted(isOlder) : pending
  return {
    rows: status === 'pending' && !importId ? await withImports(db, rows) : rows,
    next: page.next,
    isPartial: search?.isPartial ?? false,
  }
}

async function decidedItems(
  db: DbOrTx,
  admin: Admin,
  { listed, since }: { readonly listed: ReturnType<typeof reviewedRows>; readonly since: Date },
  now: Date,
): Promise<readonly ReviewedItem[]> {
  const decided = await decidedSince(db, admin, since, now)
  if (decided.size === 0) return []
  const rows = await listed
    .where(sql<boolean>`i.id = any(${[...decided.keys()]}::uuid[])`)
    .where('i.approval_status', '<>', 'pending')
    .execute()
  return rows.map((row) => ({ ...shape(row), decidedAt: decided.get(row.id)?.at ?? null }))
}

async function withImports(
  db: DbOrTx,
  items: readonly ReviewedItem[],
): Promise<readonly ReviewedItem[]> {
  if (items.length === 0) return items
  const imports = await importedTogether(db, items, isReviewed.pending)
  return items.map((item) => ({ ...item, imported: imports.get(item.id) ?? null }))
}

/** SQL: the items `i` that admins review, with the conditions of their indexes. */
export const isReviewed: Readonly<Record<ApprovalStatus | 'all', RawBuilder<boolean>>> = {
  pending: sql`(i.approval_status = 'pending' and i.image_id is not null)`,
  approved: sql`i.approval_status = 'approved'`,
  denied: sql`i.approval_status = 'denied'`,
  all: sql`not ${isDraft}`,
}

/** Items `i` with these words in their titles. */
export async function searchReviewed(
  db: DbOrTx,
  { q, status }: { readonly q: string | null; readonly status: ApprovalStatus | null },
  limits = SEARCH_LIMITS,
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const items = sql`from clothing_items i where i.deleted_at is null`
  const matches = sql<boolean>`i.title ilike ${words}`
  const list = {
    row: 'i',
    findByIndex: (max: number) => idsUpTo(db, max, sql`select i.id ${items} and ${matches}`),
    newest: sql`select i.id, i.title ${items} and ${isReviewed[status ?? 'all']}
      order by i.created_at desc, i.id desc`,
    matches,
  }
  return await searchList(db, words, list, limits)
}

/** How many items await a decision, counted up to one more than `MAX_COUNTED`. */
export async function countWaitingItems(db: DbOrTx, _admin: Admin): Promise<number> {
  const waiting = db
    .selectFrom('clothing_items')
    .where('approval_status', '=', sql.lit('pending' as const))
    .where('image_id', 'is not', null)
    .where('deleted_at', 'is', null)
  return countUpTo(db, waiting)
}

function shape(row: Row): ReviewedItem {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    photoUrls: [...(row.image_url ? [row.image_url] : []), ...row.photo_ids.map(imageAddress)],
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    category: row.category,
    brand: row.brand,
    measurements: pickMeasurements(row),
    replacementValueCents: row.replacement_value_cents,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    lending: { advanceBooking: row.advance_booking, turnaroundDays: row.turnaround_days },
    approvalStatus: row.approval_status,
    status: itemStatus(row),
    location: row.location ?? NO_LOCATION,
    owner: { id: row.owner_id, fullName: row.owner_name, email: row.owner_email },
    denialReason: row.denial_reason,
    createdAt: row.created_at,
    changedAt: row.updated_at,
    decidedAt: null,
    imported: null,
  }
}
