import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { itemStatus } from './item-status.ts'
import { fixedGroups, OTHER } from './item-words.ts'

export { setAvailable } from './availability.ts'
export { retireItemsOf, transferItems } from './lister-items.ts'

/** An item as lists show it. */
export type ListedItem = {
  readonly id: ItemId
  readonly title: string
  readonly brand: string | null
  readonly imageUrl: string | null
  readonly size: string
  readonly creditsPerWeek: number
  /** 'city, state' of the lister; null where it names none. */
  readonly location: string | null
  /** Null for an item that can be rented at once. */
  readonly mark: 'rented' | 'paused' | 'pending' | 'denied' | null
}

export type ListedItemRow = {
  readonly id: ItemId
  readonly title: string
  readonly brand: string | null
  readonly image_url: string | null
  readonly size: string
  readonly credits_per_day: number
  readonly location: string | null
  readonly approval_status: ApprovalStatus
  readonly available: boolean
  readonly paused: boolean
  readonly deleted_at: Date | null
  readonly lister_in_good_standing: boolean
  readonly created_at: Date
}

/** The columns of `ListedItemRow`, of a row of `clothing_items` called `i`. */
export const listedItemColumns = sql`i.id, i.title,
  (select brands.name from brands where brands.id = i.brand_id and brands.is_active) as brand, i.image_url, i.size, i.credits_per_day, i.location,
  i.approval_status, i.available, i.paused, i.deleted_at, i.lister_in_good_standing, i.created_at`

export function toListedItem(row: ListedItemRow): ListedItem {
  const status = itemStatus(row)
  return {
    id: row.id,
    title: row.title,
    brand: row.brand,
    imageUrl: row.image_url,
    size: row.size,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    location: row.location,
    mark: status === 'free' || status === 'retired' ? null : status,
  }
}

/** What admins browse beside the public items. The words of a partial index: kept literal. */
export const isUnapproved = sql`i.approval_status <> 'approved' and i.available and not i.paused
  and i.deleted_at is null`

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
  const query = queryFor(filter, limit)
  if (!query) return []
  const { rows } = await query.execute(db)
  return rows.map(toListedItem)
}

function queryFor({ by, value }: ItemFilter, limit: number): RawBuilder<ListedItemRow> | null {
  if (by === 'brand') {
    if (value === 'all') return ofAllBrands(limit)
    const id = parseId(value)
    return id ? newest(sql`and i.brand_id = ${id}`, limit) : null
  }
  if (by === 'latest' || value === 'all') return newest(sql``, limit)
  // The index knows groups; a word outside the fixed ones is looked for within Other.
  return by === 'style'
    ? newest(sql`and i.style_group = ${groupOf('style', value)} and i.style = ${value}`, limit)
    : newest(
        sql`and i.occasion_group = ${groupOf('occasion', value)} and i.occasion = ${value}`,
        limit,
      )
}

function groupOf(kind: 'style' | 'occasion', word: string): string {
  return fixedGroups[kind].find((name) => name === word) ?? OTHER
}

function newest(filter: RawBuilder<unknown>, limit: number) {
  return sql<ListedItemRow>`select ${listedItemColumns} from clothing_items i
    where i.is_public ${filter} order by i.created_at desc, i.id desc limit ${limit}`
}

/** Takes the newest of each brand by its index: items without a brand are never walked through. */
function ofAllBrands(limit: number) {
  return sql<ListedItemRow>`select ${listedItemColumns} from brands b cross join lateral (
      select * from clothing_items i where i.is_public and i.brand_id = b.id
      order by i.created_at desc, i.id desc limit ${limit}
    ) i order by i.created_at desc, i.id desc limit ${limit}`
}
