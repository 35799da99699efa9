import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { TotalName } from '#db/enums.ts'

// Sums over tables that grow with the shop. Triggers add what changes (migrations 0148 to 0154, 0160,
// 0171 to 0173), so a total includes everything that is committed.

/** A total now, as a subquery. */
export const totalOf = (name: TotalName) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from total_amounts where name = ${sql.lit(name)})`

const MAX_FOLDED = 10_000

/**
 * Adds changes to the stored totals of the shop and of closets, at most 10,000 of each, so that
 * reading a total stays fast. Returns how many, or 0 when there are no more. A job.
 */
export async function foldTotals(db: Db, max = MAX_FOLDED): Promise<number> {
  return await inTransaction(db, async (tx) => {
    // Two at once would wait for each other's rows.
    const { is_ours } = await tx
      .selectNoFrom(
        sql<boolean>`pg_try_advisory_xact_lock(hashtext('fold-running-totals'))`.as('is_ours'),
      )
      .executeTakeFirstOrThrow()
    if (!is_ours) return 0
    const [ofShop, ofClosets] = [await foldShop(tx, max), await foldClosets(tx, max)]
    return ofShop < max && ofClosets < max ? 0 : ofShop + ofClosets
  })
}

async function foldShop(tx: Tx, max: number): Promise<number> {
  const { folded } = await tx
    .with('gathered', (into) =>
      into
        .deleteFrom('running_total_changes')
        .where(
          sql<boolean>`ctid = any (array(select ctid from running_total_changes limit ${sql.lit(max)}))`,
        )
        .returning(['name', 'period', 'amount']),
    )
    .with('stored', (into) =>
      into
        .insertInto('running_totals')
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
            .constraint('running_total_is_stored_once')
            .doUpdateSet({ amount: sql<number>`running_totals.amount + excluded.amount` }),
        ),
    )
    .selectFrom('gathered')
    .select(sql<number>`count(*)::int`.as('folded'))
    .executeTakeFirstOrThrow()
  // Of times that are over.
  await tx.deleteFrom('running_totals').where('amount', '=', sql.lit(0)).execute()
  return folded
}

async function foldClosets(tx: Tx, max: number): Promise<number> {
  const { folded } = await tx
    .with('gathered', (into) =>
      into
        .deleteFrom('closet_total_changes')
        .where(
          sql<boolean>`ctid = any (array(select ctid from closet_total_changes limit ${sql.lit(max)}))`,
        )
        .returning(['owner_id', 'name', 'period', 'amount']),
    )
    .with('stored', (into) =>
      into
        .insertInto('closet_totals')
        .columns(['owner_id', 'name', 'period', 'amount'])
        .expression((from) =>
          from
            .selectFrom('gathered')
            .select(['owner_id', 'name', 'period', sql<number>`sum(amount)`.as('amount')])
            .groupBy(['owner_id', 'name', 'period'])
            .having(sql<boolean>`sum(amount) <> 0`),
        )
        .onConflict((conflict) =>
          conflict
            .constraint('total_of_a_closet_is_stored_once')
            .doUpdateSet({ amount: sql<number>`closet_totals.amount + excluded.amount` }),
        ),
    )
    .selectFrom('gathered')
    .select(sql<number>`count(*)::int`.as('folded'))
    .executeTakeFirstOrThrow()
  // Of what was paid.
  await tx.deleteFrom('closet_totals').where('amount', '=', sql.lit(0)).execute()
  return folded
}
