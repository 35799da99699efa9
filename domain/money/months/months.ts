import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import { type ClosedLineName, closedLineNames } from '#db/enums.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { recordOf } from '#domain/shared/records.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, endOfDay, monthIn, startOfMonth } from '#domain/shared/time/local-time.ts'
import { closingOf, type MonthLines, monthAccounts } from './month-lines.ts'

export { closetAmounts, closetsAfter, type Span } from './closet-amounts.ts'

// What a month opened and closed with, and what changed it in between. Figures of a quarter of an hour come
// from triggers (db/migrations/0390-month-figures.sql); what comes late counts in the first month that is open.

type At = { readonly now: Date; readonly timeZone: string }

export type ClosedMonth = { readonly closedAt: Date; readonly closerName: string }

export type MonthStatement = {
  /** '2026-11' */
  readonly month: string
  readonly lines: MonthLines
  readonly closed: ClosedMonth | null
  /** The month after it has begun. */
  readonly isOver: boolean
  /** It can be closed: the month before it is closed, or none is. */
  readonly isNext: boolean
  /** The last month that is closed; null while none is. */
  readonly lastClosed: string | null
}

/** The lines of a month ('2026-11') until now, or as an admin closed it; null for a later month. */
export async function monthStatement(
  db: DbOrTx,
  _admin: Admin,
  month: string,
  { now, timeZone }: At,
): Promise<MonthStatement | null> {
  if (month > monthIn(timeZone, now)) return null
  const closed = await closedMonth(db, month)
  const last = await lastClosed(db)
  const isOver = month < monthIn(timeZone, now)
  const isNext = isOver && !closed && (!last || month === addToMonth(last.month, 1))
  const lines = closed
    ? await closedLines(db, month)
    : await openLines(
        db,
        startOfMonth(timeZone, month),
        startOfMonth(timeZone, addToMonth(month, 1)),
      )
  return { month, lines, closed, isOver, isNext, lastClosed: last?.month ?? null }
}

/** The lines of a month until the end of one of its days. */
export async function statementUntil(
  db: DbOrTx,
  _admin: Admin,
  day: CalendarDate,
  timeZone: string,
): Promise<MonthLines> {
  const month = day.slice(0, 'YYYY-MM'.length)
  return await openLines(db, startOfMonth(timeZone, month), endOfDay(timeZone, day))
}

export type ListedMonth = {
  readonly month: string
  readonly closed: ClosedMonth | null
}

/** The months shown, the current one first. */
const MONTHS = 24

/** The last two years of months, latest first. */
export async function listMonths(
  db: DbOrTx,
  _admin: Admin,
  { now, timeZone }: At,
): Promise<readonly ListedMonth[]> {
  const latest = monthIn(timeZone, now)
  const months = Array.from({ length: MONTHS }, (_, index) => addToMonth(latest, -index))
  const rows = await closedMonths(db).where('c.month', 'in', months).execute()
  return months.map((month) => ({ month, closed: rows.find((row) => row.month === month) ?? null }))
}

export type CloseProblem =
  | { readonly reason: 'not-over' }
  | { readonly reason: 'already-closed'; readonly closed: ClosedMonth }
  /** Months are closed in their order; this one is next. */
  | { readonly reason: 'not-next'; readonly next: string }

/** Freezes the lines of a month that is over. What comes later counts in the first open month. */
export async function closeMonth(
  db: Db,
  admin: Admin,
  month: string,
  { now, timeZone }: At,
): Promise<Outcome<null, CloseProblem>> {
  if (month >= monthIn(timeZone, now)) return refused({ reason: 'not-over' })
  return await inTransaction(db, async (tx) => {
    // Waits for changes that are not committed (change_open_months_only), and for another admin.
    await sql`select pg_advisory_xact_lock(hashtext('close-month'))`.execute(tx)
    const closed = await closedMonth(tx, month)
    if (closed) return refused({ reason: 'already-closed', closed })
    const last = await lastClosed(tx)
    const next = last && addToMonth(last.month, 1)
    if (next && next !== month) return refused({ reason: 'not-next', next })
    const startsAt = last?.endsAt ?? startOfMonth(timeZone, month)
    const endsAt = startOfMonth(timeZone, addToMonth(month, 1))
    const lines = await openLines(tx, startsAt, endsAt)
    await tx
      .insertInto('closed_months')
      .values({
        month,
        starts_at: startsAt,
        ends_at: endsAt,
        closed_at: now,
        closed_by: admin.id,
      })
      .execute()
    await tx
      .insertInto('closed_month_lines')
      .values(closedLineNames.map((name) => ({ month, name, amount: lines[name] })))
      .execute()
    await recordAction(tx, admin, { action: 'close', noun: 'month', nounId: month }, now)
    return done(null)
  })
}

