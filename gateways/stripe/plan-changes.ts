import type Stripe from 'stripe'
import type { FindPrice } from './prices.ts'
import type { StripeClient } from './stripe-client.ts'
import { idOf } from './stripe-values.ts'
import { itemOf } from './subscription-item.ts'

/**
 * Changes of a subscription. `id` is the subscription's, `lookupKey` identifies the price to change
 * to, and repeated calls with the same `key` change it once. All throw `StripeRefused` when there
 * is no such subscription or price.
 */
export type PlanChangeCalls = {
  /** The current cost of changing to this price, in cents, with unused time deducted. */
  readonly priceOfChange: (id: string, lookupKey: string) => Promise<number>
  /**
   * Changes the price at once and bills it. Throws `StripeRefused` and changes nothing when the
   * card is declined.
   */
  readonly changeNow: (id: string, lookupKey: string, key: string) => Promise<void>
  /** Starts this price at the end of the paid period. */
  readonly changeLater: (id: string, lookupKey: string, key: string) => Promise<void>
  /** Cancels a change that has not started; does nothing without one. */
  readonly cancelPendingChange: (id: string, key: string) => Promise<void>
  /** Resumes a cancelled subscription; does nothing for others. */
  readonly resume: (id: string, key: string) => Promise<void>
}

export function planChangeCalls(
  { stripe, call }: StripeClient,
  findPrice: FindPrice,
): PlanChangeCalls {
  async function changeOf(id: string, lookupKey: string) {
    const [subscription, price] = await Promise.all([
      stripe.subscriptions.retrieve(id),
      findPrice(lookupKey),
    ])
    return {
      subscription,
      change: {
        items: [{ id: itemOf(subscription).id, price }],
        proration_behavior: 'always_invoice' as const,
        billing_cycle_anchor: { type: 'now' as const },
      },
    }
  }

  return {
    priceOfChange: (id, lookupKey) =>
      call(async () => {
        const { change } = await changeOf(id, lookupKey)
        const preview = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: change,
        })
        return preview.amount_due
      }),

    changeNow: (id, lookupKey, key) =>
      call(async () => {
        const { subscription, change } = await changeOf(id, lookupKey)
        // After a downgrade the schedule continues for a month, and Stripe rejects other changes
        // meanwhile.
        const schedule = idOf(subscription.schedule)
        if (schedule)
          await stripe.subscriptionSchedules.release(
            schedule,
            {},
            { idempotencyKey: `${key}:release` },
          )
        await stripe.subscriptions.update(
          id,
          {
            ...change,
            ...withoutCancellation(subscription),
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: key },
        )
      }),

    changeLater: (id, lookupKey, key) =>
      call(async () => {
        const [subscription, price] = await Promise.all([
          stripe.subscriptions.retrieve(id),
          findPrice(lookupKey),
        ])
        const attached = idOf(subscription.schedule)
        const cancelled = withoutCancellation(subscription)
        if (!attached && Object.keys(cancelled).length > 0)
          await stripe.subscriptions.update(id, cancelled, { idempotencyKey: `${key}:goes-on` })
        const schedule = attached
          ? await stripe.subscriptionSchedules.retrieve(attached)
          : await stripe.subscriptionSchedules.create(
              { from_subscription: id },
              { idempotencyKey: `${key}:schedule` },
            )
        await stripe.subscriptionSchedules.update(
          schedule.id,
          phasesWith(schedule, itemOf(subscription), price),
          { idempotencyKey: `${key}:phases` },
        )
      }),

    cancelPendingChange: (id, key) =>
      call(async () => {
        const subscription = await stripe.subscriptions.retrieve(id)
        const schedule = idOf(subscription.schedule)
        if (schedule)
          await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: key })
      }),

    resume: (id, key) =>
      call(async () => {
        const cancelled = withoutCancellation(await stripe.subscriptions.retrieve(id))
        if (Object.keys(cancelled).length > 0)
          await stripe.subscriptions.update(id, cancelled, { idempotencyKey: key })
      }),
  }
}

/** A schedule with the current price until the end of the paid period, then the new one. */
function phasesWith(
  schedule: Stripe.SubscriptionSchedule,
  item: Stripe.SubscriptionItem,
  price: string,
): Stripe.SubscriptionScheduleUpdateParams {
  return {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: schedule.current_phase?.start_date ?? item.current_period_start,
        end_date: item.current_period_end,
        proration_behavior: 'none',
      },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  }
}

/** Changing the plan also resumes a cancelled subscription. Empty when it is not cancelled. */
function withoutCancellation(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false }
  return subscription.cancel_at === null ? {} : { cancel_at: '' }
}
