import { type RawBuilder, sql } from 'kysely'
import { closetFigureNames } from '#db/enums.ts'
import { firstAfter, nextIds } from '#domain/shared/lists/next-ids.ts'

// What a closet was owed at a time is the sum of its figures before it: append-only rows, which triggers add
// together with those of the months (db/migrations/0422-what-closets-are-owed-by-month.sql), and total over
// thirty days.

/** From one instant until before another; null for no limit. */
export type Span = { readonly startsAt: Date | null; readonly endsAt: Date | null }

/**
 * SQL: the amounts of a closet in cents, as a subquery with one row. They are signed, so that the
 * opening and its changes add up to the closing. Totals of thirty days are added up, and only the
 * figures of the thirty days in which the span starts and of those in which it ends.
 */
export function closetAmounts(owner: RawBuilder<unknown>, { startsAt, endsAt }: Span) {
  const start = sql`${startsAt ?? '-infinity'}::timestamptz`
  const end = sql`${endsAt ?? 'infinity'}::timestamptz`
  const first = sql`thirty_days(${start})`
  const last = sql`thirty_days(${end})`
  const names = sql.join(closetFigureNames.map((name) => sql.lit(name)))
  const changes = closetFigureNames.map(
    (name) =>
      sql`(coalesce(sum(f.amount) filter (where f.period >= ${start} and f.name = ${sql.lit(name)}), 0)
        )::float8 as ${sql.ref(name)}`,
  )
  const figures = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
    sql`select name, period, amount from closet_month_figures
      where owner_id = ${owner} and period >= ${from} and period < ${until}`
  return sql`(
    select ${sql.join(changes)},
      coalesce(sum(f.amount) filter (where f.period < ${start}), 0)::float8 as opening,
      coalesce(sum(f.amount), 0)::float8 as closing
    from (
      select name, period, amount from closet_total_amounts
      where owner_id = ${owner} and name in (${names}) and period < ${last} and period <> ${first}
      union all
      ${figures(first, sql`least(${first} + interval '720 hours', ${last})`)}
      union all
      ${figures(last, end)}
    ) f)`
}

/** SQL: the ids of the next closets that have ever earned something or were paid. */
export const closetsAfter = (after: string | null, max: number) =>
  nextIds(after, max, (id) => [
    firstAfter({ table: 'closet_month_figures', column: 'owner_id', isOne: sql`true` }, id),
  ])
