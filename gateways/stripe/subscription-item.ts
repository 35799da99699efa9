import type Stripe from 'stripe'

/** The one item of a subscription. Throws when there is none: ours always have one. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return item
}
