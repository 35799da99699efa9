import { DayPicker } from 'react-day-picker'
import { MOST_DAYS_AHEAD, MOST_RENTAL_DAYS } from '#domain/rentals/quote.ts'
import {
  addDays,
  type CalendarDate,
  parseCalendarDate,
  showDate,
} from '#domain/shared/calendar-date.ts'

type CalendarProps = {
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly today: CalendarDate
  readonly unavailable: ReadonlySet<CalendarDate>
  readonly onPick: (day: CalendarDate) => void
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

/** The month view of the picker. Loaded when it is first opened. */
export function Calendar({ start, end, today, unavailable, onPick }: CalendarProps) {
  const last = addDays(today, MOST_DAYS_AHEAD + MOST_RENTAL_DAYS)
  const blocked = (date: Date) => {
    const day = fromLocal(date)
    return day === null || day < today || day > last || unavailable.has(day)
  }
  const isBetween = (date: Date) => {
    const day = fromLocal(date)
    return day !== null && start !== null && end !== null && day > start && day < end
  }
  const edges = [start, end].flatMap((day) => (day ? [toLocal(day)] : []))
  return (
    <DayPicker
      today={toLocal(today)}
      defaultMonth={toLocal(start ?? today)}
      startMonth={toLocal(today)}
      endMonth={toLocal(last)}
      disabled={blocked}
      modifiers={{ edge: edges, between: isBetween }}
      onDayClick={(date, modifiers) => {
        const day = fromLocal(date)
        if (day && !modifiers.disabled) onPick(day)
      }}
      labels={{
        labelDayButton: (date, modifiers) => {
          const day = fromLocal(date)
          if (!day) return ''
          const state = modifiers.disabled
            ? ', unavailable'
            : modifiers.edge
              ? ', selected'
              : modifiers.between
                ? ', in range'
                : ''
          return showDate(day) + state
        },
      }}
      classNames={{
        root: 'relative select-none',
        months: 'relative',
        month_caption: 'flex h-11 items-center justify-center font-heading text-lg',
        nav: 'absolute inset-x-0 top-0 z-10 flex justify-between',
        button_previous:
          'grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-30',
        button_next:
          'grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-30',
        chevron: 'size-4 fill-current',
        month_grid: 'mt-2 w-full table-fixed border-collapse',
        weekday: 'pb-2 text-xs font-medium text-soft',
        day: 'calendar-day p-0 text-center',
        day_button: 'calendar-day-button',
        today: 'calendar-today',
        disabled: 'calendar-unavailable',
        outside: 'invisible',
      }}
      modifiersClassNames={{ edge: 'calendar-edge', between: 'calendar-between' }}
    />
  )
}
