import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { DEPOSIT_CENTS } from '#domain/money/checkout/deposit-price.ts'
import {
  MORE_THAN_A_MONTH,
  otherWayInWords,
  type PayToday as PaidToday,
  payToday,
  wayInWords,
} from '#domain/money/checkout/pay-today.ts'
import { plans } from '#domain/money/plans/plans.ts'
import { dollars } from '#domain/shared/cents.ts'
import type { BarredDeposit } from './deposit-words.ts'

/**
 * What the viewer pays today for so many credits; a visitor is somebody who owns nothing yet. Null
 * when a payment would not help: the deposit is barred and cannot be topped up.
 */
export function usePayToday(
  credits: number,
  deposit: 'paid' | 'missing' | BarredDeposit | null,
): PaidToday | null {
  const { viewer } = useShell()
  const isBarred = deposit !== null && typeof deposit === 'object'
  if (isBarred && deposit.topUpCents === 0) return null
  const missing = deposit === 'paid' ? 0 : DEPOSIT_CENTS
  return payToday({
    credits,
    balance: viewer?.creditsBalance ?? 0,
    depositCents: isBarred ? deposit.topUpCents : missing,
    mayTakePlan: (viewer?.heldPlan ?? null) === null,
  })
}

/** What is paid today and what comes back, the cheapest way first. */
export function PayToday({ ways, missingCredits, isMoreThanAMonth }: PaidToday) {
  const [cheapest, ...others] = ways
  if (!cheapest) return null
  const isPlan = cheapest.buys !== null && cheapest.buys.product !== 'one_time'
  return (
    <div className="grid gap-1 text-[0.9375rem]">
      <p aria-live="polite" className="font-medium text-pretty tabular-nums">
        Today: {wayInWords(cheapest, missingCredits)}
      </p>
      {isMoreThanAMonth && <p className="text-sm text-pretty text-soft">{MORE_THAN_A_MONTH}</p>}
      {others.length > 0 && (
        <p className="text-sm text-pretty text-soft">
          Or {others.map(otherWayInWords).join(', or ')}.
        </p>
      )}
      {(isPlan || cheapest.depositCents > 0) && (
        <p className="text-sm text-pretty text-soft">
          {cheapest.depositCents > 0 &&
            'You get the deposit back when you ask, without open rentals. '}
          {isPlan &&
            `The plan renews at ${dollars(plans.subscription_monthly.priceCents)} a month until you cancel. `}
          <TextLink to={`${href('/how-it-works')}#prices`}>How prices work</TextLink>
        </p>
      )}
    </div>
  )
}
