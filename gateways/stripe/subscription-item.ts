import type Stripe from 'stripe'

/** The one thing that a subscription bills. Throws where it bills nothing: ours always do. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return item
}
