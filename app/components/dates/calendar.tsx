import { useState } from 'react'
import { type DateRange, DayPicker, type Modifiers } from 'react-day-picker'
import {
  addDays,
  type CalendarDate,
  eachDay,
  parseCalendarDate,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { FARTHEST_DAY, MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './date-icons.tsx'

type CalendarProps = {
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly today: CalendarDate
  readonly unavailable: ReadonlySet<CalendarDate>
  readonly onPick: (day: CalendarDate) => void
  /** The suggested last day of a range that has only a start. */
  readonly proposed?: CalendarDate | null
  /** Only these days can be picked, in one month at a time; by default all that can be booked. */
  readonly within?: { readonly first: CalendarDate; readonly last: CalendarDate } | undefined
  /** Part of the page instead of opened by the visitor: then the focus does not move. */
  readonly inline?: boolean
}

/** A calendar date as local noon, for the library; noon exists on every day of a clock change. */
function toLocal(date: CalendarDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

function fromLocal(date: Date): CalendarDate | null {
  const two = (number: number) => String(number).padStart(2, '0')
  return parseCalendarDate(
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  )
}

/** The month view of the picker. Loaded when it is first opened; the focus moves into it. */
export function Calendar(props: CalendarProps) {
  const { start, end, today, unavailable, onPick, proposed = null, inline = false, within } = props
  const [hovered, setHovered] = useState<CalendarDate | null>(null)
  const { first, last } = within ?? { first: today, last: addDays(today, FARTHEST_DAY) }
  const isTaken = (date: Date) => {
    const day = fromLocal(date)
    return day !== null && unavailable.has(day)
  }
  // Dates from an address can be anywhere; the months shown are bounded.
  const begun = within ? end : start
  const [month, setMonth] = useState(() => {
    if (begun && begun >= first && begun <= last) return toLocal(begun)
    // Not a month in which no day can be picked.
    return toLocal(eachDay(first, last).find((day) => !unavailable.has(day)) ?? first)
  })
  const months = useMonthCount(inline || within !== undefined)
  const selected: DateRange = {
    from: start ? toLocal(start) : undefined,
    to: end ? toLocal(end) : undefined,
  }
  return (
    <>
      <MonthList first={first} last={last} month={month} onChoose={setMonth} />
      <DayPicker
        mode="range"
        numberOfMonths={months}
        pagedNavigation
        month={month}
        onMonthChange={setMonth}
        selected={selected}
        // `pick` decides what a click means, not the library.
        onSelect={() => {}}
        onDayClick={(date, { disabled }) => {
          const day = fromLocal(date)
          if (day && !disabled) onPick(day)
        }}
        onDayMouseEnter={(date) => setHovered(fromLocal(date))}
        onDayMouseLeave={() => setHovered(null)}
        onDayFocus={(date) => setHovered(fromLocal(date))}
        onDayBlur={() => setHovered(null)}
        autoFocus={!inline}
        today={toLocal(today)}
        startMonth={toLocal(first)}
        endMonth={toLocal(last)}
        disabled={[{ before: toLocal(first) }, { after: toLocal(last) }, isTaken]}
        modifiers={{
          taken: isTaken,
          ahead: daysAhead(start, end, hovered ?? proposed, unavailable),
        }}
        labels={{
          labelDayButton: (date, modifiers) => {
            const day = fromLocal(date)
            return day ? showDate(day) + stateInWords(modifiers) : ''
          },
        }}
        components={COMPONENTS}
        classNames={CLASS_NAMES}
        modifiersClassNames={{ taken: 'calendar-taken', ahead: 'calendar-ahead' }}
      />
    </>
  )
}

/** Two months side by side if the panel is wide enough. */
function useMonthCount(one: boolean): 1 | 2 {
  const [isWide] = useState(() => window.matchMedia('(min-width: 80rem)').matches)
  return isWide && !one ? 2 : 1
}

/** A menu of all months: one click instead of a dozen. */
function MonthList({
  first,
  last,
  month,
  onChoose,
}: {
  first: CalendarDate
  last: CalendarDate
  month: Date
  onChoose: (month: Date) => void
}) {
  const months = monthsBetween(first, last)
  const shown = fromLocal(month)?.slice(0, 7)
  return (
    <label className="mb-1 flex items-center justify-center gap-2 text-sm text-soft">
      Go to
      <select
        value={shown}
        onChange={({ target }) => {
          const day = parseCalendarDate(`${target.value}-01`)
          if (day) onChoose(toLocal(day))
        }}
        className="min-h-11 rounded-control border border-edge bg-sheet px-3 text-ink"
      >
        {months.map((value) => (
          <option key={value} value={value}>
            {monthInWords(value)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** 'YYYY-MM' of every month from the first day's to the last day's. */
function monthsBetween(first: CalendarDate, last: CalendarDate): string[] {
  return [...new Set(eachDay(first, last).map((day) => day.slice(0, 7)))]
}

/** 'Jun 2027', like dates elsewhere. */
function monthInWords(month: string): string {
  const day = parseCalendarDate(`${month}-01`)
  return day ? showDate(day).replace(' 1,', '') : month
}

/** The days of the range that would end at the hovered or focused day. */
function daysAhead(
  start: CalendarDate | null,
  end: CalendarDate | null,
  hovered: CalendarDate | null,
  unavailable: ReadonlySet<CalendarDate>,
): Date[] {
  if (!start || end || !hovered || hovered <= start) return []
  if (hovered > addDays(start, MAX_RENTAL_DAYS)) return []
  const days = eachDay(start, hovered)
  return days.some((day) => unavailable.has(day)) ? [] : days.map(toLocal)
}

function stateInWords(modifiers: Modifiers): string {
  if (modifiers.disabled) return ', unavailable'
  if (modifiers.range_middle) return ', in range'
  return modifiers.selected ? ', selected' : ''
}

// Created once: a chevron replaced between press and release would lose the click.
const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: string | undefined }) =>
    orientation === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />,
}

const STEP_BUTTON =
  'grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-30'

const CLASS_NAMES = {
  root: 'relative select-none',
  months: 'relative flex gap-8 *:min-w-0 *:flex-1',
  month_caption: 'flex h-11 items-center justify-center font-heading text-lg',
  nav: 'absolute inset-x-0 top-0 z-10 flex justify-between',
  button_previous: STEP_BUTTON,
  button_next: STEP_BUTTON,
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'pb-1.5 text-xs font-medium text-soft',
  day: 'calendar-day',
  day_button: 'calendar-day-button',
  today: 'calendar-today',
  disabled: 'calendar-off',
  outside: 'invisible',
  selected: 'calendar-selected',
  range_start: 'calendar-first',
  range_middle: 'calendar-between',
  range_end: 'calendar-last',
}
