import { Moment } from '#app/components/admin/moment.tsx'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import type { HeldSubscription } from '#domain/money/plans/subscription-queries.ts'

/** The plan of a person, and when it renews or ends. */
export function PersonPlan({ plan }: { plan: HeldSubscription }) {
  const { state, renewsAt, cancelAt, coveredUntil } = plan
  const [words, at] =
    state === 'ended'
      ? ['ended, paid until', coveredUntil]
      : cancelAt
        ? ['ends on', cancelAt]
        : state === 'past-due'
          ? ['renewal not paid', null]
          : ['renews on', renewsAt]
  return (
    <>
      {PRODUCT_WORDS[plan.plan]}, {words} {at && <Moment at={at} as="day" />}
    </>
  )
}
