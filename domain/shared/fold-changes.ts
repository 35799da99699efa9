import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'

// Triggers add a row for each change of a sum, which nobody waits for. Readers add these rows to the
// stored sum, and a job adds them for good.

const SUMS = {
  running_totals: {
    changes: 'running_total_changes',
    key: ['name', 'period'],
    constraint: 'running_total_is_stored_once',
  },
  closet_totals: {
    changes: 'closet_total_changes',
    key: ['owner_id', 'name', 'period'],
    constraint: 'total_of_a_closet_is_stored_once',
  },
  figures: {
    changes: 'figure_changes',
    key: ['name', 'period'],
    constraint: 'figure_is_stored_once',
  },
} as const

const MAX_FOLDED = 10_000

/**
 * Adds changes to the stored sums of these tables, at most 10,000 of each, so that reading a sum stays
 * fast. `job` names who folds them: of two at once, one does nothing. Returns how many, or 0 when
 * there are no more.
 */
export async function foldChanges(
  db: Db,
  job: string,
  tables: readonly (keyof typeof SUMS)[],
  max = MAX_FOLDED,
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    // Two at once would wait for each other's rows.
    const { is_ours } = await tx
      .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtext(${job}))`.as('is_ours'))
      .executeTakeFirstOrThrow()
    if (!is_ours) return 0
    const counts: number[] = []
    for (const table of tables) counts.push(await foldInto(tx, table, max))
    return counts.some((count) => count === max) ? counts.reduce((sum, count) => sum + count) : 0
  })
}

async function foldInto(tx: Tx, table: keyof typeof SUMS, max: number): Promise<number> {
  const { changes: name, key: columns, constraint } = SUMS[table]
  const [sums, changes] = [sql.table(table), sql.table(name)]
  const key = sql.join(columns.map((column) => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`
    with gathered as (
      select ctid, ${key}, amount from ${changes} limit ${sql.lit(max)}
    ), stored as (
      insert into ${sums} as s (${key}, amount)
      select ${key}, sum(amount) from gathered group by ${key} having sum(amount) <> 0
      on conflict on constraint ${sql.id(constraint)}
        do update set amount = s.amount + excluded.amount
    )
    delete from ${changes} where ctid = any(array(select ctid from gathered))`.execute(tx)
  await sql`delete from ${sums} where amount = 0`.execute(tx)
  return Number(numAffectedRows)
}
