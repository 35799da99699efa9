import { type RawBuilder, sql } from 'kysely'
import type { Admin } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { endOfDay, startOfDay } from '#domain/shared/time/local-time.ts'
import type { ExportList, ExportPeriod, TypedPeriod } from './export-period.ts'

/** The part of a list that is shown: its tab, its search, and the filters of the audit log. */
export type ExportPart = TypedPeriod & {
  readonly list: ExportList
  readonly timeZone: string
  readonly today: CalendarDate
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

/** SQL: tables and conditions that find at least the first `max` rows after a given one. */
export type Source = (after: After, max: number) => RawBuilder<unknown>

/** The parts of an export. Its rows are in the order of an instant and an id. */
export type Exported = {
  readonly header: Cells
  /** The titles of columns whose cells are from `Format.instant`. */
  readonly times: Cells
  readonly at: string
  readonly id: RawBuilder<unknown>
  /** Columns of a row, which `Row` describes. */
  readonly columns: RawBuilder<unknown>
  readonly source: Source
  /** The rows that a search without an index reads; null when every row read is in the file. */
  readonly searched: Source | null
  readonly order: 'newest first' | 'oldest first'
  readonly hasTotals?: true
  /** Only some of the people with the typed name are searched. */
  readonly isPartial?: boolean
}

export type Format = Omit<ExportPart, 'from' | 'to'> & {
  readonly admin: Admin
  readonly period: ExportPeriod
  /** SQL: an instant in ISO 8601, which the file shows in the time zone of the shop. */
  readonly instant: (column: string) => RawBuilder<string>
  readonly dollars: (column: string) => RawBuilder<string>
}

/** SQL: `and …` conditions for these days. */
export function within(at: string, { from, to }: ExportPeriod, timeZone: string) {
  return sql`
    ${from ? sql`and ${sql.ref(at)} >= ${startOfDay(timeZone, from)}` : sql``}
    ${to ? sql`and ${sql.ref(at)} < ${endOfDay(timeZone, to)}` : sql``}`
}
