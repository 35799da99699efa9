import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { stageColumns } from '#domain/booking/rentals/stage/stage-sql.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { isIndexed, isNamed } from '#domain/shared/lists/list-search.ts'
import { containing } from '#domain/shared/lists/page.ts'
import { phoneDigits } from '#domain/shared/phone-digits.ts'
import { MAX_RENTALS_SEARCHED } from './panel-filters.ts'
import { isOwn } from './rental-panel.ts'

/** The most that a search reads. */
type SearchLimits = {
  /** With at most this many matching items, people and numbers, their rentals are read by index. */
  readonly candidates: number
  /** At most this many of their rentals, or of the newest ones, are read. */
  readonly rentals: number
}

const LIMITS: SearchLimits = { candidates: 1000, rentals: MAX_RENTALS_SEARCHED }

/** SQL for the rentals that a search finds. */
export type RentalsFound = {
  /** Rows `r` of rentals, to follow "from". */
  readonly rentals: RawBuilder<unknown>
  readonly matches: RawBuilder<boolean>
  /** Only the newest rentals are searched. */
  readonly isPartial: boolean
}

/**
 * Rentals with these words in their item's title, in the name or email address of the renter or the
 * owner, or in the renter's phone number. Words with few matches are looked up by index. With many
 * matches, or words too short for an index, only the newest rentals are searched, so that the
 * number of rows read is bounded. Null when there is no search.
 */
export async function rentalsAbout(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  words: string | null,
  max = LIMITS,
): Promise<RentalsFound | null> {
  const pattern = containing(words)
  if (!pattern) return null
  const digits = phoneDigits(words ?? '')
  const few = digits || isIndexed(pattern) ? await findByIndex(db, pattern, digits, max) : null
  if (few)
    return {
      rentals: sql`rentals r`,
      matches: sql`(r.id = any(${few}::uuid[]) and ${isOwn(who)})`,
      isPartial: false,
    }
  const newest = sql`from rentals r where ${isOwn(who)} order by r.created_at desc, r.id desc`
  const { rows } = await sql`select ${newest} offset ${sql.lit(max.rentals)} limit 1`.execute(db)
  return {
    rentals: sql`(select ${SEARCHED} ${newest} limit ${sql.lit(max.rentals)}) r`,
    matches: isAbout(pattern, digits),
    isPartial: rows.length > 0,
  }
}

/** The columns that the search, the tabs and their order need. */
const SEARCHED = sql.join(
  [
    ...['r.id', 'r.item_id', 'r.renter_id', 'r.owner_id', 'r.renter_phone', 'r.created_at'],
    ...stageColumns,
    'r.proposed_at',
  ].map((column) => sql.ref(column)),
)

const DIGITS = sql`regexp_replace(renter_phone, '\\D', '', 'g')`

/** Uses subqueries, so that items and people are read only for the searched rentals. */
function isAbout(pattern: string, digits: string | null): RawBuilder<boolean> {
  return sql`((select i.title from clothing_items i where i.id = r.item_id) ilike ${pattern}
    or ${isNamed(sql`r.renter_id`, pattern)} or ${isNamed(sql`r.owner_id`, pattern)}${
      digits ? sql` or ${DIGITS} like ${`%${digits}%`}` : sql``
    })`
}

/** The ids of all rentals that match; null with too many candidates or too many rentals. */
async function findByIndex(
  db: DbOrTx,
  pattern: string,
  digits: string | null,
  max: SearchLimits,
): Promise<readonly string[] | null> {
  const limit = sql.lit(max.candidates + 1)
  const byPhone = digits
    ? sql`(select id from rentals where renter_phone is not null
        and ${DIGITS} like ${`%${digits}%`} limit ${limit})`
    : sql`select null::uuid where false`
  const candidates = await sql<{ items: string[]; people: string[]; called: string[] }>`select
    array(
      (select id from clothing_items where title ilike ${pattern} and deleted_at is null limit ${limit})
      union all
      (select id from clothing_items where title ilike ${pattern} and deleted_at is not null
        limit ${limit})
      limit ${limit}) as items,
    array(select id from user_profiles where full_name || ' ' || email ilike ${pattern}
      limit ${limit}) as people,
    array(${byPhone}) as called`.execute(db)
  const { items = [], people = [], called = [] } = candidates.rows[0] ?? {}
  if ([items, people, called].some(({ length }) => length > max.candidates)) return null
  const rentalsWith = (
    column: 'item_id' | 'renter_id' | 'owner_id' | 'id',
    ids: readonly string[],
  ) =>
    db
      .selectFrom('rentals')
      .select('id')
      .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
  const found = rentalsWith('item_id', items)
    .unionAll(rentalsWith('renter_id', people))
    .unionAll(rentalsWith('owner_id', people))
    .unionAll(rentalsWith('id', called))
    .limit(max.rentals + 1)
  const rows = await found.execute()
  return rows.length > max.rentals ? null : rows.map(({ id }) => id)
}
