import { type RawBuilder, sql } from 'kysely'
import { countedIn } from '#domain/shared/lists/found.ts'

/** How many like an item, counted up to `MAX_COUNTED`; one more means "more than that". */
export function likeCount(itemId: string): RawBuilder<number> {
  return countedIn(sql`from likes l where l.item_id = ${sql.ref(itemId)}`)
}

/** SQL: whether a person likes an item; false for `null`, a visitor. */
export function isLikedBy(itemId: string, personId: string | null): RawBuilder<boolean> {
  return sql<boolean>`exists (select from likes l
    where l.item_id = ${sql.ref(itemId)} and l.user_id = ${personId})`
}
