import { type AccountingList, accountingLists } from '#domain/admin/exports/export-period.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import { centsOf, closingOf, type MonthLines } from '#domain/money/months/month-lines.ts'
import { monthStatement, statementUntil } from '#domain/money/months/months.ts'
import { addToMonth, monthIn } from '#domain/shared/time/local-time.ts'
import { type Simulation, same, TIME_ZONE, today } from './simulation.ts'

/** Nothing happens before it. */
const FIRST_MONTH = '2026-11'

/** Compares the sums of all files for accounting with those of all months, to the cent. */
export async function compareFiles(play: Simulation): Promise<void> {
  const { db, admin, clock } = play.world
  const at = { now: clock.now(), timeZone: TIME_ZONE }
  // Codes that expire later this month are not in the files yet.
  const now = await statementUntil(db, admin, today(play), TIME_ZONE)
  const months = [now]
  const current = monthIn(TIME_ZONE, at.now)
  for (let month = FIRST_MONTH; month < current; month = addToMonth(month, 1)) {
    const statement = await monthStatement(db, admin, month, at)
    if (statement) months.push(statement.lines)
  }
  const all = (name: keyof MonthLines) => months.reduce((sum, lines) => sum + lines[name], 0)
  const earned = all('earnings_earned') + all('earnings_corrected')
  const used = -centsOf(all('millicents_spent') + all('millicents_returned'))
  const paidForCredits = centsOf(closingOf(now, 'millicents'))
  const expected: Readonly<Record<AccountingList, Readonly<Record<string, number>>>> = {
    credits: { Credits: closingOf(now, 'credits'), 'Paid for them (USD)': paidForCredits },
    receipts: { 'Receipts (USD)': used },
    earnings: { 'Amount (USD)': earned },
    payouts: { 'Amount (USD)': -all('earnings_paid') },
    closets: { 'Gross (USD)': earned, 'Paid (USD)': -all('earnings_paid') },
    balances: {
      'Opening (USD)': 0,
      'From rentals (USD) + Deposits withheld (USD)': all('earnings_earned'),
      'Taken back and adjusted (USD)': all('earnings_corrected'),
      'Paid out (USD)': all('earnings_paid'),
      'Closing (USD)': closingOf(now, 'earnings'),
    },
    owed: { 'Owed (USD) + On its way (USD)': closingOf(now, 'earnings') },
    deposits: { 'Left (USD)': closingOf(now, 'deposits') },
    unclaimed: {
      'Credits + In unclaimed gift codes': closingOf(now, 'credits'),
      'Paid for them (USD) + Paid for these (USD)': paidForCredits,
      'Deposit (USD)': closingOf(now, 'deposits'),
    },
  }
  for (const list of accountingLists) {
    const sums = await sumsIn(play, list)
    for (const [columns, sum] of Object.entries(expected[list])) {
      const found = columns.split(' + ').map((column) => sums.get(column) ?? Number.NaN)
      same(
        `${columns} of ${list}`,
        found.reduce((total, one) => total + one, 0),
        sum,
      )
    }
  }
}

/** What the columns of a file add up to; cents where they are dollars. */
async function sumsIn({ world }: Simulation, list: AccountingList) {
  const opened = await openExport(world.db, world.admin, {
    ...{ list, timeZone: TIME_ZONE, now: world.clock.now(), from: '', to: '' },
  })
  if (!opened.ok) throw new Error(opened.problem.reason)
  const rows: (readonly string[])[] = []
  for await (const batch of opened.value) rows.push(...batch)
  const [header = [], ...lines] = rows
  return new Map(
    header.map((column, index) => [
      column,
      lines.reduce((sum, cells) => sum + amountIn(column, cells[index]), 0),
    ]),
  )
}

function amountIn(column: string, cell = ''): number {
  return column.endsWith('(USD)') ? Math.round(Number(cell) * 100) : Number(cell)
}
