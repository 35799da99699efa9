import { useState } from 'react'
import { type DateRange, DayPicker, type Modifiers } from 'react-day-picker'
import { MOST_DAYS_AHEAD, MOST_RENTAL_DAYS } from '#domain/rentals/quote.ts'
import {
  addDays,
  type CalendarDate,
  eachDay,
  parseCalendarDate,
  showDate,
} from '#domain/shared/calendar-date.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './date-icons.tsx'

type CalendarProps = {
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly today: CalendarDate
  readonly unavailable: ReadonlySet<CalendarDate>
  readonly onPick: (day: CalendarDate) => void
  /** Part of the page instead of opened by somebody: then the focus stays where it is. */
  readonly standing?: boolean
}

/** A calendar date as the local noon that the library draws; noon survives every clock change. */
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

/** The month view of the picker. Loaded when it is first opened; the focus goes into it. */
export function Calendar(props: CalendarProps) {
  const { start, end, today, unavailable, onPick, standing = false } = props
  const [pointed, setPointed] = useState<CalendarDate | null>(null)
  const last = addDays(today, MOST_DAYS_AHEAD + MOST_RENTAL_DAYS)
  const isTaken = (date: Date) => {
    const day = fromLocal(date)
    return day !== null && unavailable.has(day)
  }
  // Dates from an address may lie anywhere; the months shown do not.
  const shown = start && start >= today && start <= last ? start : today
  const selected: DateRange = {
    from: start ? toLocal(start) : undefined,
    to: end ? toLocal(end) : undefined,
  }
  return (
    <DayPicker
      mode="range"
      selected={selected}
      // What a click means is decided by `pick`, not by the library.
      onSelect={() => {}}
      onDayClick={(date, { disabled }) => {
        const day = fromLocal(date)
        if (day && !disabled) onPick(day)
      }}
      onDayMouseEnter={(date) => setPointed(fromLocal(date))}
      onDayMouseLeave={() => setPointed(null)}
      onDayFocus={(date) => setPointed(fromLocal(date))}
      onDayBlur={() => setPointed(null)}
      autoFocus={!standing}
      today={toLocal(today)}
      defaultMonth={toLocal(shown)}
      startMonth={toLocal(today)}
      endMonth={toLocal(last)}
      disabled={[{ before: toLocal(today) }, { after: toLocal(last) }, isTaken]}
      modifiers={{ taken: isTaken, ahead: daysAhead(start, end, pointed, unavailable) }}
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
  )
}

/** The days that a range would cover if it ended where the pointer or the focus is. */
function daysAhead(
  start: CalendarDate | null,
  end: CalendarDate | null,
  pointed: CalendarDate | null,
  unavailable: ReadonlySet<CalendarDate>,
): Date[] {
  if (!start || end || !pointed || pointed <= start) return []
  if (pointed > addDays(start, MOST_RENTAL_DAYS)) return []
  const days = eachDay(start, pointed)
  return days.some((day) => unavailable.has(day)) ? [] : days.map(toLocal)
}

function stateInWords(modifiers: Modifiers): string {
  if (modifiers.disabled) return ', unavailable'
  if (modifiers.range_middle) return ', in range'
  return modifiers.selected ? ', selected' : ''
}

// Made once: a chevron that is replaced between press and release would swallow the click.
const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: string | undefined }) =>
    orientation === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />,
}

const STEP_BUTTON =
  'grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-30'

const CLASS_NAMES = {
  root: 'relative select-none',
  months: 'relative',
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
