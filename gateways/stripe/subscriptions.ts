import type Stripe from 'stripe'
import type { PlanType } from '#db/enums.ts'
import {
  type PaidInvoice,
  paidInvoices,
  payOpenInvoice,
  subscriptionOfInvoice,
  subscriptionOfPayment,
} from './invoices.ts'
import { type PlanChangeCalls, planChangeCalls } from './plan-changes.ts'
import { type PortalCalls, portalCalls } from './portal.ts'
import type { FindPrice } from './prices.ts'
import type { StripeClient } from './stripe-client.ts'
import { orNull } from './stripe-errors.ts'
import { idOf, toDate, toDateOrNull } from './stripe-values.ts'
import { itemOf } from './subscription-item.ts'

/** A subscription's current state at Stripe. */
export type SubscriptionState = {
  readonly id: string
  readonly customer: string
  /** Our order, from the metadata that the checkout added. */
  readonly orderId: string | null
  readonly status: 'active' | 'past_due' | 'incomplete' | 'canceled'
  readonly plan: PlanType
  readonly createdAt: Date
  /** The end of the period that was billed last. */
  readonly renewsAt: Date
  /** When it ends unless it is resumed; null if it was not cancelled. */
  readonly cancelAt: Date | null
  readonly endedAt: Date | null
  /** Another plan that starts at the end of the current period. */
  readonly pending: { readonly plan: PlanType; readonly from: Date } | null
  /** All paid invoices, the earliest period first. */
  readonly paid: readonly PaidInvoice[]
}

export type SubscriptionCalls = PlanChangeCalls &
  PortalCalls & {
    /**
     * The subscription's current state at Stripe, or null for an unknown id.
     * @param known ids of invoices whose payment need not be read again
     */
    readonly read: (id: string, known?: readonly string[]) => Promise<SubscriptionState | null>
    /** The id of the subscription that an invoice bills, or null. */
    readonly ofInvoice: (invoiceId: string) => Promise<string | null>
    /** The id of the subscription that a payment was collected for, or null. */
    readonly ofPayment: (paymentIntent: string) => Promise<string | null>
    /** The id of the subscription that a schedule applies to or was released from, or null. */
    readonly ofSchedule: (scheduleId: string) => Promise<string | null>
    /**
     * Charges the customer's card for the open invoice; returns whether there was one. Throws
     * `StripeRefused` when the card is declined.
     */
    readonly payDue: (id: string) => Promise<boolean>
    /** Cancels it at once. Does nothing if it has ended. */
    readonly end: (id: string) => Promise<void>
    /**
     * Cancels it at the end of the paid period, or at once if one of its payments is due. Does
     * nothing if it has ended or is cancelled.
     */
    readonly stopRenewal: (id: string) => Promise<void>
  }

/** All calls to Stripe about subscriptions. */
export function subscriptionCalls(client: StripeClient, findPrice: FindPrice): SubscriptionCalls {
  const { stripe, call } = client
  return {
    ...planChangeCalls(client, findPrice),
    ...portalCalls(client),

    read: (id, known = []) =>
      call(async () => {
        const subscription = await orNull(
          stripe.subscriptions.retrieve(id, { expand: ['schedule'] }),
        )
        return subscription && (await readState(stripe, subscription, new Set(known)))
      }),

    ofInvoice: (invoiceId) => call(() => subscriptionOfInvoice(stripe, invoiceId)),

    ofPayment: (paymentIntent) => call(() => subscriptionOfPayment(stripe, paymentIntent)),

    ofSchedule: (scheduleId) =>
      call(async () => {
        const schedule = await orNull(stripe.subscriptionSchedules.retrieve(scheduleId))
        return idOf(schedule?.subscription) ?? schedule?.released_subscription ?? null
      }),

    payDue: (id) =>
      call(async () => {
        const subscription = await stripe.subscriptions.retrieve(id)
        if (statusOf(subscription.status) === 'canceled') return false
        return await payOpenInvoice(stripe, id)
      }),

    end: (id) =>
      call(async () => {
        const subscription = await orNull(stripe.subscriptions.retrieve(id))
        if (!subscription || statusOf(subscription.status) === 'canceled') return
        await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end:${id}` })
      }),

    // No idempotency key: it can be stopped, resumed and stopped again within a day.
    stopRenewal: (id) =>
      call(async () => {
        const subscription = await orNull(stripe.subscriptions.retrieve(id))
        const status = subscription && statusOf(subscription.status)
        if (!subscription || status === 'canceled') return
        if (status !== 'active') {
          await stripe.subscriptions.cancel(id)
          return
        }
        if (cancelSeconds(subscription, itemOf(subscription)) !== null) return
        // Stripe rejects a cancellation while a schedule controls it.
        const schedule = idOf(subscription.schedule)
        if (schedule) await stripe.subscriptionSchedules.release(schedule)
        await stripe.subscriptions.update(id, { cancel_at_period_end: true })
      }),
  }
}

async function readState(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  known: ReadonlySet<string>,
): Promise<SubscriptionState> {
  const item = itemOf(subscription)
  return {
    id: subscription.id,
    customer: idOf(subscription.customer) ?? '',
    orderId: subscription.metadata.order_id ?? null,
    status: statusOf(subscription.status),
    plan: planOf(item.price),
    createdAt: toDate(subscription.created),
    renewsAt: toDate(item.current_period_end),
    cancelAt: toDateOrNull(cancelSeconds(subscription, item)),
    endedAt: toDateOrNull(subscription.ended_at),
    pending: await pendingIn(stripe, subscription, item),
    paid: await paidInvoices(stripe, subscription.id, known),
  }
}

/** The portal sets one field, the API the other; both mean this day. */
function cancelSeconds(
  { cancel_at, cancel_at_period_end }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): number | null {
  return cancel_at ?? (cancel_at_period_end ? item.current_period_end : null)
}

/** Lookup keys move to new prices, so plans are told apart by their interval. */
function planOf(price: Stripe.Price): PlanType {
  return price.recurring?.interval === 'year' ? 'subscription_annual' : 'subscription_monthly'
}

async function pendingIn(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Promise<SubscriptionState['pending']> {
  const { schedule } = subscription
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end)
  const price = next?.items[0]?.price
  if (!next || !price) return null
  const named = typeof price === 'string' ? await stripe.prices.retrieve(price) : price
  if ('deleted' in named && named.deleted) return null
  const plan = planOf(named as Stripe.Price)
  return plan === planOf(item.price) ? null : { plan, from: toDate(next.start_date) }
}

function statusOf(status: Stripe.Subscription['status']): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'incomplete':
      return 'incomplete'
    default:
      return 'canceled'
  }
}
