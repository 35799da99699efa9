import { sql } from 'kysely'
import type { Read } from '#db/connection.ts'
import {
  type ListedItem,
  type ListedItemRow,
  listedItemColumns,
  toListedItem,
} from '#domain/items/items.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { decodeNewestFirst, PAGE_SIZE, type Page, toPage } from '#domain/shared/page.ts'

/** How many like an item, and whether the viewer does; null for whoever may only look. */
export type Likes = { readonly likes: number; readonly liked: boolean | null }

/** The items with their likes, in one query for all of them. */
export async function withLikes<Item extends { readonly id: string }>(
  db: Read,
  shopper: Shopper | null,
  items: readonly Item[],
): Promise<(Item & Likes)[]> {
  const found = items.length > 0 ? await countLikes(db, shopper, items) : new Map()
  return items.map((item) => {
    const row = found.get(item.id)
    return { ...item, likes: row?.likes ?? 0, liked: shopper && (row?.liked ?? false) }
  })
}

async function countLikes(
  db: Read,
  shopper: Shopper | null,
  items: readonly { readonly id: string }[],
) {
  const { rows } = await sql<{ id: string; likes: number; liked: boolean | null }>`
    select item_id as id, count(*)::int as likes, bool_or(user_id = ${shopper?.id ?? null}) as liked
    from likes where item_id = any(${items.map(({ id }) => id)}::uuid[])
    group by item_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

type LikedRow = ListedItemRow & { readonly liked_at: Date }

/**
 * What the shopper likes, the last liked first. Rented and paused items stay; those that the
 * public may not see are left out for as long as that is so.
 */
export async function likedItems(
  db: Read,
  shopper: Shopper,
  after: string | null,
): Promise<Page<ListedItem>> {
  const from = decodeNewestFirst(after)
  const behind = from ? sql`and (l.created_at, l.item_id) < (${from.at}, ${from.id}::uuid)` : sql``
  const { rows } = await sql<LikedRow>`
    select ${listedItemColumns}, l.created_at as liked_at
    from likes l join clothing_items i on i.id = l.item_id
    where l.user_id = ${shopper.id} and i.deleted_at is null and i.approval_status = 'approved'
      and i.lister_in_good_standing ${behind}
    order by l.created_at desc, l.item_id desc limit ${PAGE_SIZE + 1}`.execute(db)
  const page = toPage(rows, (row) => [row.liked_at.toISOString(), row.id])
  return { rows: page.rows.map(toListedItem), next: page.next }
}
