import { sql } from 'kysely'
import { type DbOrTx, sqlState } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { plainTime } from '#domain/shared/time/local-time.ts'
import type { After, Batches, Cells, Exported, ExportPart, Format, Row } from './export-format.ts'
import {
  type ExportPeriod,
  MAX_EXPORT_ROWS,
  type PeriodProblem,
  readPeriod,
} from './export-period.ts'
import { exportedLists } from './exported-lists.ts'
import { totalLine } from './money-export.ts'

const ROWS_PER_BATCH = 1000

export type ExportProblem =
  | PeriodProblem
  /** `fits` is a part of the period whose rows fit into one file, or a single day. */
  | { readonly reason: 'too-many-rows'; readonly fits: ExportPeriod }
  /** The search has no index; `fits` is a part of the period with few enough rows to search. */
  | { readonly reason: 'too-many-to-search'; readonly fits: ExportPeriod }
  /** More people have these words in their names than the audit log searches. */
  | { readonly reason: 'too-many-people' }
  /** A statement timed out before the first rows were found. */
  | { readonly reason: 'takes-too-long' }

/**
 * A list as its page shows it: the header, then batches of at most 1,000 rows, newest first. The
 * money export is complete, by date, with totals; files for accounting are in the order of their
 * list. Instants are in `timeZone`, money in dollars with two decimals, below 0 where something is
 * taken back. Each batch is a separate statement, so that nothing in the database waits for a slow
 * download.
 */
export async function openExport(
  db: DbOrTx,
  admin: Admin,
  wanted: ExportPart,
  maxRows: number = MAX_EXPORT_ROWS,
): Promise<Outcome<Batches, ExportProblem>> {
  const period = readPeriod(wanted)
  if (!period.ok) return period
  const format = formatOf(admin, wanted, period.value)
  try {
    const exported = await exportedLists[wanted.list](db, format)
    if (exported.isPartial) return refused({ reason: 'too-many-people' })
    const { searched } = exported
    const fits = await periodThatFits(
      db,
      { ...exported, source: searched ?? exported.source },
      format,
      maxRows,
    )
    if (fits) return refused({ reason: searched ? 'too-many-to-search' : 'too-many-rows', fits })
    const file = batches(db, exported, format.timeZone)
    // Read the header and the first rows, to notice a timeout before the response starts.
    const start = [await file.next(), await file.next()]
    return done(continued(start, file))
  } catch (error) {
    if (sqlState(error) === CANCELED) return refused({ reason: 'takes-too-long' })
    throw error
  }
}

/** PostgreSQL's code for a statement that timed out. */
const CANCELED = '57014'

function formatOf(admin: Admin, wanted: ExportPart, period: ExportPeriod): Format {
  return {
    ...wanted,
    admin,
    period,
    today: calendarDateIn(wanted.timeZone, wanted.now),
    instant: (column) =>
      sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    dollars: (column) => sql`to_char(${sql.ref(column)} / 100.0, 'FM999999990.00')`,
  }
}

async function* continued(
  start: readonly IteratorResult<readonly Cells[], void>[],
  rest: Batches,
): Batches {
  for (const { done, value } of start) if (!done) yield value
  yield* rest
}

async function* batches(db: DbOrTx, exported: Exported, timeZone: string): Batches {
  const { header, summed, hasTotals } = exported
  const totals = { came: 0, went: 0 }
  yield [header]
  const rows = readRows(db, exported, timeZone, totals)
  yield* summed ? summed(rows) : rows
  if (hasTotals) yield [totalLine(totals)]
}

async function* readRows(
  db: DbOrTx,
  exported: Exported,
  timeZone: string,
  totals: { came: number; went: number },
): Batches {
  const { header, times, columns, source } = exported
  const isTime = header.map((title) => times.includes(title))
  let after: After = null
  let length: number
  do {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${columns} ${source(after, ROWS_PER_BATCH)} ${inOrder(exported)}
      limit ${sql.lit(ROWS_PER_BATCH)}`.execute(db)
    yield rows.map(({ cells }) =>
      cells.map((cell, n) =>
        cell && isTime[n] ? plainTime(timeZone, new Date(cell)) : (cell ?? ''),
      ),
    )
    for (const { came = 0, went = 0 } of rows) {
      totals.came += came
      totals.went += went
    }
    after = rows.at(-1) ?? null
    length = rows.length
  } while (length === ROWS_PER_BATCH)
}

function inOrder({ at, id, order }: Exported) {
  if (at === null) return sql`order by ${id}`
  return order === 'newest first'
    ? sql`order by ${sql.ref(at)} desc, ${id} desc`
    : sql`order by ${sql.ref(at)}, ${id}`
}

/** The days that fit into a file; null if all rows fit. Reads only the rows' index entries. */
async function periodThatFits(
  db: DbOrTx,
  exported: Exported,
  { period, timeZone, today }: Pick<Format, 'period' | 'timeZone' | 'today'>,
  maxRows: number,
): Promise<ExportPeriod | null> {
  const { from, to } = period
  const { at, summed } = exported
  if (at === null || summed || (from && from === to)) return null
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(at)} as at
    ${exported.source(null, maxRows + 1)} ${inOrder(exported)}
    offset ${sql.lit(maxRows)} limit 1`.execute(db)
  const [last] = rows
  if (!last) return null
  const day = calendarDateIn(timeZone, last.at)
  if (exported.order === 'oldest first')
    return day === from ? { from, to: from } : { from, to: addDays(day, -1) }
  const end = to ?? today
  return { from: day < end ? addDays(day, 1) : end, to: end }
}
