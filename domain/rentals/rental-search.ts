import { type RawBuilder, sql } from 'kysely'
import type { Read } from '#db/connection.ts'

/** Up to so many items and so many people a search goes through their rentals, beyond it not. */
const MOST_CANDIDATES = 1000

/**
 * The condition on rentals `r`, items `i`, `renter` and `owner` that the item's title or one of the
 * two names carries the pattern. Words that few things carry are looked up first, by index; words
 * that many carry are met soon enough in the list itself.
 */
export async function rentalsAbout(db: Read, pattern: string): Promise<RawBuilder<boolean>> {
  const most = sql.lit(MOST_CANDIDATES + 1)
  const { rows } = await sql<{ items: string[]; people: string[] }>`select
    array(
      (select id from clothing_items where title ilike ${pattern} and deleted_at is null limit ${most})
      union all
      (select id from clothing_items where title ilike ${pattern} and deleted_at is not null
        limit ${most})
      limit ${most}) as items,
    array(select id from user_profiles
      where full_name || ' ' || email ilike ${pattern} and full_name ilike ${pattern}
      limit ${most}) as people`.execute(db)
  const { items = [], people = [] } = rows[0] ?? {}
  if (items.length > MOST_CANDIDATES || people.length > MOST_CANDIDATES)
    return sql`(i.title ilike ${pattern} or renter.full_name ilike ${pattern}
      or owner.full_name ilike ${pattern})`
  return sql`(r.item_id = any(${items}::uuid[]) or r.renter_id = any(${people}::uuid[])
    or r.owner_id = any(${people}::uuid[]))`
}
