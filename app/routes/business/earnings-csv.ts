import { appContext, closetOwnerContext, todayIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv } from '#app/responses/csv-answer.ts'
import { yearIn } from '#app/routes/manage/year-in.ts'
import { monthsOfYear } from '#domain/accounts/closets/earning-months.ts'
import { allEarnings } from '#domain/accounts/closets/earnings.ts'
import type { Route } from './+types/earnings-csv.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  await countExport(app, owner.id)
  const { db, timeZone } = app
  const thisYear = Number(todayIn(context).slice(0, 4))
  const year = yearIn(new URL(request.url).searchParams, thisYear)
  return await answerCsv(
    `hemline-earnings-${year}.csv`,
    [
      ...['Month', 'Item', 'Rentals', 'Credits', 'Price per week (credits)'],
      ...['Rentals (USD)', 'Deposits kept (USD)', 'Adjustments (USD)', 'Earned (USD)'],
    ],
    allEarnings(db, owner, monthsOfYear(year, timeZone)),
    (row) => [
      row.month,
      row.title ?? 'Adjustments',
      row.rentals,
      row.credits,
      row.creditsPerWeek ?? '',
      { cents: row.rentalCents },
      { cents: row.damageCents },
      { cents: row.correctionCents },
      { cents: row.cents },
    ],
  )
}
