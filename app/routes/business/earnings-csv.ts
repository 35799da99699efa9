import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { writeCsv } from '#app/http/csv.ts'
import { takeExport } from '#app/http/too-many.ts'
import { yearIn } from '#app/routes/workspace/year-in.ts'
import { allEarnings } from '#domain/closets/earnings.ts'
import type { Route } from './+types/earnings-csv.ts'

/** A year's earnings as a file for a spreadsheet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  await takeExport(app, owner.id)
  const { db, timeZone } = app
  const thisYear = Number(todayIn(context).slice(0, 4))
  const year = yearIn(new URL(request.url).searchParams, thisYear)
  const rows = await allEarnings(db, owner, { year, timeZone })
  const csv = writeCsv([
    ['Month', 'Item', 'Rentals', 'Credits', 'Earned (USD)', 'Deposit kept (USD)'],
    ...rows.map(({ month, title, rentals, credits, cents, withheldCents }) => [
      month,
      title,
      rentals,
      credits,
      (cents / 100).toFixed(2),
      (withheldCents / 100).toFixed(2),
    ]),
  ])
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="hemline-earnings-${year}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