function closedMonths(db: DbOrTx) {
  return db
    .selectFrom('closed_months as c')
    .innerJoin('user_profiles as p', 'p.id', 'c.closed_by')
    .select(['c.month', 'c.closed_at as closedAt', 'p.full_name as closerName'])
}

async function closedMonth(db: DbOrTx, month: string): Promise<ClosedMonth | null> {
  return (await closedMonths(db).where('c.month', '=', month).executeTakeFirst()) ?? null
}

/** The latest closed month that ended by then; of all, without a time. */
async function lastClosed(db: DbOrTx, by?: Date) {
  let closed = db.selectFrom('closed_months').select(['month', 'ends_at as endsAt'])
  if (by) closed = closed.where('ends_at', '<=', by)
  return await closed.orderBy('ends_at', 'desc').limit(1).executeTakeFirst()
}

async function closedLines(db: DbOrTx, month: string): Promise<MonthLines> {
  const rows = await db
    .selectFrom('closed_month_lines')
    .select(['name', 'amount'])
    .where('month', '=', month)
    .execute()
  return linesOf(rows)
}

/** Adds up the figures since the last month that was closed before, which is where a search for them ends. */
async function openLines(db: DbOrTx, startsAt: Date, endsAt: Date): Promise<MonthLines> {
  const last = await lastClosed(db, startsAt)
  const before = last ? await closedLines(db, last.month) : linesOf([])
  const isInMonth = sql<boolean>`period >= ${startsAt}`
  const rows = await db
    .selectFrom(figuresBetween(db, last?.endsAt ?? null, startsAt, endsAt).as('f'))
    .select('name')
    .select(sql<number>`coalesce(sum(amount) filter (where ${isInMonth}), 0)::float8`.as('amount'))
    .select(
      sql<number>`coalesce(sum(amount) filter (where not ${isInMonth}), 0)::float8`.as('earlier'),
    )
    .groupBy('name')
    .execute()
  const openings = monthAccounts.map((account) => ({
    name: `${account}_opening` as const,
    amount: rows
      .filter(({ name }) => name.startsWith(`${account}_`))
      .reduce((sum, { earlier }) => sum + earlier, closingOf(before, account)),
  }))
  return linesOf([...rows, ...openings])
}

/**
 * SQL: the figures from one instant (null for all) until another. Those before the month come from sums of
 * thirty days, but for the thirty days in which it starts and those in which they begin.
 */
function figuresBetween(db: DbOrTx, since: Date | null, startsAt: Date, endsAt: Date) {
  const from = sql<Date>`${since ?? '-infinity'}::timestamptz`
  const whole = sql<Date>`thirty_days(${startsAt}::timestamptz)`
  // The first thirty days that begin no earlier.
  const firstWhole = since
    ? sql<Date>`thirty_days(${from} + interval '720 hours' - interval '1 microsecond')`
    : from
  const amounts = (table: 'month_figure_amounts' | 'month_figure_changes') =>
    db.selectFrom(table).select(['name', 'period', 'amount'])
  return amounts('month_figure_amounts')
    .where('period', '>=', sql<Date>`greatest(${from}, ${whole})`)
    .where('period', '<', endsAt)
    .unionAll(
      db
        .selectFrom('month_figure_sums')
        .select(['name', 'starts_at as period', 'amount'])
        .where('starts_at', '>=', firstWhole)
        .where('starts_at', '<', whole),
    )
    .unionAll(
      amounts('month_figure_changes').where('period', '>=', firstWhole).where('period', '<', whole),
    )
    .unionAll(
      amounts('month_figure_amounts')
        .where('period', '>=', from)
        .where('period', '<', sql<Date>`least(${firstWhole}, ${whole})`),
    )
}

function linesOf(
  rows: readonly { readonly name: ClosedLineName; readonly amount: number }[],
): MonthLines {
  const amounts = new Map(rows.map(({ name, amount }) => [name, amount]))
  return recordOf(closedLineNames, (name) => amounts.get(name) ?? 0)
}
