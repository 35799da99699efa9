import { href, redirect } from 'react-router'
import { changeOf, statementWords } from '#app/components/credits/statement-words.ts'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { writeCsv } from '#app/http/csv.ts'
import { takeExport } from '#app/http/too-many.ts'
import { statementPage } from '#domain/credits/statement.ts'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { Route } from './+types/statement-csv.ts'

const LINES_A_TIME = 500
/** More operations than anyone has; a bound on what one request may cost. */
const MAX_LINES = 20_000

/** The whole statement as a table for a spreadsheet. */
export async function loader({ context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return redirect(href('/credits'))
  const app = context.get(appContext)
  await takeExport(app, shopper.id)
  const { db, timeZone } = app
  const rows: (string | number)[][] = [['Date', 'Activity', 'Paid (USD)', 'Credits', 'Balance']]
  let after: string | null = null
  do {
    const page = await statementPage(db, shopper, after, LINES_A_TIME)
    for (const line of page.rows)
      rows.push([
        calendarDateIn(timeZone, line.at),
        statementWords(line),
        line.paidCents === null ? '' : (line.paidCents / 100).toFixed(2),
        changeOf(line),
        line.balance,
      ])
    after = page.next
  } while (after && rows.length < MAX_LINES)
  return new Response(writeCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-credits.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
