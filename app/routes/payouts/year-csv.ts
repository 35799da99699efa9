import { totalOfYear, type YearSums } from '#app/components/closet/year-sums.ts'
import { appContext, paidOwnerContext } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerRows } from '#app/responses/csv-answer.ts'
import type { Route } from './+types/year-csv.ts'
import { readYear } from './read-year.ts'

/** What a closet earned and was paid in each month of a year. */
export async function loader({ params, context }: Route.LoaderArgs) {
  await countExport(context.get(appContext), context.get(paidOwnerContext).id)
  const { year, rows } = await readYear(context, params.year, { isWhole: true })
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
