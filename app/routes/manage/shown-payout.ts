import type { ShownPayout } from '#app/components/manage/payout-statement.tsx'
import type { OwnPayout } from '#domain/money/payouts/own-payouts.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

/** A payout by the day on which it was made, or begun. */
export function shownPayout(payout: OwnPayout, timeZone: string): ShownPayout {
  const { id, cents, reversedCents, requestedAt, paidAt } = payout
  const day = showDate(calendarDateIn(timeZone, paidAt ?? requestedAt))
  return { id, cents, reversedCents, day, isPaid: paidAt !== null }
}
