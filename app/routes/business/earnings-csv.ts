import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { answerCsv } from '#app/http/csv-answer.ts'
import { countExport } from '#app/http/too-many.ts'
import { yearIn } from '#app/routes/workspace/year-in.ts'
import { allEarnings } from '#domain/closets/earnings.ts'
import type { Route } from './+types/earnings-csv.ts'

/** A year's earnings as a file for a spreadsheet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  await countExport(app, owner.id)
  const { db, timeZone } = app
  const thisYear = Number(todayIn(context).slice(0, 4))
  const year = yearIn(new URL(request.url).searchParams, thisYear)
  return await answerCsv(
    `hemline-earnings-${year}.csv`,
    ['Month', 'Item', 'Rentals', 'Credits', 'Earned (USD)', 'Deposit kept (USD)'],
    allEarnings(db, owner, { year, timeZone }),
    ({ month, title, rentals, credits, cents, withheldCents }) => [
      month,
      title,
      rentals,
      credits,
      { cents },
      { cents: withheldCents },
    ],
  )
}
