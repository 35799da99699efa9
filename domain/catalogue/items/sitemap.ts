import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'

/** Items on a page of the sitemap; the protocol allows 50,000. */
const ITEMS_A_PAGE = 10_000
/** The most pages that one run of the job adds. */
const PAGES_A_RUN = 20

export type ListedItem = { readonly id: ItemId; readonly updatedAt: Date }

/** How many pages of items the sitemap has; at least one. */
export async function countSitemapPages(db: DbOrTx): Promise<number> {
  const { pages } = await db
    .selectFrom('sitemap_pages')
    .select(sql<number>`coalesce(max(number), 1)`.as('pages'))
    .executeTakeFirstOrThrow()
  return pages
}

/**
 * The public items of a page, counted from 1, the oldest first; null when there is no such page.
 */
export async function sitemapPage(db: DbOrTx, number: number): Promise<ListedItem[] | null> {
  if (number < 1 || number > (await countSitemapPages(db))) return null
  const rows = await db
    .selectFrom('clothing_items')
    .select(['id', 'updated_at'])
    .where(sql<boolean>`is_public`)
    .where(
      sql<boolean>`(created_at, id) >= (
        coalesce((select starts_at from sitemap_pages where number = ${number}), '-infinity'),
        coalesce((select starts_with from sitemap_pages where number = ${number}), ${NIL_ID}))`,
    )
    .where(
      sql<boolean>`(created_at, id) < (
        coalesce((select starts_at from sitemap_pages where number = ${number + 1}), 'infinity'),
        coalesce((select starts_with from sitemap_pages where number = ${number + 1}), ${NIL_ID}))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_IN_A_FILE)
    .execute()
  return rows.map(({ id, updated_at }) => ({ id, updatedAt: updated_at }))
}

const NIL_ID = '00000000-0000-0000-0000-000000000000'
/** A page grows when items become public that were not when the page was started. */
const MAX_IN_A_FILE = 50_000

/** A job that starts new pages when the last one is full. Each run continues the one before. */
export async function growSitemap(db: Db, itemsAPage = ITEMS_A_PAGE): Promise<void> {
  for (let pages = 0; pages < PAGES_A_RUN; pages++) {
    const { numAffectedRows } = await sql`
      with last as (
        select number, starts_at, starts_with from sitemap_pages
        union all select 1, '-infinity', ${NIL_ID}
        order by number desc limit 1
      )
      insert into sitemap_pages (number, starts_at, starts_with)
      select last.number + 1, next.created_at, next.id
      from last, lateral (
        select created_at, id from clothing_items
        where is_public and (created_at, id) >= (last.starts_at, last.starts_with)
        order by created_at, id
        offset ${itemsAPage} limit 1
      ) next
      on conflict do nothing`.execute(db)
    if (!numAffectedRows) return
  }
}
