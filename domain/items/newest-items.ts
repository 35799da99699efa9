import { type RawBuilder, sql } from 'kysely'
import type { Read } from '#db/connection.ts'
import { parseId } from '#domain/shared/ids.ts'
import { fixedGroups, OTHER } from './item-words.ts'
import {
  type ListedItem,
  type ListedItemRow,
  listedItemColumns,
  toListedItem,
} from './listed-item.ts'

/** Which items a carousel shows; `value` is a brand's id, an occasion or a style, or 'all'. */
export type ItemFilter = {
  readonly by: 'latest' | 'brand' | 'occasion' | 'style'
  readonly value: string
}

/** The newest public items that pass the filter, at most `limit` (business §2, carousel). */
export async function newestItems(
  db: Read,
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
