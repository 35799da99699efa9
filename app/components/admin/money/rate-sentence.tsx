import { centsInWords, roundedDollars } from '#app/components/charts/figure-words.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { SpentValue } from '#domain/admin/figures/credit-figures.ts'
import { VALUE_DAYS } from '#domain/admin/figures/figure-periods.ts'
import { showNumber } from '#domain/shared/credits.ts'

/** What spent credits brought against the payout rate; an error when the rate is above it. */
export function RateSentence({ value, rate }: { value: SpentValue; rate: number }) {
  const { spent, broughtCents, closetCents, centsPerCredit } = value
  if (centsPerCredit === null)
    return (
      <p className="mt-6 max-w-prose">
        No credits were spent in the last {VALUE_DAYS} days. The payout rate is {rate}¢ per credit.
      </p>
    )
  const loss = rate - centsPerCredit
  return (
    <>
      {loss > 0 && (
        <Notice kind="error" className="mt-6">
          The payout rate of {rate}¢ is above the revenue of {centsInWords(centsPerCredit)} per
          spent credit: each credit spent on a closet’s item costs {centsInWords(loss)} more than it
          brings in.
        </Notice>
      )}
      <p className="mt-6 max-w-prose">
        A spent credit brought {centsInWords(centsPerCredit)} in {VALUE_DAYS} days, you pay {rate}¢.{' '}
        Revenue from {showNumber(spent)} spent credits was {roundedDollars(broughtCents)}; closets
        earn {roundedDollars(closetCents)} of it, which leaves{' '}
        {roundedDollars(Math.round(broughtCents) - closetCents)}.
      </p>
    </>
  )
}
