import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { type DateRange, rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  brandName,
  isLikedBy,
  itemColumns,
  type ListedItem,
  likeCount,
  ratingSums,
  toListedItem,
} from '#domain/catalogue/items/items.ts'
import type { Reaches } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { decodeNewestFirst, PAGE_SIZE, type Page, toPage } from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** An item's likes (at most `MAX_COUNTED` + 1); `liked` is null for viewers who cannot like. */
export type Likes = { readonly likes: number; readonly liked: boolean | null }

/** Adds their likes to the items, with one query for all. */
export async function withLikes<Item extends { readonly id: ItemId }>(
  db: DbOrTx,
  shopper: Shopper | null,
  items: readonly Item[],
): Promise<(Item & Likes)[]> {
  return (await withLikesAndReaches(db, shopper, items)).items
}

/** The same; also whom the items can reach. */
export async function withLikesAndReaches<Item extends { readonly id: ItemId }>(
  db: DbOrTx,
  shopper: Shopper | null,
  items: readonly Item[],
): Promise<{
  readonly items: (Item & Likes)[]
  readonly reaches: Reaches
}> {
  if (items.length === 0) return { items: [], reaches: {} }
  const ids = items.map(({ id }) => id)
  const rows = await likeRows(db, { ids, shopperId: shopper?.id ?? null })
  const found = new Map(rows.map((row) => [row.id, row]))
  return {
    items: items.map((item) => {
      const row = found.get(item.id)
      return { ...item, likes: row?.likes ?? 0, liked: shopper && (row?.liked ?? false) }
    }),
    reaches: Object.fromEntries(rows.map(({ id, reach }) => [id, reach])),
  }
}

/**
 * Adds to items whether the shopper likes them (null for viewers who cannot like), where the counts
 * are shared between viewers.
 */
export async function ownLikes(
  db: DbOrTx,
  shopper: Shopper | null,
  items: readonly { readonly id: string }[],
): Promise<<Item extends { readonly id: string }>(item: Item) => Item & Pick<Likes, 'liked'>> {
  const liked = await likedIds(db, shopper, items)
  return liked ? withLiked(new Set(liked)) : (item) => ({ ...item, liked: null })
}

/** The ids of those items that the shopper likes; null for viewers who cannot like. */
async function likedIds(
  db: DbOrTx,
  shopper: Shopper | null,
  items: readonly { readonly id: string }[],
): Promise<readonly string[] | null> {
  if (!shopper) return null
  if (items.length === 0) return []
  const rows = await likedRows(db, { shopperId: shopper.id, ids: items.map(({ id }) => id) })
  return rows.map(({ item_id }) => item_id)
}

/** Adds to an item whether it is among the liked ones. */
export function withLiked(liked: ReadonlySet<string>) {
  return <Item extends { readonly id: string }>(item: Item): Item & Pick<Likes, 'liked'> => ({
    ...item,
    liked: liked.has(item.id),
  })
}

type LikedValues = { readonly shopperId: PersonId; readonly ids: readonly string[] }

const likedRows = compiledOnce((db, { shopperId, ids }: LikedValues) =>
  likedAmong(db, shopperId, ids),
)

/** Query of those items that the shopper likes. */
export function likedAmong(db: DbOrTx, shopperId: PersonId, ids: readonly string[]) {
  return db
    .selectFrom('likes')
    .select('item_id')
    .where('user_id', '=', shopperId)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
}

type LikeValues = { readonly ids: readonly ItemId[]; readonly shopperId: PersonId | null }

const likeRows = compiledOnce((db, { ids, shopperId }: LikeValues) =>
  db
    .selectFrom('clothing_items as i')
    .select(['i.id', 'i.reach'])
    .select([likeCount('i.id').as('likes'), isLikedBy('i.id', shopperId).as('liked')])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`),
)

const PAGE = 100

/** A page of at most 100 items that the shopper likes and the public may see, last liked first. */
export async function likedAfter(
  db: DbOrTx,
  shopper: Shopper,
  after: string | null,
): Promise<Page<ListedItem & { readonly likedAt: Date }>> {
  const from = decodeNewestFirst<ItemId>(after)
  let list = db
    .selectFrom('likes as l')
    .innerJoin('clothing_items as i', 'i.id', 'l.item_id')
    .select(itemColumns)
    .select([brandName, ratingSums, 'l.created_at as liked_at'])
    .where('l.user_id', '=', shopper.id)
    .where(isShown)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.item_id', 'desc')
    .limit(PAGE + 1)
  if (from)
    list = list.where((where) =>
      where(where.refTuple('l.created_at', 'l.item_id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(
    await list.execute(),
    ({ liked_at, id }) => [liked_at.toISOString(), id],
    PAGE,
  )
  return { rows: rows.map((row) => ({ ...toListedItem(row), likedAt: row.liked_at })), next }
}

/** What the public may see, even if it cannot be rented now. */
const isShown = sql<boolean>`(i.deleted_at is null and i.approval_status = 'approved'
  and i.lister_in_good_standing)`

/** How My Likes is sorted. */
export const likeOrders = ['newest', 'price'] as const
export type LikeOrder = (typeof likeOrders)[number]

export type WantedLikes = {
  readonly order: LikeOrder
  /** Only what the shopper can rent on all of these days. */
  readonly free: (DateRange & { readonly today: CalendarDate }) | null
  /** Counted from 1. */
  readonly page: number
}

export type LikedPage = {
  readonly rows: readonly ListedItem[]
  /** How many items pass the filter, on all pages. */
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** Enough: nobody pages further through their own likes. */
const MAX_PAGES = 200

const ORDERS = {
  newest: sql`l.created_at desc, l.item_id desc`,
  price: sql`i.credits_per_day, l.created_at desc, l.item_id desc`,
} satisfies Record<LikeOrder, unknown>

/**
 * The items that the shopper likes, last liked or cheapest first. Includes rented and paused items,
 * unless filtered by free dates; leaves out items for as long as the public may not see them.
 */
export async function likedItems(
  db: DbOrTx,
  shopper: Shopper,
  { order, free, page: wanted }: WantedLikes,
): Promise<LikedPage> {
  let liked = db
    .selectFrom('likes as l')
    .innerJoin('clothing_items as i', 'i.id', 'l.item_id')
    .where('l.user_id', '=', shopper.id)
    .where(isShown)
  if (free) liked = liked.where(rentableOn('i', free, free.today, shopper.id))
  const { total } = await liked
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.min(Math.max(1, Math.ceil(total / PAGE_SIZE)), MAX_PAGES)
  const page = Math.min(Math.max(1, wanted), pages)
  const rows = await liked
    .select(itemColumns)
    .select([brandName, ratingSums])
    .orderBy(ORDERS[order])
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return { rows: rows.map(toListedItem), total, page, pages }
}
