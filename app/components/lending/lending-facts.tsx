import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { HOLD_DAYS } from '#domain/money/payouts/earned/hold-days.ts'
import { MIN_TRANSFER_CENTS } from '#domain/money/payouts/transfers/pay-day.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'

const EXAMPLE_CREDITS = 28

/** What somebody has to know before they apply, in short. */
export function LendingFacts({ rate }: { rate: number }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-base">
      <li>
        {rate > 0
          ? `You earn ${rate}¢ for each credit: ${dollars(rate * EXAMPLE_CREDITS)} a week for an item of ${EXAMPLE_CREDITS} credits.`
          : NOT_PAID}
      </li>
      {rate > 0 && <li>{WHEN_PAID}</li>}
      <li>You deliver, let renters pick up, or ship. You choose which, and how far you deliver.</li>
      <li>
        You can keep up to {DEPOSIT_PRICE} of a renter’s deposit for damage. Nothing beyond it is
        covered.
      </li>
    </ul>
  )
}

export const NOT_PAID = 'Closets are not paid at the moment.'

export const WHEN_PAID = `You are paid on the 5th of each month, to your bank account, once ${shortDollars(MIN_TRANSFER_CENTS)} is ready. A rental is ready ${inWords(HOLD_DAYS, 'day')} after you have checked the returned item.`
