import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { FigureName } from '#db/enums.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { localMonths, periodOf } from '#domain/shared/time/local-periods.ts'
import { addToMonth, monthIn, startOfMonth } from '#domain/shared/time/local-time.ts'

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

/** Income by month and kind, in the months of `timeZone`, latest first. */
export async function incomeByMonth(
  db: DbOrTx,
  _admin: Admin,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<MonthOfIncome[]> {
  const last = monthIn(timeZone, now)
  const first = addToMonth(last, 1 - MONTHS)
  const months = localMonths(timeZone, first, last)
  const sumOf = (name: FigureName) =>
    sql`coalesce(sum(amount) filter (where name = ${sql.lit(name)}), 0)::int`
  // In every time zone, months start on a quarter of an hour.
  const { rows } = await sql<MonthOfIncome>`
    with sums as (
      select ${periodOf(sql`period`, months)} as month,
        ${sumOf('income_packs')} as packs, ${sumOf('income_gifts')} as gifts,
        ${sumOf('income_plans')} as plans, ${sumOf('income_refunds')} as refunds,
        ${sumOf('deposits_paid')} as paid, ${sumOf('deposits_returned')} as returned
      from figure_amounts
      where name in ('income_packs', 'income_gifts', 'income_plans', 'income_refunds', 'deposits_paid',
        'deposits_returned') and period >= ${startOfMonth(timeZone, first)}
      group by 1
    )
    select m.month,
      coalesce(s.packs, 0) as packs, coalesce(s.gifts, 0) as gifts, coalesce(s.plans, 0) as plans,
      coalesce(s.refunds, 0) as refunds,
      coalesce(s.packs + s.gifts + s.plans - s.refunds, 0) as income,
      coalesce(s.paid, 0) as "depositsPaid", coalesce(s.returned, 0) as "depositsReturned"
    from unnest(${months.map(({ name }) => name)}::text[]) as m (month)
    left join sums s on s.month = m.month
    order by m.month desc`.execute(db)
  return rows
}
