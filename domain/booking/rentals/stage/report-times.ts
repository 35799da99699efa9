import type { HandoverStep } from '#db/enums.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Mover, StagedRental } from './rental-stage.ts'
import { isIn, stageOf } from './rental-stage.ts'

/** The steps that both sides can report on. */
export const reportSteps = ['delivery', 'return'] as const satisfies readonly HandoverStep[]
export type ReportStep = (typeof reportSteps)[number]

/** How long after a delivery a report on it can be added. */
export const DELIVERY_REPORT_HOURS = 24

/** A renter can report on the return from this many days before the last day. */
export const RETURN_REPORT_DAYS = 3

export type ReportedRental = StagedRental & {
  readonly delivered_at: Date | null
  readonly end_date: CalendarDate
}

/**
 * Whether this side can report on the step now. On the delivery: both, for `DELIVERY_REPORT_HOURS`.
 * On the return: the renter from `RETURN_REPORT_DAYS` before the last day until the return, the
 * closet from then until the review.
 */
export function mayReport(
  step: ReportStep,
  mover: Mover,
  rental: ReportedRental,
  { now, today }: { readonly now: Date; readonly today: CalendarDate },
): boolean {
  if (step === 'delivery') {
    const { delivered_at: deliveredAt } = rental
    return (
      deliveredAt !== null &&
      now.getTime() < deliveredAt.getTime() + DELIVERY_REPORT_HOURS * 3_600_000
    )
  }
  const stage = stageOf(rental, today)
  if (mover !== 'renter') return stage === 'returned'
  return isIn(stage, 'notReturned') && today >= addDays(rental.end_date, -RETURN_REPORT_DAYS)
}
