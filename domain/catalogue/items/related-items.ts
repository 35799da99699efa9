import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import type { ItemColour } from '#db/item-enums.ts'
import { fitLexemes } from '#domain/accounts/sizes/should-fit.ts'
import type { SizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { type DateRange, rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  isPublic,
  itemCards,
  trueToSizeShare,
} from '#domain/catalogue/items/fields/item-columns.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { canReach, listedReaches, type Reaches } from '#domain/catalogue/reach/reach.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isLikedBy, type ListedItem, likeCount, toListedItem } from './items.ts'

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

/** With its likes; `liked` is false for nobody. */
type RelatedItem = ListedItem & { readonly likes: number; readonly liked: boolean }

export type RelatedItems = {
  readonly fromCloset: readonly RelatedItem[]
  readonly similar: readonly RelatedItem[]
  readonly reaches: Reaches
}

/** What is known of the person for whom similar items are chosen. */
export type SimilarFor = {
  /** Only what is free on these days. */
  readonly dates: DateRange | null
  readonly today: CalendarDate
  /** Whose usual size is preferred, else that of the item is; and whose likes are read. */
  readonly viewer: { readonly id: PersonId; readonly sizes: SizeProfile | null } | null
  /** What can reach this place comes first. */
  readonly here: Point | null
}

const SHOWN = 4
/** How many of the newest items of the category and of the occasion are compared. */
const MAX_CANDIDATES = 48

/** Colors that go with the same things; each is near to the others of a group. */
const nearColours: readonly (readonly ItemColour[])[] = [
  ['Black', 'Grey', 'Silver'],
  ['White', 'Ivory', 'Silver'],
  ['Red', 'Pink', 'Orange'],
  ['Yellow', 'Orange', 'Gold'],
  ['Gold', 'Brown'],
  ['Blue', 'Purple'],
  ['Green', 'Blue'],
]

/**
 * More items of the same closet, the newest first; and of other closets those of the same category or
 * occasion: first what can reach the person, then by size, by measurements too, category, occasion and
 * color.
 */
export async function relatedItems(
  db: DbOrTx,
  { id, closetId }: { readonly id: ItemId; readonly closetId: PersonId },
  wanted: SimilarFor,
): Promise<RelatedItems> {
  const fromCloset = db
    .selectFrom('clothing_items as i')
    .select(['i.id', sql<boolean>`false`.as('is_similar'), sql<number>`0`.as('score')])
    .where(isPublic)
    .where('i.business_id', '=', closetId)
    .where('i.id', '<>', id)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(SHOWN)
  const similar = await similarItems(db, { id, closetId }, wanted)
  const chosen = db
    .selectFrom(fromCloset.as('i'))
    .select(['i.id', 'i.is_similar', 'i.score'])
    .unionAll(db.selectFrom(similar.as('i')).select(['i.id', 'i.is_similar', 'i.score']))
  const rows = await itemCards(db)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'i.id')
    .select(['chosen.is_similar', 'i.reach', likeCount('i.id').as('likes')])
    .select(isLikedBy('i.id', wanted.viewer?.id ?? null).as('liked'))
    .orderBy('chosen.score', 'desc')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
  const cards = (areSimilar: boolean) =>
    rows
      .filter((row) => row.is_similar === areSimilar)
      .map((row) => ({ ...toListedItem(row), likes: row.likes, liked: row.liked }))
  return {
    fromCloset: cards(false),
    similar: cards(true),
    reaches: Object.fromEntries(rows.map((row) => [row.id, row.reach])),
  }
}

/** Query of the best ones. */
async function similarItems(
  db: DbOrTx,
  { id, closetId }: { readonly id: ItemId; readonly closetId: PersonId },
  { dates, today, viewer, here }: SimilarFor,
) {
  const own = (column: 'category_group' | 'occasion_group' | 'size_group' | 'colour_group') =>
    sql<string>`(select ${sql.ref(column)} from clothing_items where id = ${id})`
  const newest = (group: 'category_group' | 'occasion_group') => {
    const items = db
      .selectFrom('clothing_items as i')
      .select('i.id')
      .where(isPublic)
      .where(`i.${group}`, '=', own(group))
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(MAX_CANDIDATES)
    return db.selectFrom(items.as('i')).select('i.id')
  }
  const reaching = here ? (await listedReaches(db)).filter(({ is }) => canReach(is, here)) : []
  const isOfSize = hasTheirSize(viewer?.sizes ?? null, own('size_group'))
  const score = sql<number>`(
    case when i.reach = any(${reaching.map(({ word }) => word)}::text[]) then 16 else 0 end
    + case when ${isOfSize} then 8 else 0 end
    + case when i.category_group = ${own('category_group')} then 4 else 0 end
    + case when i.occasion_group = ${own('occasion_group')} then 2 else 0 end
    + case when i.colour_group = ${own('colour_group')} then 2
        when (${JSON.stringify(nearColours)}::jsonb) @> jsonb_build_array(
          jsonb_build_array(i.colour_group, ${own('colour_group')})) then 1 else 0 end
    + ${trueToSizeShare('i')})`
  return db
    .selectFrom(newest('category_group').union(newest('occasion_group')).as('found'))
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .select(['i.id', 'i.created_at', score.as('score')])
          .whereRef('i.id', '=', 'found.id')
          .where('i.business_id', '<>', closetId)
          .where(dates ? rentableOn('i', dates, today) : isPublic)
          // Reads each by id; a plain join could start by reading all items.
          .offset(sql.lit(0))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['i.id', sql<boolean>`true`.as('is_similar'), 'i.score'])
    .orderBy('i.score', 'desc')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(SHOWN)
}

/** SQL: whether an item has the usual size of the person, else this one, or should fit them. */
function hasTheirSize(sizes: SizeProfile | null, size: RawBuilder<string>): RawBuilder<boolean> {
  const hasSize = sql<boolean>`i.size_group = coalesce(${sizes?.usualSize ?? null}, ${size})`
  const measured = sizes ? fitLexemes(sizes) : []
  if (measured.length === 0) return hasSize
  const fitting = measured.map((words) => `(${words.map((word) => `'${word}'`).join('|')})`)
  return sql<boolean>`(${hasSize} or (select s.doc @@ ${fitting.join('&')}::tsquery
    from item_search s where s.item_id = i.id))`
}
