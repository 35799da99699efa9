import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PayoutAccountState } from '#db/enums.ts'
import type { NextPayout } from '#domain/money/payouts/next-payout.ts'
import { MIN_TRANSFER_CENTS } from '#domain/money/payouts/transfers/pay-day.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import words from './payout-state.json' with { type: 'json' }

type PayoutStateProps = {
  /** Null before the setup was started. */
  state: PayoutAccountState | null
  /** This shop pays closets through Stripe. */
  isConnected: boolean
  next: NextPayout
}

export function PayoutState({ state, isConnected, next }: PayoutStateProps) {
  if (!isConnected)
    return (
      <Notice className="mt-6">
        Payouts are not available on Hemline yet. Your earnings are listed below, and we will pay
        them once payouts are available.
      </Notice>
    )
  const { title, line, action } = WORDS[state ?? 'none']
  return (
    <section
      aria-labelledby="payout-state"
      className="mt-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-control border border-line bg-sheet px-5 py-5 sm:px-7 sm:py-6"
    >
      <div className="min-w-0 max-w-prose">
        <h2 id="payout-state" className="text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-soft">{line}</p>
        <p className="mt-2 font-medium">{nextPayoutWords(next, state === 'ready')}</p>
      </div>
      {/* A plain form, because the response is a redirect to another site. */}
      <form method="post" action={href('/business/payouts')} className="max-sm:w-full">
        <input type="hidden" name="intent" value={action.intent} />
        <Button kind={action.intent === 'set-up' ? 'primary' : 'secondary'}>{action.text}</Button>
      </form>
    </section>
  )
}

function nextPayoutWords({ on, cents, isTooLittle }: NextPayout, isReady: boolean): string {
  const day = showDate(on)
  const min = dollars(MIN_TRANSFER_CENTS)
  if (isTooLittle)
    return `Nothing is paid on ${day} so far: ${dollars(cents)} will be ready by then, and a payout is at least ${min}.`
  return isReady
    ? `Next payout ${day}: ${dollars(cents)}.`
    : `${dollars(cents)} will be paid on ${day} if your payouts are set up by then.`
}

type Words = {
  readonly title: string
  readonly line: string
  readonly action: { readonly intent: string; readonly text: string }
}

const WORDS: Readonly<Record<PayoutAccountState | 'none', Words>> = words
