import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** The running totals that are not 0, by name and start of their period; fails if one is wrong. */
export async function readTotals(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; amount: number; is_wrong: boolean }>`
    select concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as name,
      sum(amount)::float8 as amount,
      exists (select from wrong_totals) or exists (select from wrong_closet_totals) as is_wrong
    from total_amounts group by name, period having sum(amount) <> 0 order by 1`.execute(db)
  if (rows.some((row) => row.is_wrong)) throw new Error('a running total is not that of its rows')
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
}

/** The number of unfolded changes. */
export async function countChanges(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('running_total_changes')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The totals of a closet that are not 0, by name and day, including unfolded changes. */
export async function readClosetTotals(db: Db, ownerId: PersonId): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; amount: number }>`
    select concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD')) as name,
      sum(amount)::float8 as amount
    from closet_total_amounts where owner_id = ${ownerId}
    group by name, period having sum(amount) <> 0 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
}
