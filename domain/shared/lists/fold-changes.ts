import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'

// Triggers insert a row for each change of a sum, without lock contention. Readers add these rows
// to the stored sum, and a job folds them into it.

const SUMS = {
  running_totals: {
    changes: sql`running_total_changes`,
    key: sql`name, period`,
    isStoredOnce: sql`running_total_is_stored_once`,
    insert: sql`insert into running_totals`,
    deleteChanges: sql`delete from running_total_changes`,
    deleteSums: sql`delete from running_totals`,
  },
  closet_totals: {
    changes: sql`closet_total_changes`,
    key: sql`owner_id, name, period`,
    isStoredOnce: sql`total_of_a_closet_is_stored_once`,
    insert: sql`insert into closet_totals`,
    deleteChanges: sql`delete from closet_total_changes`,
    deleteSums: sql`delete from closet_totals`,
  },
  figures: {
    changes: sql`figure_changes`,
    key: sql`name, period`,
    isStoredOnce: sql`figure_is_stored_once`,
    insert: sql`insert into figures`,
    deleteChanges: sql`delete from figure_changes`,
    deleteSums: sql`delete from figures`,
  },
  month_figures: {
    changes: sql`month_figure_changes`,
    key: sql`name, period`,
    isStoredOnce: sql`month_figure_is_stored_once`,
    insert: sql`insert into month_figures`,
    deleteChanges: sql`delete from month_figure_changes`,
    deleteSums: sql`delete from month_figures`,
  },
}

const MAX_FOLDED = 10_000

/**
 * Folds changes into the stored sums of these tables, at most 10,000 per table, so that reading a
 * sum stays fast. Of two concurrent runs with the same `job`, one does nothing. Returns how many
 * changes were folded, or 0 when there are no more.
 */
export async function foldChanges(
  db: Db,
  job: string,
  tables: readonly (keyof typeof SUMS)[],
  max = MAX_FOLDED,
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    // Two concurrent runs would wait for each other's rows.
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
  const { changes, key, isStoredOnce, insert, deleteChanges, deleteSums } = SUMS[table]
  const { numAffectedRows = 0n } = await sql`
    with gathered as (
      select ctid, ${key}, amount from ${changes} limit ${sql.lit(max)}
    ), stored as (
      ${insert} as s (${key}, amount)
      select ${key}, sum(amount) from gathered group by ${key} having sum(amount) <> 0
      on conflict on constraint ${isStoredOnce}
        do update set amount = s.amount + excluded.amount
    )
    ${deleteChanges} where ctid = any(array(select ctid from gathered))`.execute(tx)
  await sql`${deleteSums} where amount = 0`.execute(tx)
  return Number(numAffectedRows)
}
