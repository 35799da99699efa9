import { type RawBuilder, sql } from 'kysely'
import type { Admin } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { endOfDay, startOfDay } from '#domain/shared/time/local-time.ts'
import type { ExportList, ExportPeriod, TypedPeriod } from './export-period.ts'

/** The part of a list that is shown: its tab, its search, and the filters of the audit log. */
export type ExportPart = TypedPeriod & {
  readonly list: ExportList
  readonly timeZone: string
  readonly now: Date
  readonly q?: string
  readonly part?: string
  readonly actor?: string
  readonly noun?: string
  readonly action?: string
  readonly nounId?: string
}

export type Cells = readonly string[]

/** The row after which the next ones start; the instant is text with microseconds. */
export type After = { readonly at: string; readonly id: string } | null

export type Row = {
  readonly id: string
  readonly at: string
  readonly cells: readonly (string | null)[]
  /** For the totals of the money export, in cents. */
  readonly came?: number
  readonly went?: number
}

export type Batches = AsyncGenerator<readonly Cells[], void>

/** SQL: tables and conditions that find at least the first `max` rows after a given one. */
export type Source = (after: After, max: number) => RawBuilder<unknown>

/** The parts of an export. Its rows are in the order of an instant and an id, or of an id. */
export type Exported = {
  readonly header: Cells
  /** The titles of columns whose cells are from `Format.instant`. */
  readonly times: Cells
  /** Null for a list by id: it has no period, and one file has all of it. */
  readonly at: string | null
  readonly id: RawBuilder<unknown>
  /** Columns of a row, which `Row` describes. */
  readonly columns: RawBuilder<unknown>
  readonly source: Source
  /** The rows that a search without an index reads; null when every row read is in the file. */
  readonly searched: Source | null
  readonly order: 'newest first' | 'oldest first'
  readonly hasTotals?: true
  /** What the file has instead of the rows: what they add up to, or some of them. */
  readonly summed?: (batches: Batches) => Batches
  /** Only some of the people with the typed name are searched. */
  readonly isPartial?: boolean
}

export type Format = Omit<ExportPart, 'from' | 'to'> & {
  readonly admin: Admin
  readonly period: ExportPeriod
  readonly today: CalendarDate
  /** SQL: an instant in ISO 8601, which the file shows in the time zone of the shop. */
  readonly instant: (column: string) => RawBuilder<string>
  readonly dollars: (column: string) => RawBuilder<string>
}

/** SQL: within the period, and after a given row in the order "newest first". */
export const olderThan = (
  at: string,
  id: string,
  after: After,
  { period, timeZone }: Format,
) => sql`
  ${after === null ? sql`true` : sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::uuid)`}
  ${within(at, period, timeZone)}`

/** SQL: the same in the order "oldest first", with ids as text. */
export const newerThan = (
  at: string,
  id: string,
  after: After,
  { period, timeZone }: Format,
) => sql`
  ${
    after === null
      ? sql`true`
      : sql`(${sql.ref(at)} >= ${after.at}::timestamptz
        and (${sql.ref(at)}, ${sql.ref(id)}::text collate "C") > (${after.at}::timestamptz, ${after.id}))`
  } ${within(at, period, timeZone)}`

/** SQL: `and …` conditions for these days. */
export function within(at: string, { from, to }: ExportPeriod, timeZone: string) {
  return sql`
    ${from ? sql`and ${sql.ref(at)} >= ${startOfDay(timeZone, from)}` : sql``}
    ${to ? sql`and ${sql.ref(at)} < ${endOfDay(timeZone, to)}` : sql``}`
}
