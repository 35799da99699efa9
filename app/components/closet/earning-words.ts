import type { EarningRow } from '#domain/money/payouts/payout-queries.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

type Reason = Pick<EarningRow, 'kind' | 'credits' | 'centsPerCredit' | 'note' | 'isForReturn'>

/** '28 credits at 45¢', or another reason for the earning. */
export function earningReason(earning: Reason): string {
  const { kind, credits, centsPerCredit, note, isForReturn } = earning
  if (kind === 'correction') return note ?? 'Adjustment'
  if (kind === 'damage') return 'Kept from the deposit'
  if (kind === 'taken_back')
    return isForReturn
      ? 'Taken back: a return request was accepted'
      : 'Taken back: it was undone or contested'
  return `${credits?.toLocaleString('en-US')} ${credits === 1 ? 'credit' : 'credits'} at ${centsPerCredit}¢`
}

type Paid = Pick<EarningRow, 'transfer' | 'finishedAt' | 'payableAt'>

export function paidStatus({ transfer, payableAt }: Paid, now: Date) {
  if (transfer === 'made') return 'Paid'
  if (transfer === 'pending') return 'On its way'
  return payableAt > now ? 'Pending' : 'Ready'
}

/** The same with its day: 'Paid Dec 5, 2026' or 'Pending until Nov 27, 2026'. */
export function paidWords(earning: Paid, timeZone: string, now: Date): string {
  const status = paidStatus(earning, now)
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  if (status === 'Pending') return `Pending until ${day(earning.payableAt)}`
  return status === 'Paid' && earning.finishedAt ? `Paid ${day(earning.finishedAt)}` : status
}
