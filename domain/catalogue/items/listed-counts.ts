import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import { fixedGroups, NO_LOCATION, OTHER } from '#domain/catalogue/items/fields/item-words.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { decodeCursor, PAGE_SIZE, type Page, toPage } from '#domain/shared/lists/page.ts'
import { groupings } from './groupings.ts'
import { isUnapproved } from './items.ts'

/** A group and the number of its items that the viewer can see. */
export type GroupCount = { readonly name: string; readonly count: number }

/**
 * The groups of /styles, /occasions or /sizes in the specification's order with exact counts; Other
 * only when it has items. Admins' counts include pending items.
 */
export async function countFixedGroups(
  db: DbOrTx,
  admin: Admin | null,
  kind: keyof typeof fixedGroups,
): Promise<GroupCount[]> {
  const { column } = groupings[kind]
  const stored = db
    .selectFrom('listed_count_deltas')
    .select(['value as name', 'delta as n'])
    .where('kind', '=', kind)
  const unapproved = db
    .selectFrom('clothing_items as i')
    .select([sql<string>`${column}`.as('name'), sql.lit(1).as('n')])
    .where(sql<boolean>`${isUnapproved}`)
  const rows = await db
    .selectFrom((admin ? stored.unionAll(unapproved) : stored).as('counted'))
    .select(['name', sql<number>`sum(n)::int`.as('count')])
    .groupBy('name')
    .execute()
  const counts = new Map(rows.map((row) => [row.name, row.count]))
  return [...fixedGroups[kind], OTHER]
    .map((name) => ({ name, count: counts.get(name) ?? 0 }))
    .filter(({ name, count }) => name !== OTHER || count > 0)
}

/** A page of the locations that have items, alphabetically, with "no location" last. */
export async function countLocations(
  db: DbOrTx,
  admin: Admin | null,
  after: string | null,
): Promise<Page<GroupCount>> {
  const afterName = decodeCursor(after, 1)?.[0] ?? ''
  const { column } = groupings.location
  const unapproved = (which: ReturnType<typeof sql>) =>
    admin
      ? sql`union all select ${column}, 1 from clothing_items i where ${isUnapproved} and ${which}`
      : sql``
  const { rows } = await sql<GroupCount>`
    select name, count from (
      (select name, sum(n)::int as count from (
        select value collate "C" as name, delta as n from listed_count_deltas
        where kind = 'location' and value collate "C" > ${afterName}
        ${unapproved(sql`${column} > ${afterName}`)}
      ) counted
      where name <> ${NO_LOCATION} group by name having sum(n) > 0 order by name
      limit ${PAGE_SIZE + 1})
      union all
      (select ${NO_LOCATION}, coalesce(sum(n), 0)::int from (
        select value as name, delta as n from listed_count_deltas
        where kind = 'location' and value collate "C" = ${NO_LOCATION}
        ${unapproved(sql`${column} = ${NO_LOCATION}`)}
      ) unplaced having sum(n) > 0)
    ) listed
    order by name = ${NO_LOCATION}, name collate "C"`.execute(db)
  return toPage(rows, ({ name }) => [name])
}

/** A job that merges the deltas of each count into one row, so that reading a count stays fast. */
export async function foldListedCounts(db: Db): Promise<void> {
  await sql`
    with gathered as (delete from listed_count_deltas returning kind, value, delta)
    insert into listed_count_deltas
      select kind, value, sum(delta) from gathered group by kind, value having sum(delta) <> 0
  `.execute(db)
  await sql`
    with gathered as (delete from rental_count_deltas returning delta)
    insert into rental_count_deltas select sum(delta) from gathered having sum(delta) <> 0
  `.execute(db)
}
