import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { TotalName } from '#db/enums.ts'
import { foldChanges } from './fold-changes.ts'

// Sums over tables that grow with the shop. Triggers record their changes (db/schema/8-admin.sql),
// so a total includes everything that is committed.

/** SQL: the current total, as a subquery. */
export const totalOf = (name: TotalName) =>
  sql<number>`(select coalesce(sum(amount), 0)::float8 from total_amounts where name = ${sql.lit(name)})`

/** The job that folds changes into the totals. */
export const foldTotals = (db: Db, max?: number) =>
  foldChanges(db, 'fold-running-totals', ['running_totals', 'closet_totals'], max)
