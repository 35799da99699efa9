import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { FigureName } from '#db/enums.ts'
import { foldChanges } from '#domain/shared/lists/fold-changes.ts'

// Totals of the overview's figures per quarter of an hour, maintained by triggers
// (db/schema/8-admin.sql), so that the rows to read are bounded. They include everything that is
// committed.

/** SQL: the start of the first quarter of an hour after an instant. */
export const nextQuarter = (at: RawBuilder<unknown>) =>
  sql<Date>`(quarter_hour(${at}) + interval '15 minutes')`

/** SQL: a figure since the start of a quarter of an hour. */
export const figureSince = (name: FigureName, since: RawBuilder<Date>) =>
  sql<number>`(select coalesce(sum(amount), 0)::int from figure_amounts
    where name = ${sql.lit(name)} and period >= ${since})`

/** The job that folds changes into the totals. */
export const foldFigures = (db: Db, max?: number) =>
  foldChanges(db, 'fold-figures', ['figures', 'month_figures'], max)
