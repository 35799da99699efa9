import type { PersonId } from '#db/ids.ts'
import { dayAfter, isOut } from './calendar.ts'
import { count, type Model, type Rental } from './state.ts'

// Reports on the condition of an item at its delivery and return.

const DELIVERY_MS = 24 * 3_600_000
const RETURN_DAYS = 3

type Report = {
  readonly by: PersonId
  readonly step: 'delivery' | 'return'
  readonly words: string
}

/** One side adds a report. Returns what the command should. */
export function addReport(model: Model, rental: Rental, report: Report, today: string): string {
  const { by, step } = report
  if (by !== rental.renter && by !== rental.item.lister) return 'rental-not-found'
  const earlier = rental.reports.find((one) => one.by === by && one.step === step)
  // A report on a delivery that was undone is extended.
  const isUndone =
    step === 'delivery' && (rental.deliveredAt === null || (earlier?.at ?? 0) < rental.deliveredAt)
  if (earlier && !isUndone) return 'already-reported'
  if (!mayReport(model, rental, report, today)) return 'report-closed'
  if (report.words.trim() === '') return 'report-empty'
  if (earlier) earlier.at = model.now
  else rental.reports.push({ by, step, at: model.now })
  count(model, `${step} reported by the ${by === rental.renter ? 'renter' : 'closet'}`)
  return 'done'
}

export function mayReport(
  model: Model,
  rental: Rental,
  { by, step }: Pick<Report, 'by' | 'step'>,
  today: string,
): boolean {
  const { deliveredAt } = rental
  if (step === 'delivery') return deliveredAt !== null && model.now < deliveredAt + DELIVERY_MS
  if (by !== rental.renter) return rental.state === 'back'
  return isOut(rental) && today >= dayAfter(rental.end, -RETURN_DAYS)
}
