import { useEffect } from 'react'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { PickingStep } from './date-picking.ts'

const KEY = 'hemline-dates'

type Dates = { readonly start: CalendarDate | null; readonly end: CalendarDate | null }

/**
 * Carries the dates from item to item in this tab: an item whose address has none starts with those
 * chosen last, also in the search. Past dates are dropped.
 */
export function useCarriedDates(
  { start, end }: Dates,
  today: CalendarDate,
  step: (taken: PickingStep) => void,
): void {
  // Once, when the page is hydrated: later these dates are the ones to carry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must use only the initial values
  useEffect(() => {
    if (start || end) return
    const carried = carriedDates()
    if (carried && carried.start >= today) step({ kind: 'type', ...carried })
  }, [])

  useCarryDates(start, end)
}

/** Carries these dates on, if they are complete. */
export function useCarryDates(start: CalendarDate | null, end: CalendarDate | null): void {
  useEffect(() => {
    if (start && end) write(JSON.stringify([start, end]))
  }, [start, end])
}

/** Call it when someone clears their dates, or when they were refused. */
export function forgetCarriedDates(): void {
  write('')
}

// Storage may be disabled: then every page starts without dates.
/** The dates chosen last in this tab, which may be over. */
export function carriedDates(): { start: CalendarDate; end: CalendarDate } | null {
  try {
    const stored: unknown[] = JSON.parse(sessionStorage.getItem(KEY) || '[]')
    const [start, end] = stored.map(parseCalendarDate)
    return start && end ? { start, end } : null
  } catch {
    return null
  }
}

function write(value: string): void {
  try {
    if (value) sessionStorage.setItem(KEY, value)
    else sessionStorage.removeItem(KEY)
  } catch {}
}
