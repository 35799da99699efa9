import { type Setup, setUpAccount } from './account-setup.ts'
import { type BalanceCalls, balanceCalls } from './balance.ts'
import { type ChargeCalls, chargeCalls } from './charges.ts'
import { type CheckoutCalls, checkoutCalls } from './checkout-sessions.ts'
import { type CustomerCalls, customerCalls } from './customers.ts'
import { type DisputeCalls, disputeCalls } from './disputes.ts'
import { type PayoutAccountCalls, payoutAccountCalls } from './payout-accounts.ts'
import { createPriceLookup } from './prices.ts'
import { type RefundCalls, refundCalls } from './refunds.ts'
import type { SetupStep } from './setup-step.ts'
import { createStripeClient, type StripeOptions } from './stripe-client.ts'
import { type SubscriptionCalls, subscriptionCalls } from './subscriptions.ts'
import { type TransferCalls, transferCalls } from './transfers.ts'
import { findWebhookProblems, type Webhook, type WebhookProblems } from './webhook-endpoint.ts'
import { type EventCalls, eventCalls } from './webhook-events.ts'

/**
 * Our calls to Stripe, one file for each topic. Amounts are in US cents, times are dates, ids are
 * Stripe's unless the name says otherwise (`orderId`, `userId`, `refundId`). Every call throws
 * `StripeUnavailable` when it may succeed later (`StripeKeyRefused`: with another key) and `StripeRefused`
 * when it never will. No call may be made inside a database transaction.
 */
export type StripeGateway = CustomerCalls &
  CheckoutCalls &
  ChargeCalls &
  RefundCalls &
  DisputeCalls &
  PayoutAccountCalls &
  TransferCalls &
  BalanceCalls &
  EventCalls & {
    readonly subscriptions: SubscriptionCalls
    /** Whether closets can have accounts: then we can verify the events about them. */
    readonly hasConnect: boolean
    /** Creates what we need in the account. A repeat changes nothing in the same API version. */
    readonly setUp: (setup: Setup) => Promise<readonly SetupStep[]>
    /** Finds webhooks that the account does not send completely, or sends in other API versions. */
    readonly findWebhookProblems: (webhooks: readonly Webhook[]) => Promise<WebhookProblems>
  }

/** The official SDK behind the few calls that we need. */
export function createStripeGateway(options: StripeOptions): StripeGateway {
  const client = createStripeClient(options)
  const { stripe, call } = client
  const findPrice = createPriceLookup(stripe)
  return {
    ...customerCalls(client),
    ...checkoutCalls(client, findPrice),
    ...chargeCalls(client),
    ...refundCalls(client),
    ...disputeCalls(client),
    ...payoutAccountCalls(client),
    ...transferCalls(client),
    ...balanceCalls(client),
    ...eventCalls(stripe, secretsOf(options)),
    subscriptions: subscriptionCalls(client, findPrice),
    hasConnect: Boolean(options.connectWebhookSecret),
    setUp: (setup) => call(() => setUpAccount(stripe, setup)),
    findWebhookProblems: (webhooks) => call(() => findWebhookProblems(stripe, webhooks)),
  }
}

function secretsOf({ webhookSecret, connectWebhookSecret }: StripeOptions): readonly string[] {
  return connectWebhookSecret ? [webhookSecret, connectWebhookSecret] : [webhookSecret]
}
