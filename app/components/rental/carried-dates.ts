import { useEffect } from 'react'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import type { PickingStep } from './date-picking.ts'

const KEY = 'hemline-dates'

type Dates = { readonly start: CalendarDate | null; readonly end: CalendarDate | null }

/**
 * Carries the dates from item to item in this tab: an item whose address has none begins with those
 * that were chosen last. Dates that are over are forgotten.
 */
export function useCarriedDates(
  { start, end }: Dates,
  today: CalendarDate,
  step: (taken: PickingStep) => void,
): void {
  // Once, as the page comes to life: later these dates are the ones that are carried.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there at first counts
  useEffect(() => {
    if (start || end) return
    const carried = read()
    if (carried.start && carried.end && carried.start >= today)
      step({ kind: 'type', start: carried.start, end: carried.end })
  }, [])

  useEffect(() => {
    if (start && end) write(JSON.stringify([start, end]))
  }, [start, end])
}

/** To be called when somebody clears their dates. */
export function forgetCarriedDates(): void {
  write('')
}

// Storage may be switched off: then every item begins without dates.
function read(): Dates {
  try {
    const [start, end]: unknown[] = JSON.parse(sessionStorage.getItem(KEY) || '[]')
    return { start: parseCalendarDate(start), end: parseCalendarDate(end) }
  } catch {
    return { start: null, end: null }
  }
}

function write(value: string): void {
  try {
    if (value) sessionStorage.setItem(KEY, value)
    else sessionStorage.removeItem(KEY)
  } catch {}
}
