import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import type { PanelFilter } from '#domain/booking/rentals/lists/panel-filters.ts'
import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { lateFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

export type RentalGroup = {
  /** Null in the lists without days: past rentals, and all rentals. */
  readonly title: string | null
  readonly rentals: readonly ListedRental[]
}

/** The rows of a tab under the day on which something is due; the order stays. */
export function groupsOf(
  rentals: readonly ListedRental[],
  filter: PanelFilter,
  today: CalendarDate,
): RentalGroup[] {
  const groups: { title: string | null; rentals: ListedRental[] }[] = []
  for (const rental of rentals) {
    const title = titleOf(rental, filter, today)
    const last = groups.at(-1)
    if (last && last.title === title) last.rentals.push(rental)
    else groups.push({ title, rentals: [rental] })
  }
  return groups
}

function titleOf(rental: ListedRental, filter: PanelFilter, today: CalendarDate): string | null {
  if (filter === 'done' || filter === 'all') return null
  if (filter === 'action' && rental.stage === 'requested') return 'New requests'
  const isToDeliver = isIn(rental.stage, 'beforeDelivery')
  const due = isToDeliver ? rental.start : rental.end
  const isOverdue = isToDeliver ? due < today : today >= lateFrom(due)
  if (due < today) return isOverdue && filter !== 'action' ? 'Overdue' : 'Before today'
  const day = dayInWords(due, today)
  if (due === today) return `Today, ${day}`
  return due === addDays(today, 1) ? `Tomorrow, ${day}` : day
}
