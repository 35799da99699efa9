import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Steps that need neither a note nor a confirmation: one tap in a list takes them. */
export const quickSteps = ['accept', 'deliver', 'record-return'] as const
export type QuickStep = (typeof quickSteps)[number]

/** Two steps with one tap: the return, and the approval of its condition. */
export const GOOD_RETURN = 'fine'

export const quickStepWords = {
  accept: 'Accept',
  deliver: 'Mark delivered',
  'record-return': 'Mark returned',
} as const satisfies Record<QuickStep, string>

/** The step that a rental's row offers, from the day before on, to avoid deliveries by mistake. */
export function quickStepOf(
  rental: Pick<ListedRental, 'moves' | 'start' | 'end'>,
  today: CalendarDate,
): QuickStep | null {
  const { moves, start, end } = rental
  const tomorrow = addDays(today, 1)
  if (moves.includes('accept')) return 'accept'
  if (moves.includes('deliver')) return start <= tomorrow ? 'deliver' : null
  if (moves.includes('record-return')) return end <= tomorrow ? 'record-return' : null
  return null
}
