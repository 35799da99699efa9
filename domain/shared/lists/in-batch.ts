import { type Expression, sql } from 'kysely'

/**
 * Whether `column` is in a batch: a subquery with a limit that locks its rows and skips locked
 * ones. PostgreSQL may run a subquery of `in` again for each row of the table. Since it skips rows
 * that the same statement has changed, more rows than the limit would then be changed. This form
 * runs the subquery once.
 */
export function inBatch(column: string, batch: Expression<unknown>) {
  return sql<boolean>`${sql.ref(column)} = any(array(${batch}))`
}
