import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { MAX_COUNTED } from './page.ts'

/** How many rows a query finds, counted up to `max`; the query must not select anything yet. */
export async function countUpTo<Database, Tables extends keyof Database>(
  db: DbOrTx,
  found: SelectQueryBuilder<Database, Tables, object>,
  max: number = MAX_COUNTED + 1,
): Promise<number> {
  const counted = await db
    .selectFrom(found.limit(max).as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return counted.total
}

/** SQL: how many rows `from …` finds, counted up to one more than `MAX_COUNTED`. */
export const countedIn = (from: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select ${from} limit ${sql.lit(MAX_COUNTED + 1)}) found)`
