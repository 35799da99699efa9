import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import {
  brandName,
  isPublic,
  itemCards,
  itemColumns,
  ratingSums,
} from '#domain/catalogue/items/fields/item-columns.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import { type ListedItem, toListedItem } from './items.ts'

/** A page of the public items of one closet or brand, newest first. */
export async function publicItemsOf(
  db: DbOrTx,
  whose: { readonly closetId: PersonId } | { readonly brandId: BrandId },
  after: string | null,
): Promise<Page<ListedItem>> {
  const from = decodeNewestFirst<ItemId>(after)
  let list = itemCards(db)
    .where(isPublic)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(PAGE_SIZE + 1)
  list =
    'closetId' in whose
      ? list.where('i.business_id', '=', whose.closetId)
      : list.where('i.brand_id', '=', whose.brandId).where('i.brand_id', 'is not', null)
  if (from)
    list = list.where((where) =>
      where(where.refTuple('i.created_at', 'i.id'), '<', where.tuple(from.at, from.id)),
    )
  const page = toPage(await list.execute(), newestFirstKeys)
  return { rows: page.rows.map(toListedItem), next: page.next }
}

export type RelatedItems = {
  readonly fromCloset: readonly ListedItem[]
  readonly similar: readonly ListedItem[]
}

const SHOWN = 4
/** How many of the newest items of the style are read; those of the same size come first. */
const MAX_CANDIDATES = 48

/** Related items: more of the same closet, and items of the same style from other closets. */
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
  const fromCloset = itemCards(db)
    .select(sql<boolean>`false`.as('similar'))
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((by) => by.orderBy('i.created_at', 'desc').orderBy('i.id', 'desc'))
        .as('place'),
    )
    .where(isPublic)
    .where('i.business_id', '=', closetId)
    .where('i.id', '<>', id)
    // Sorting by `place` would number all items first.
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(SHOWN)
  const newestOfStyle = db
    .selectFrom('clothing_items as i')
    .select([...itemColumns, 'i.style', 'i.business_id', 'i.brand_id'])
    .where(isPublic)
    .where('i.style_group', '=', (own) =>
      own.selectFrom('clothing_items as own').select('own.style_group').where('own.id', '=', id),
    )
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MAX_CANDIDATES)
  const ofStyle = db
    .selectFrom(newestOfStyle.as('i'))
    .select(itemColumns)
    .select([brandName, ratingSums])
    .select(sql<boolean>`true`.as('similar'))
    .select(({ eb, fn }) =>
      fn
        .agg<number>('row_number')
        .over((by) =>
          by
            .orderBy(eb('i.size', '=', size), 'desc')
            .orderBy(eb('i.style', '=', style), 'desc')
            .orderBy('i.created_at', 'desc')
            .orderBy('i.id', 'desc'),
        )
        .as('place'),
    )
    .where('i.id', '<>', id)
    .where('i.business_id', '<>', closetId)
    .orderBy('place')
    .limit(SHOWN)
  const columns = [...itemColumns, 'i.brand', 'i.rating_sums', 'i.similar', 'i.place'] as const
  const rows = await db
    .selectFrom(fromCloset.as('i'))
    .select(columns)
    .unionAll(db.selectFrom(ofStyle.as('i')).select(columns))
    .orderBy('place')
    .execute()
  const of = (similar: boolean) => rows.filter((row) => row.similar === similar).map(toListedItem)
  return { fromCloset: of(false), similar: of(true) }
}
