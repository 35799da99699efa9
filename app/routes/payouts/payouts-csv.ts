import { earningReason, paidStatus } from '#app/components/closet/earning-words.ts'
import { totalOfYear, type YearSums } from '#app/components/closet/year-sums.ts'
import { appContext, type Context, paidOwnerContext, todayIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv, answerRows } from '#app/responses/csv-answer.ts'
import { yearIn } from '#app/routes/manage/year-in.ts'
import { earningsOfYear, yearsBy } from '#domain/money/payouts/payout-queries.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/payouts-csv.ts'
import { readYear } from './read-year.ts'

/** Each earning of a year, by the day on which it was earned or paid, or the months of the year. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  await countExport(app, owner.id)
  const { db, timeZone, clock } = app
  const thisYear = Number(todayIn(context).slice(0, 4))
  const query = new URL(request.url).searchParams
  const year = yearIn(query, thisYear)
  if (query.get('by') === 'month') return await monthsOf(context, year)
  const by = yearsBy.find((known) => known === query.get('by')) ?? 'earned'
  const day = (at: Date | null) => (at ? calendarDateIn(timeZone, at) : '')
  return await answerCsv(
    `hemline-payouts-${by}-in-${year}.csv`,
    ['Earned on', 'Item', 'Reason', 'Amount (USD)', 'Status', 'Ready on', 'Paid on', 'Rental'],
    earningsOfYear(db, owner, { year, by, timeZone }),
    (row) => [
      day(row.earnedAt),
      row.title ?? '',
      earningReason(row),
      { cents: row.cents },
      paidStatus(row, clock()),
      day(row.payableAt),
      day(row.finishedAt),
      row.rentalId ?? '',
    ],
  )
}

/** What a closet earned and was paid in each month of a year, as its summary has it. */
async function monthsOf(context: Context, year: number) {
  const { rows } = await readYear(context, String(year), { isWhole: true })
  return answerRows(`hemline-summary-${year}.csv`, [
    [
      ...['Month', 'Rentals', 'Rentals (USD)', 'Deposits kept (USD)', 'Adjustments (USD)'],
      ...['Earned (USD)', 'Paid (USD)'],
    ],
    ...rows.map((row) => [row.month, ...amountsOf(row)]),
    ['Total', ...amountsOf(totalOfYear(rows))],
  ])
}

const amountsOf = (row: YearSums) => [
  row.rentals,
  { cents: row.rentalCents },
  { cents: row.damageCents },
  { cents: row.correctionCents },
  { cents: row.cents },
  { cents: row.paidCents },
]
