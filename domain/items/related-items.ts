import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/page.ts'
import { type ListedItem, type ListedItemRow, listedItemColumns, toListedItem } from './items.ts'

/** A page of the public items of one closet or brand, newest first. */
export async function publicItemsOf(
  db: DbOrTx,
  whose: { readonly closetId: PersonId } | { readonly brandId: BrandId },
  after: string | null,
): Promise<Page<ListedItem>> {
  const from = decodeNewestFirst(after)
  const theirs =
    'closetId' in whose
      ? sql`i.business_id = ${whose.closetId}`
      : sql`i.brand_id = ${whose.brandId} and i.brand_id is not null`
  const behind = from ? sql`and (i.created_at, i.id) < (${from.at}, ${from.id}::uuid)` : sql``
  const { rows } = await sql<ListedItemRow>`
    select ${listedItemColumns} from clothing_items i where i.is_public and ${theirs} ${behind}
    order by i.created_at desc, i.id desc limit ${PAGE_SIZE + 1}`.execute(db)
  const page = toPage(rows, newestFirstKeys)
  return { rows: page.rows.map(toListedItem), next: page.next }
}

export type RelatedItems = {
  readonly fromCloset: readonly ListedItem[]
  readonly similar: readonly ListedItem[]
}

const SHOWN = 4
/** Among so many of the newest of its style, those of its size come first. */
const LOOKED_AT = 48

/** What else to look at: more of the same closet, and of the same style from other closets. */
export async function relatedItems(
  db: DbOrTx,
  item: {
    readonly id: ItemId
    readonly style: string
    readonly size: string
    readonly closetId: PersonId
  },
): Promise<RelatedItems> {
  const { id, closetId, style, size } = item
  const { rows } = await sql<ListedItemRow & { similar: boolean }>`
    (select ${listedItemColumns}, false as similar from clothing_items i
      where i.is_public and i.business_id = ${closetId} and i.id <> ${id}
      order by i.created_at desc, i.id desc limit ${SHOWN})
    union all
    (select ${listedItemColumns}, true from (
        select * from clothing_items
        where is_public and style_group = (select style_group from clothing_items where id = ${id})
        order by created_at desc, id desc limit ${LOOKED_AT}
      ) i
      where i.id <> ${id} and i.business_id <> ${closetId}
      order by (i.size = ${size}) desc, (i.style = ${style}) desc, i.created_at desc, i.id desc
      limit ${SHOWN})`.execute(db)
  const of = (similar: boolean) => rows.filter((row) => row.similar === similar).map(toListedItem)
  return { fromCloset: of(false), similar: of(true) }
}
