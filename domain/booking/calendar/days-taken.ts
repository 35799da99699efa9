import { violatedConstraint } from '#db/connection.ts'

/** The constraints that keep two people from renting the same days of an item. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  'booked_periods_never_overlap',
  'item_has_one_live_rental',
  'rentals_never_overlap',
])

/** A write failed because somebody else has the days, or the turnaround after them. */
export function areDaysTaken(error: unknown): boolean {
  return CONSTRAINTS.has(violatedConstraint(error) ?? '')
}
