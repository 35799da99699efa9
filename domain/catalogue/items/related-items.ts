import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ItemId, PersonId } from '#db/ids.ts'
import type { ItemColour } from '#db/item-enums.ts'
import { fitLexemes } from '#domain/accounts/sizes/should-fit.ts'
import { type DateRange, rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  isPublic,
  itemCards,
  trueToSizeShare,
} from '#domain/catalogue/items/fields/item-columns.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { canReach, listedReaches } from '#domain/catalogue/reach/reach.ts'
import {
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
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

/** What is known of the person for whom similar items are chosen. */
export type SimilarFor = {
  /** Only what is free on these days. */
  readonly dates: DateRange | null
  readonly today: CalendarDate
  /** Whose usual size is preferred; else that of the item is. */
  readonly personId: PersonId | null
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
  const [fromCloset, similar] = await Promise.all([
    itemCards(db)
      .where(isPublic)
      .where('i.business_id', '=', closetId)
      .where('i.id', '<>', id)
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .limit(SHOWN)
      .execute(),
    similarItems(db, { id, closetId }, wanted),
  ])
  return { fromCloset: fromCloset.map(toListedItem), similar: similar.map(toListedItem) }
}

async function similarItems(
  db: DbOrTx,
  { id, closetId }: { readonly id: ItemId; readonly closetId: PersonId },
  { dates, today, personId, here }: SimilarFor,
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
  const isOfSize = await hasTheirSize(db, personId, own('size_group'))
  const score = sql<number>`(
    case when i.reach = any(${reaching.map(({ word }) => word)}::text[]) then 16 else 0 end
    + case when ${isOfSize} then 8 else 0 end
    + case when i.category_group = ${own('category_group')} then 4 else 0 end
    + case when i.occasion_group = ${own('occasion_group')} then 2 else 0 end
    + case when i.colour_group = ${own('colour_group')} then 2
        when (${JSON.stringify(nearColours)}::jsonb) @> jsonb_build_array(
          jsonb_build_array(i.colour_group, ${own('colour_group')})) then 1 else 0 end
    + ${trueToSizeShare('i')})`
  const best = db
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
    .select(['i.id', 'i.created_at', 'i.score'])
    .orderBy('i.score', 'desc')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(SHOWN)
  return await itemCards(db)
    .innerJoin(best.as('best'), 'best.id', 'i.id')
    .orderBy('best.score', 'desc')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
}

/** SQL: whether an item has the usual size of the person, else this one, or should fit them. */
async function hasTheirSize(
  db: DbOrTx,
  personId: PersonId | null,
  size: RawBuilder<string>,
): Promise<RawBuilder<boolean>> {
  const profile = personId
    ? await db
        .selectFrom('size_profiles')
        .select(['usual_size', 'bust_cm as bustCm', 'waist_cm as waistCm', 'hips_cm as hipsCm'])
        .where('user_id', '=', personId)
        .executeTakeFirst()
    : null
  const hasSize = sql<boolean>`i.size_group = coalesce(${profile?.usual_size ?? null}, ${size})`
  const measured = profile ? fitLexemes(profile) : []
  if (measured.length === 0) return hasSize
  const fitting = measured.map((words) => `(${words.map((word) => `'${word}'`).join('|')})`)
  return sql<boolean>`(${hasSize} or (select s.doc @@ ${fitting.join('&')}::tsquery
    from item_search s where s.item_id = i.id))`
}
