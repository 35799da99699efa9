import { monthWords } from '#app/components/admin/money/month-words.ts'
import { adminIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerRows } from '#app/responses/csv-answer.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import {
  centsOf,
  changesOf,
  closingOf,
  creditChanges,
  type MonthLines,
  marginOf,
  openingOf,
} from '#domain/money/months/month-lines.ts'
import { monthStatement, statementUntil } from '#domain/money/months/months.ts'
import type { Route } from './+types/month-csv.ts'
import { readDay, readMonth } from './read-month.ts'

/** The lines of a month, or of one until the end of a day, as its page shows them. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = adminIn(context)
  const { db, clock, timeZone, admin } = app
  const month = readMonth(context, params.month)
  const day = readDay(context, request, month)
  await countExport(app, admin.id)
  const lines = day
    ? await statementUntil(db, admin, day, timeZone)
    : orNotFound(await monthStatement(db, admin, month, { now: clock(), timeZone })).lines
  return answerRows(`hemline-month-${day ?? month}.csv`, [
    ['Account', 'Line', 'Credits', 'Amount (USD)'],
    ...creditRows(lines),
    ...moneyRows(lines, 'Deposits', 'deposits'),
    ...moneyRows(lines, 'Closets', 'earnings'),
    ['Margin', 'Before fees', '', { cents: marginOf(lines) }],
  ])
}

function creditRows(lines: MonthLines) {
  const paid = (millicents: number) => ({ cents: centsOf(millicents) })
  return [
    ['Credits', 'Opening', openingOf(lines, 'credits'), paid(openingOf(lines, 'millicents'))],
    ...creditChanges.map((kind) => [
      'Credits',
      monthWords[`credits_${kind}`],
      lines[`credits_${kind}`],
      paid(lines[`millicents_${kind}`]),
    ]),
    ['Credits', 'Closing', closingOf(lines, 'credits'), paid(closingOf(lines, 'millicents'))],
  ]
}

function moneyRows(lines: MonthLines, title: string, account: 'deposits' | 'earnings') {
  return [
    [title, 'Opening', '', { cents: openingOf(lines, account) }],
    ...changesOf[account].map((name) => [title, monthWords[name], '', { cents: lines[name] }]),
    [title, 'Closing', '', { cents: closingOf(lines, account) }],
  ]
}
