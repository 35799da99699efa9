import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Files for accounting and taxes, which no page shows. */
export const accountingLists = [
  'payouts',
  'earnings',
  'closets',
  'balances',
  'owed',
  'credits',
  'receipts',
  'deposits',
  'unclaimed',
] as const
export type AccountingList = (typeof accountingLists)[number]

/** Lists that an admin can export to a spreadsheet. */
export const exportLists = [
  'people',
  'rentals',
  'money',
  'listings',
  'items',
  'applications',
  'audit',
  ...accountingLists,
] as const
export type ExportList = (typeof exportLists)[number]

/** The most rows of a file with more than one day. More rows need several files. */
export const MAX_EXPORT_ROWS = 100_000

/** These lists grow with every rental, so the days of a file are chosen before it is read. */
export const periodLists: readonly ExportList[] = [
  ...(['rentals', 'money', 'audit', 'payouts', 'earnings', 'closets', 'balances'] as const),
  ...(['credits', 'receipts', 'deposits'] as const),
]

/** Whether to suggest the usual period; not for tabs of current rentals, which have older ones. */
export function needsPeriod(list: ExportList, tab: string): boolean {
  return periodLists.includes(list) && (list !== 'rentals' || ['', 'done', 'all'].includes(tab))
}

/** First and last day, both included; null means no limit. */
export type ExportPeriod = {
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
}

/** The days as they were typed. */
export type TypedPeriod = { readonly from: string; readonly to: string }

export type PeriodProblem =
  | { readonly reason: 'no-such-day'; readonly field: 'from' | 'to' }
  | { readonly reason: 'ends-before-it-starts' }

/** Last month and this one until today; of what is added up for a tax year, that year. */
export function usualPeriod(
  today: CalendarDate,
  list?: ExportList,
): {
  readonly from: CalendarDate
  readonly to: CalendarDate
} {
  const isYearly = list === 'closets' || list === 'receipts'
  const newYear = isYearly ? parseCalendarDate(`${today.slice(0, 4)}-01-01`) : null
  return { from: newYear ?? firstOfMonth(addDays(firstOfMonth(today), -1)), to: today }
}

/** The last twelve months, this one first, each with its first and last day. */
export function lastMonths(
  today: CalendarDate,
): readonly { readonly from: CalendarDate; readonly to: CalendarDate }[] {
  const months = [{ from: firstOfMonth(today), to: today }]
  for (let [month] = months; month && months.length < 12; month = months.at(-1)) {
    const to = addDays(month.from, -1)
    months.push({ from: firstOfMonth(to), to })
  }
  return months
}

function firstOfMonth(day: CalendarDate): CalendarDate {
  return addDays(day, 1 - Number(day.slice(8)))
}

export function readPeriod(typed: TypedPeriod): Outcome<ExportPeriod, PeriodProblem> {
  const from = parseCalendarDate(typed.from)
  const to = parseCalendarDate(typed.to)
  if (typed.from && !from) return refused({ reason: 'no-such-day', field: 'from' })
  if (typed.to && !to) return refused({ reason: 'no-such-day', field: 'to' })
  if (from && to && to < from) return refused({ reason: 'ends-before-it-starts' })
  return done({ from, to })
}
