import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ItemId } from '#db/ids.ts'
import {
  brandName,
  type ItemCardRow,
  isPublic,
  itemCards,
  itemColumns,
  ratingSums,
} from '#domain/catalogue/items/fields/item-columns.ts'
import { type ItemStatus, itemStatus } from '#domain/catalogue/items/fields/item-status.ts'
import { fixedGroups, OTHER } from '#domain/catalogue/items/fields/item-words.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'

export { updateAvailable } from '#domain/catalogue/items/fields/availability.ts'
export {
  brandName,
  type ItemCardRow,
  isPublic,
  itemCards,
  itemColumns,
  ratingSums,
  trueToSizeShare,
} from '#domain/catalogue/items/fields/item-columns.ts'
export type { ListingDetails } from '#domain/catalogue/items/fields/item-details.ts'
export { morePhotoIds, readListingParts } from '#domain/catalogue/items/fields/item-photos.ts'
export { hasCompletedRental, instantAmong, mayAccept } from '#domain/catalogue/items/instant.ts'
export { hasNoRoomFor } from '#domain/catalogue/items/listing/closet-bounds.ts'
export { removeHolidaysOf } from '#domain/catalogue/items/listing/holidays.ts'
export { takeDownReported } from '#domain/catalogue/items/listing/item-approval.ts'
export {
  allKnownItems,
  findItemsBySku,
  type KnownItem,
  knownSkus,
} from '#domain/catalogue/items/listing/items-by-sku.ts'
export {
  copyLister,
  retireItemsOf,
  type Transfer,
  transferItems,
} from '#domain/catalogue/items/listing/lister-items.ts'
export { writePaused } from '#domain/catalogue/items/listing/listing.ts'
export { lockOwnItem } from '#domain/catalogue/items/listing/lock-own-item.ts'
export { addListing, changeListing } from '#domain/catalogue/items/listing/write-listing.ts'
export {
  type AnswerRecord,
  acceptedAt,
  answerRecord,
  answersFrom,
  answersOf,
  isAnswered,
} from './answer-record.ts'
export { findListings } from './find-listings.ts'
export {
  type ItemPage,
  itemPageRows,
  type ShownDays,
  shownDays,
  toItemPage,
} from './item-queries.ts'
export { isLikedBy, likeCount } from './like-count.ts'
export { isReviewed, searchReviewed } from './reviewed-items.ts'

/** An item as lists show it. */
export type ListedItem = {
  readonly id: ItemId
  readonly title: string
  readonly brand: string | null
  readonly imageUrl: string | null
  readonly size: string
  readonly creditsPerWeek: number
  /** 'city, state' of the lister; null when not stated. */
  readonly location: string | null
  /** The sum of the visible ratings by its renters; null without one. */
  readonly rating: RatingSum | null
  /** Null for an item that can be rented now. */
  readonly mark: 'rented' | 'paused' | 'pending' | 'denied' | null
  /** Whether its closet accepts some requests automatically; missing where it accepts none. */
  readonly acceptsSome?: true
}

export function toListedItem(row: ItemCardRow): ListedItem {
  const status = itemStatus(row)
  return {
    id: row.id,
    title: row.title,
    brand: row.brand,
    imageUrl: row.image_url,
    size: row.size,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    location: row.location,
    rating: row.rating_sums && { ratings: row.rating_sums[0], stars: row.rating_sums[1] },
    mark: MARKS[status],
    ...(row.accepts_automatically !== 'nobody' && { acceptsSome: true }),
  }
}

const MARKS = {
  free: null,
  rented: 'rented',
  paused: 'paused',
  draft: 'pending',
  pending: 'pending',
  denied: 'denied',
  retired: null,
} as const satisfies Record<ItemStatus, ListedItem['mark']>

/** SQL: what admins see besides public items: no drafts. Repeats an index's condition literally. */
export const isUnapproved = sql`i.approval_status <> 'approved' and i.available and not i.paused
  and i.deleted_at is null and (i.approval_status <> 'pending' or i.image_id is not null)`

/** Which items a carousel shows; `value` is a brand's id, an occasion or a style, or 'all'. */
export type ItemFilter = {
  readonly by: 'latest' | 'brand' | 'occasion' | 'style'
  readonly value: string
}

/** The newest public items that pass the filter, at most `limit` (spec 13.1). */
export async function newestItems(
  db: DbOrTx,
  filter: ItemFilter,
  limit: number,
): Promise<ListedItem[]> {
  const rows = await newestRows(db, filter, limit)
  return rows.map(toListedItem)
}

async function newestRows(
  db: DbOrTx,
  { by, value }: ItemFilter,
  limit: number,
): Promise<ItemCardRow[]> {
  if (by === 'brand' && value === 'all') return ofAllBrands(db, limit)
  const newest = itemCards(db)
    .where(isPublic)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
  if (by === 'brand') {
    const id = parseId<BrandId>(value)
    return id ? newest.where('i.brand_id', '=', id).execute() : []
  }
  if (by === 'latest' || value === 'all') return newest.execute()
  // The index has only groups; a value outside the fixed ones is searched within Other.
  const group = sql.ref<string>(`i.${by}_group`)
  return newest.where(group, '=', groupOf(by, value)).where(`i.${by}`, '=', value).execute()
}

function groupOf(kind: 'style' | 'occasion', word: string): string {
  return fixedGroups[kind].find((name) => name === word) ?? OTHER
}

/** Takes the newest of each brand by index, so items without a brand are never read. */
function ofAllBrands(db: DbOrTx, limit: number): Promise<ItemCardRow[]> {
  return db
    .selectFrom('brands as b')
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select(itemColumns)
          .select('i.brand_id')
          .where(isPublic)
          .whereRef('i.brand_id', '=', 'b.id')
          .orderBy('i.created_at', 'desc')
          .orderBy('i.id', 'desc')
          .limit(limit)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(itemColumns)
    .select([brandName, ratingSums])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
}
