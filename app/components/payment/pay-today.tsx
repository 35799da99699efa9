import { intentOf, PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Button } from '#app/ui/button.tsx'
import {
  insteadInWords,
  moreThanAMonth,
  type PayToday as PaidToday,
  payToday,
  type WayToPay,
  wayInWords,
} from '#domain/money/checkout/pay-today.ts'
import { RENEWAL_TERMS } from '#domain/money/plans/plan-words.ts'
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

type ForWhat = {
  /** What the credits are for; by default 'this rental'. */
  what?: string | undefined
}

/** What is paid today in the cheapest way. */
export function PayToday({ ways: [cheapest], missingCredits, what }: PaidToday & ForWhat) {
  if (!cheapest) return null
  return (
    <p aria-live="polite" className="text-[0.9375rem] font-medium text-pretty tabular-nums">
      Today: {wayInWords(cheapest, missingCredits, what)}
    </p>
  )
}

/** The other ways, what comes back, and what is paid later. */
export function PayTodayTerms({
  today: { ways, isMoreThanAMonth },
  busyIntent,
  what,
}: ForWhat & {
  today: PaidToday
  busyIntent: unknown
}) {
  const [cheapest, ...others] = ways
  if (!cheapest) return null
  const lines = [
    isMoreThanAMonth && moreThanAMonth(what),
    ...ways.map(renewal),
    cheapest.depositCents > 0 &&
      'You get the deposit back whenever you ask for it and have no open rental.',
  ].filter((line) => typeof line === 'string')
  return (
    <div className="grid justify-items-start gap-1 text-sm text-pretty text-soft">
      {others.map((way) => (
        <Button
          key={intentOf(way)}
          name="intent"
          value={intentOf(way)}
          data-failed={PAYMENT_NOT_OPENED}
          kind="quiet"
          size="small"
          className="text-left!"
          busy={busyIntent === intentOf(way)}
          busyText="Processing..."
        >
          {insteadInWords(way)}
        </Button>
      ))}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** 'then $20.00 a month', for the bar of a phone; null when nothing renews. */
export function laterOf(way: WayToPay | undefined): string | null {
  const product = way?.buys?.product
  if (product !== 'subscription_monthly' && product !== 'subscription_annual') return null
  const every = product === 'subscription_monthly' ? 'month' : 'year'
  return `then ${dollars(plans[product].priceCents)} a ${every}`
}

const renewal = ({ buys }: WayToPay) =>
  buys !== null && buys.product !== 'one_time' && RENEWAL_TERMS[buys.product]
