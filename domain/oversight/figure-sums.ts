import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { FigureName } from '#db/enums.ts'

// The figures of the overview by quarters of an hour, which triggers follow (migrations 0177 to 0185), so
// that as many rows are read in a large shop. They include everything that is committed.

/** SQL: the first beginning of a quarter of an hour after an instant. */
export const nextQuarter = (at: RawBuilder<unknown>) =>
  sql<Date>`(quarter_hour(${at}) + interval '15 minutes')`

/** SQL: a figure since the beginning of a quarter of an hour. */
export const figureSince = (name: FigureName, since: RawBuilder<Date>) =>
  sql<number>`(select coalesce(sum(amount), 0)::int from figure_amounts
    where name = ${sql.lit(name)} and period >= ${since})`

const MAX_FOLDED = 10_000

/**
 * Adds changes to the stored figures, at most 10,000, so that reading them stays fast. Returns how
 * many, or 0 when there are no more. A job.
 */
export async function foldFigures(db: Db, max = MAX_FOLDED): Promise<number> {
  return await inTransaction(db, async (tx) => {
    // Two at once would wait for each other's rows.
    const { is_ours } = await tx
      .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtext('fold-figures'))`.as('is_ours'))
      .executeTakeFirstOrThrow()
    if (!is_ours) return 0
    const { folded } = await tx
      .with('gathered', (into) =>
        into
          .deleteFrom('figure_changes')
          .where(
            sql<boolean>`ctid = any (array(select ctid from figure_changes limit ${sql.lit(max)}))`,
          )
          .returning(['name', 'period', 'amount']),
      )
      .with('stored', (into) =>
        into
          .insertInto('figures')
          .columns(['name', 'period', 'amount'])
          .expression((from) =>
            from
              .selectFrom('gathered')
              .select(['name', 'period', sql<number>`sum(amount)`.as('amount')])
              .groupBy(['name', 'period'])
              .having(sql<boolean>`sum(amount) <> 0`),
          )
          .onConflict((conflict) =>
            conflict
              .constraint('figure_is_stored_once')
              .doUpdateSet({ amount: sql<number>`figures.amount + excluded.amount` }),
          ),
      )
      .selectFrom('gathered')
      .select(sql<number>`count(*)::int`.as('folded'))
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('figures').where('amount', '=', sql.lit(0)).execute()
    return folded < max ? 0 : folded
  })
}
