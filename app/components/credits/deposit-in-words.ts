import { DEPOSIT } from '#domain/money/checkout/catalogue.ts'
import type { DepositLife } from '#domain/money/deposits/deposit-life.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

/** The history of a shopper's deposits, with days as text, and the deposit for a first rental. */
export function depositInWords(life: DepositLife, timeZone: string) {
  const { held, withheld, refunds, topUps, mayRequest } = life
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  return {
    held: held && {
      fullCents: held.fullCents,
      leftCents: held.leftCents,
      topUpCents: held.topUpCents,
      paidOn: day(held.paidAt),
      openRentals: held.openRentals,
      barred: held.barred,
    },
    withheld: withheld.map(({ decidedAt, ...claim }) => ({ ...claim, decidedOn: day(decidedAt) })),
    refunds: refunds.map(({ requestedAt, finishedAt, ...refund }) => ({
      ...refund,
      requestedOn: day(requestedAt),
      finishedOn: finishedAt && day(finishedAt),
    })),
    topUps: topUps.map(({ paidAt, ...topUp }) => ({ ...topUp, paidOn: day(paidAt) })),
    mayRequest,
    depositCents: DEPOSIT.amountCents,
  }
}
