import { href, redirect } from 'react-router'
import {
  changeOf,
  depositPaid,
  depositWords,
  statementWords,
} from '#app/components/credits/statement-words.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv } from '#app/responses/csv-answer.ts'
import type { Db } from '#db/connection.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { Page } from '#domain/shared/lists/page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/statement-csv.ts'
import { type OwnLine, ownStatement } from './own-statement.ts'

const LINES_PER_BATCH = 500

/** The whole statement, the deposit with it, as a table for a spreadsheet. */
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
    (own) => {
      const paid = own.of === 'credits' ? own.line.paidCents : depositPaid(own.line)
      return [
        calendarDateIn(timeZone, own.line.at),
        own.of === 'credits' ? statementWords(own.line) : depositWords(own.line),
        paid === null ? '' : { cents: paid },
        own.of === 'credits' ? changeOf(own.line) : 0,
        own.line.balance,
      ]
    },
  )
}

async function* pages(db: Db, shopper: Shopper): AsyncGenerator<readonly OwnLine[]> {
  let after: string | null = null
  do {
    const page: Page<OwnLine> = await ownStatement(db, shopper, after, LINES_PER_BATCH)
    yield page.rows
    after = page.next
  } while (after)
}
