import { useShell } from '#app/components/viewer/use-shell.ts'
import {
  MORE_THAN_A_MONTH,
  otherWayInWords,
  type PayToday as PaidToday,
  payToday,
  wayInWords,
} from '#domain/money/checkout/pay-today.ts'
import { plans } from '#domain/money/plans/plans.ts'
import { dollars } from '#domain/shared/cents.ts'

/**
 * What the viewer pays today for so many credits and cents of a deposit; a visitor is somebody who
 * owns nothing yet.
 */
export function usePayToday(credits: number, depositCents: number): PaidToday {
  const { viewer } = useShell()
  return payToday({
    credits,
    balance: viewer?.creditsBalance ?? 0,
    depositCents,
    mayTakePlan: (viewer?.heldPlan ?? null) === null,
  })
}

/** What is paid today in the cheapest way. */
export function PayToday({ ways: [cheapest], missingCredits }: PaidToday) {
  if (!cheapest) return null
  return (
    <p aria-live="polite" className="text-[0.9375rem] font-medium text-pretty tabular-nums">
      Today: {wayInWords(cheapest, missingCredits)}
    </p>
  )
}

/** The other ways, what comes back, and what is paid later. */
export function PayTodayTerms({ ways: [cheapest, ...others], isMoreThanAMonth }: PaidToday) {
  if (!cheapest) return null
  const isPlan = cheapest.buys !== null && cheapest.buys.product !== 'one_time'
  const lines = [
    others.length > 0 && `Or ${others.map(otherWayInWords).join(', or ')}.`,
    isMoreThanAMonth && MORE_THAN_A_MONTH,
    isPlan &&
      `The plan renews at ${dollars(plans.subscription_monthly.priceCents)} a month until you cancel.`,
    cheapest.depositCents > 0 &&
      'You get the deposit back whenever you ask for it and have no open rental.',
  ].filter((line) => typeof line === 'string')
  return (
    <div className="grid gap-1 text-sm text-pretty text-soft">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
