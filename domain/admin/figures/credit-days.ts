import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import { centsBrought } from '#domain/money/credits/credits.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { endOfDay, startOfDay } from '#domain/shared/time/local-time.ts'

// Daily totals of the credit ledger: a year of movements is too much to read for one page.

/** Days totalled in a run. */
const MAX_DAYS = 31
/** Late operations processed in a run. */
const MAX_LATE = 10_000

/** Positive for credits that are spent, negative for those that are returned. */
const spent = sql<number>`case when m.to_side = 'spent' then m.amount
  when m.from_side = 'spent' then -m.amount else 0 end`

/** The sums of a day, as columns over the movements `m` of operations `t` with their lots `l`. */
export const movedSums = [
  sql<number>`coalesce(sum(m.amount) filter (where m.from_side = 'mint'
    and l.source not in ('goodwill', 'grant')), 0)::int`.as('sold'),
  sql<number>`coalesce(sum(m.amount) filter (where m.from_side = 'mint'
    and l.source in ('goodwill', 'grant')), 0)::int`.as('given'),
  sql<number>`coalesce(sum(${spent}), 0)::int`.as('spent'),
  sql<number>`coalesce(sum(m.amount) filter (where m.to_side = 'expired'), 0)::int`.as('expired'),
  sql<number>`coalesce(sum(m.amount) filter (where m.to_side = 'revoked'), 0)::int`.as('revoked'),
  sql<number>`coalesce(sum(${spent} * ${centsBrought}), 0)::float8`.as('broughtCents'),
  sql<number>`coalesce(sum(${spent} * coalesce(r.cents_per_credit, 0)), 0)::float8`.as(
    'closetCents',
  ),
] as const

export function movements(db: DbOrTx) {
  return db
    .selectFrom('credit_transactions as t')
    .innerJoin('credit_movements as m', 'm.transaction_id', 't.id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .leftJoin('rentals as r', 'r.id', 't.rental_id')
}

/**
 * The job that totals past days: missing ones, those with operations that were recorded late, and
 * each day once more a day later, for operations that were not committed yet. Processes a bounded
 * number; returns how many.
 */
export async function totalCreditDays(
  db: Db,
  {
    now,
    today,
    timeZone,
  }: {
    readonly now: Date
    readonly today: CalendarDate
    readonly timeZone: string
  },
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const late = await tx
      .deleteFrom('late_credits')
      .where(sql<boolean>`ctid in (select ctid from late_credits limit ${sql.lit(MAX_LATE)})`)
      .returning('effective_at')
      .execute()
    const { first } = await tx
      .selectFrom('credit_transactions')
      .select(sql<Date | null>`min(effective_at)`.as('first'))
      .executeTakeFirstOrThrow()
    const firstDay = first && calendarDateIn(timeZone, first)
    const { missing } = await tx
      .selectNoFrom(
        sql<CalendarDate[]>`array(
          select g.day::text from (
            select generate_series(${firstDay}::date::timestamp, ${today}::date - 1,
              interval '1 day')::date as day) g
          left join credit_days c on c.day = g.day
          where c.day is null or (c.totalled_at < c.ends_at + interval '1 day'
            and c.ends_at + interval '1 day' <= ${now})
          order by g.day limit ${sql.lit(MAX_DAYS)})`.as('missing'),
      )
      .executeTakeFirstOrThrow()
    const past = late
      .map((one) => calendarDateIn(timeZone, one.effective_at))
      .filter((day) => day < today)
    const due = new Set([...missing, ...past])
    for (const day of due) await totalDay(tx, day, { now, timeZone })
    return due.size
  })
}

/** One day per statement, so that the planner knows how few operations to expect. */
async function totalDay(
  tx: Tx,
  day: CalendarDate,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> {
  const starts = startOfDay(timeZone, day)
  const ends = endOfDay(timeZone, day)
  const moved = movements(tx)
    .where('t.effective_at', '>=', starts)
    .where('t.effective_at', '<', ends)
    .select([...movedSums])
  await sql`
    insert into credit_days (day, starts_at, ends_at, totalled_at, sold, given, spent, expired,
      revoked, brought_cents, closet_cents)
    select ${day}::date, ${starts}::timestamptz, ${ends}::timestamptz, ${now}::timestamptz, c.sold, c.given, c.spent, c.expired, c.revoked,
      c."broughtCents", c."closetCents"
    from (${moved}) c
    on conflict (day) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      totalled_at = excluded.totalled_at, sold = excluded.sold, given = excluded.given,
      spent = excluded.spent, expired = excluded.expired, revoked = excluded.revoked,
      brought_cents = excluded.brought_cents, closet_cents = excluded.closet_cents`.execute(tx)
}
