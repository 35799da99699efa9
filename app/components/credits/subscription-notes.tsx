import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { HeldSubscription } from '#domain/money/plans/subscription-queries.ts'
import { PortalForm } from './portal-form.tsx'

/** A subscription with its days as text. */
export type ShownSubscription = HeldSubscription & {
  readonly days: {
    readonly nextCredits: string | null
    readonly renews: string | null
    readonly cancel: string | null
    readonly pending: string | null
    readonly covered: string | null
  }
}

const NAMES = {
  subscription_monthly: 'Monthly',
  subscription_annual: 'Annual',
} satisfies Record<HeldSubscription['plan'], string>

/** The status of the subscription and its next date. */
export function SubscriptionNotes({ subscription }: { subscription: ShownSubscription | null }) {
  if (!subscription) return null
  const { state, days, plan, pending } = subscription
  return (
    <section>
      <h2 className="text-2xl">Subscription</h2>
      <dl className="mt-4 grid gap-3 text-[0.9375rem]">
        <Fact term="Plan">
          {NAMES[plan]}, {subscription.creditsPerPeriod} credits per month
        </Fact>
        {days.nextCredits && <Fact term="Next credits">{days.nextCredits}</Fact>}
        {state === 'active' && days.renews && !days.pending && (
          <Fact term="Renews">{days.renews}</Fact>
        )}
        {days.cancel && <Fact term="Canceled">Ends on {days.cancel}</Fact>}
        {pending && days.pending && (
          <Fact term="Next plan">
            {NAMES[pending.plan]}, from {days.pending}
          </Fact>
        )}
        {state === 'ended' && days.covered && <Fact term="Ended">Paid until {days.covered}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line pb-3">
      <dt className="text-soft">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

/** Shown on top while a renewal is unpaid: no credits are granted until it is paid. */
export function PaymentDue({ subscription }: { subscription: ShownSubscription | null }) {
  if (subscription?.state !== 'past-due') return null
  return (
    <Notice kind="error" className="mt-8">
      <p className="font-medium">Your subscription payment failed.</p>
      <p className="mt-1 mb-4">
        You get new credits as soon as it is paid. You keep the credits you have.
      </p>
      <div className="flex flex-wrap gap-3">
        <PortalForm purpose="card">Update payment method</PortalForm>
        <Form method="post" action={href('/credits')} preventScrollReset>
          <input type="hidden" name="intent" value="pay-due" />
          <Button kind="secondary">Try again</Button>
        </Form>
      </div>
    </Notice>
  )
}
