import { href, redirect } from 'react-router'
import { changeOf, statementWords } from '#app/components/credits/statement-words.ts'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { answerCsv } from '#app/http/csv-answer.ts'
import { countExport } from '#app/http/too-many.ts'
import type { Db } from '#db/connection.ts'
import { type StatementLine, statementPage } from '#domain/credits/statement.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { Route } from './+types/statement-csv.ts'

const LINES_PER_BATCH = 500

/** The whole statement as a table for a spreadsheet. */
export async function loader({ context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return redirect(href('/credits'))
  const app = context.get(appContext)
  await countExport(app, shopper.id)
  const { db, timeZone } = app
  return await answerCsv(
    'hemline-credits.csv',
    ['Date', 'Activity', 'Paid (USD)', 'Credits', 'Balance'],
    pages(db, shopper),
    (line) => [
      calendarDateIn(timeZone, line.at),
      statementWords(line),
      line.paidCents === null ? '' : { cents: line.paidCents },
      changeOf(line),
      line.balance,
    ],
  )
}

async function* pages(db: Db, shopper: Shopper): AsyncGenerator<readonly StatementLine[]> {
  let after: string | null = null
  do {
    const page = await statementPage(db, shopper, after, LINES_PER_BATCH)
    yield page.rows
    after = page.next
  } while (after)
}
