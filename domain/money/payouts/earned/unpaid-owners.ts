import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { hasUnpaidEarnings } from './owed.ts'

/** One batch: the owners with unpaid earnings within a range of ids. */
export type UnpaidOwners = {
  /** In the order of their ids. */
  readonly owners: readonly PersonId[]
  /** The range starts after this id; null for the first batch. */
  readonly after: PersonId | null
  /** The range ends with this id; null for the last batch. */
  readonly upTo: PersonId | null
}

const BATCH_SIZE = 1000

/** All owners with unpaid earnings, in batches of at most `max`. */
export async function* unpaidOwners(db: DbOrTx, max = BATCH_SIZE): AsyncGenerator<UnpaidOwners> {
  let after: PersonId | null = null
  do {
    const owners = await ownersAfter(db, after, max)
    const upTo: PersonId | null = owners.length < max ? null : (owners.at(-1) ?? null)
    yield { owners, after, upTo }
    after = upTo
  } while (after !== null)
}

async function ownersAfter(db: DbOrTx, after: PersonId | null, max: number): Promise<PersonId[]> {
  const rows = await db
    .selectFrom('user_profiles as p')
    .select('p.id')
    .where(isOneOfUnpaidOwners(after, max))
    .orderBy('p.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Sorts before all ids. */
const NIL_ID = '00000000-0000-0000-0000-000000000000'

/**
 * SQL: whether the person `p` of a query is one of the first `max` owners with unpaid earnings
 * after this id. A recursive query jumps from owner to owner in the indexes of their totals,
 * reading one row for each. It is an array so that it runs only once.
 */
export function isOneOfUnpaidOwners(after: PersonId | null, max: number) {
  return sql<boolean>`p.id = any(array(
    with recursive owner (id) as (
      select ${nextOwner(sql`${after ?? NIL_ID}::uuid`)}
      union all
      select ${nextOwner(sql.ref('owner.id'))} from owner where owner.id is not null
    )
    select id from owner where id is not null and ${hasUnpaidEarnings(sql.ref('owner.id'))}
    limit ${sql.lit(max)}))`
}

const nextOwner = (id: RawBuilder<unknown>) => sql`least(
  (select owner_id from closet_totals where name = 'unpaid_earnings' and owner_id > ${id}
    order by owner_id limit 1),
  (select owner_id from closet_total_changes where name = 'unpaid_earnings' and owner_id > ${id}
    order by owner_id limit 1))`
