import { type RawBuilder, sql } from 'kysely'
import { closetFigureNames } from '#db/enums.ts'
import { firstAfter, nextIds } from '#domain/shared/lists/next-ids.ts'

// What a closet was owed at a time is the sum of its figures before it: append-only rows, which triggers add
// together with those of the months (db/migrations/0422-what-closets-are-owed-by-month.sql). Reading starts at
// the last stored balance.

/** From one instant until before another; null for no limit. */
export type Span = { readonly startsAt: Date | null; readonly endsAt: Date | null }

/**
 * SQL: the amounts of a closet in cents, as a subquery with one row. They are signed, so that the
 * opening and its changes add up to the closing.
 */
export function closetAmounts(owner: RawBuilder<unknown>, { startsAt, endsAt }: Span) {
  const start = sql`${startsAt ?? '-infinity'}::timestamptz`
  const changes = closetFigureNames.map(
    (name) =>
      sql`(coalesce(sum(f.amount) filter (where f.period >= ${start} and f.name = ${sql.lit(name)}), 0)
        )::float8 as ${sql.ref(name)}`,
  )
  const before = sql`coalesce(sum(f.amount) filter (where f.period < ${start}), 0)`
  return sql`(
    select ${sql.join(changes)}, (b.cents + ${before})::float8 as opening,
      (b.cents + coalesce(sum(f.amount), 0))::float8 as closing
    from (
      (select at, cents from closet_balances where owner_id = ${owner} and at <= ${start}
        order by at desc limit 1)
      union all
      select '-infinity', 0
      order by at desc limit 1
    ) b
    left join closet_month_figures f on f.owner_id = ${owner} and f.period >= b.at
      and f.period < ${endsAt ?? 'infinity'}::timestamptz
    group by b.cents)`
}

/** SQL: the ids of the next closets that have ever earned something or were paid. */
export const closetsAfter = (after: string | null, max: number) =>
  nextIds(after, max, (id) => [
    firstAfter({ table: 'closet_month_figures', column: 'owner_id', isOne: sql`true` }, id),
  ])
