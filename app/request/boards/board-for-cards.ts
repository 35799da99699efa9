import { appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { boardPlannedFor, type PlannedBoard } from '#domain/booking/boards/boards.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { plannerIn } from './planner.ts'

/** The viewer's board to which cards of a list add: that of its days, or without days the next one. */
export async function boardForCards(
  context: Context,
  request: Request,
  days: { readonly start: CalendarDate; readonly end: CalendarDate } | null,
): Promise<PlannedBoard | null> {
  const planner = plannerIn(context, request)
  if (!planner) return null
  return await boardPlannedFor(context.get(appContext).db, planner, days, todayIn(context))
}
