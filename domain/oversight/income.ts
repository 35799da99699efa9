import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'

/** Payments and refunds of one month, in cents. */
export type MonthOfIncome = {
  /** '2026-11' */
  readonly month: string
  readonly packs: number
  readonly gifts: number
  readonly plans: number
  /** Refunds of purchases, and losses from disputes. */
  readonly refunds: number
  /** Packs, gifts and plans minus refunds. Deposits are not included: they are not our income. */
  readonly income: number
  readonly depositsPaid: number
  readonly depositsReturned: number
}

/** The months shown, the current one first. */
const MONTHS = 6

/** Income by month and kind, in the months of `timeZone`, the latest first. */
export async function incomeByMonth(
  db: DbOrTx,
  _admin: Admin,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<MonthOfIncome[]> {
  const month = (at: string) => sql`date_trunc('month', ${sql.ref(at)} at time zone ${timeZone})`
  const first = sql`(date_trunc('month', ${now}::timestamptz at time zone ${timeZone})
    - make_interval(months => ${sql.lit(MONTHS - 1)}))`
  const since = sql`(${first} at time zone ${timeZone})`
  const { rows } = await sql<MonthOfIncome>`
    with moved as (
      select ${month('o.paid_at')} as month,
        case o.product_type when 'one_time' then 'packs' when 'gift' then 'gifts' else 'deposits' end
          as kind, o.amount_cents as cents
      from checkout_orders o
      where o.paid_at >= ${since} and o.product_type in ('one_time', 'gift', 'deposit', 'deposit_top_up')
      union all
      -- Every payment of a plan, including the first one.
      select ${month('c.paid_at')}, 'plans', c.paid_cents
      from subscription_coverage c where c.paid_at >= ${since}
      union all
      select ${month('f.finished_at')},
        case when o.product_type in ('deposit', 'deposit_top_up') then 'returned' else 'refunds' end,
        f.amount_cents
      from refunds f join checkout_orders o on o.id = f.order_id
      where f.status = 'succeeded' and f.finished_at >= ${since}
      union all
      select ${month('d.closed_at')}, 'refunds', d.amount_cents
      from disputes d left join checkout_orders o on o.id = d.order_id
      where d.status = 'lost' and d.closed_at >= ${since}
        and coalesce(o.product_type not in ('deposit', 'deposit_top_up'), true)
    ), sums as (
      select month,
        coalesce(sum(cents) filter (where kind = 'packs'), 0)::int as packs,
        coalesce(sum(cents) filter (where kind = 'gifts'), 0)::int as gifts,
        coalesce(sum(cents) filter (where kind = 'plans'), 0)::int as plans,
        coalesce(sum(cents) filter (where kind = 'refunds'), 0)::int as refunds,
        coalesce(sum(cents) filter (where kind = 'deposits'), 0)::int as paid,
        coalesce(sum(cents) filter (where kind = 'returned'), 0)::int as returned
      from moved group by month
    )
    select to_char(m.month, 'YYYY-MM') as month,
      coalesce(s.packs, 0) as packs, coalesce(s.gifts, 0) as gifts, coalesce(s.plans, 0) as plans,
      coalesce(s.refunds, 0) as refunds,
      coalesce(s.packs + s.gifts + s.plans - s.refunds, 0) as income,
      coalesce(s.paid, 0) as "depositsPaid", coalesce(s.returned, 0) as "depositsReturned"
    from generate_series(${first}, ${first} + make_interval(months => ${sql.lit(MONTHS - 1)}),
      interval '1 month') as m (month)
    left join sums s on s.month = m.month
    order by m.month desc`.execute(db)
  return rows
}
