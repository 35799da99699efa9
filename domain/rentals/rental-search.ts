import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { containing } from '#domain/shared/page.ts'
import { phoneDigits } from '#domain/shared/phone-digits.ts'

/** Up to this many items, people and numbers, a search reads their rentals by index. */
const MAX_CANDIDATES = 1000

const NAMED = (alias: 'renter' | 'owner') =>
  sql`${sql.ref(`${alias}.full_name`)} || ' ' || ${sql.ref(`${alias}.email`)}`

const DIGITS = sql`regexp_replace(renter_phone, '\\D', '', 'g')`

/**
 * The condition on rentals `r`, items `i`, `renter` and `owner` that the words are in the item's
 * title, in one of the two names or email addresses, or in the renter's phone number. Words with
 * few matches are looked up first, by index; for words with many matches a scan of the list soon
 * finds some. Null when there is no search.
 */
export async function rentalsAbout(
  db: DbOrTx,
  words: string | null,
  maxCandidates = MAX_CANDIDATES,
): Promise<RawBuilder<boolean> | null> {
  const pattern = containing(words)
  if (!pattern) return null
  const limit = sql.lit(maxCandidates + 1)
  const digits = phoneDigits(words ?? '')
  const byPhone = digits
    ? sql`(select id from rentals where renter_phone is not null
        and ${DIGITS} like ${`%${digits}%`} limit ${limit})`
    : sql`select null::uuid where false`
  const { rows } = await sql<{ items: string[]; people: string[]; called: string[] }>`select
    array(
      (select id from clothing_items where title ilike ${pattern} and deleted_at is null limit ${limit})
      union all
      (select id from clothing_items where title ilike ${pattern} and deleted_at is not null
        limit ${limit})
      limit ${limit}) as items,
    array(select id from user_profiles where full_name || ' ' || email ilike ${pattern}
      limit ${limit}) as people,
    array(${byPhone}) as called`.execute(db)
  const { items = [], people = [], called = [] } = rows[0] ?? {}
  if ([items, people, called].some(({ length }) => length > maxCandidates))
    return sql`(i.title ilike ${pattern} or ${NAMED('renter')} ilike ${pattern}
      or ${NAMED('owner')} ilike ${pattern}${
        digits
          ? sql` or regexp_replace(r.renter_phone, '\\D', '', 'g') like ${`%${digits}%`}`
          : sql``
      })`
  return sql`(r.item_id = any(${items}::uuid[]) or r.renter_id = any(${people}::uuid[])
    or r.owner_id = any(${people}::uuid[]) or r.id = any(${called}::uuid[]))`
}
