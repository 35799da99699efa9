import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Invoice, Price, Subscription, SubscriptionData } from '#sandbox/core/objects.ts'
import { insert, need } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fullLine, onceLine, periodFrom } from './changes.ts'
import { cardFor, cardRefused, collectInvoice } from './collecting.ts'
import { issueInvoice, markInvoicePaid } from './invoices.ts'
import { itemShape, subscriptionShape } from './subscription-shapes.ts'
import { saveChanged, setRenewal } from './subscriptions.ts'

const incompleteSeconds = 23 * 60 * 60

type NewSubscription = {
  customer: string
  paymentMethod: string | null
  data: SubscriptionData
  items: { price: Price; quantity: number }[]
  /** Sold once: they are on the first invoice only. */
  once?: { price: Price; quantity: number; description: string }[]
}

/** Starts a subscription that was just paid for, with its first invoice. */
export async function startPaidSubscription(
  work: Work,
  facts: NewSubscription & { intent: Stripe.PaymentIntent },
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const { subscription, open } = await begin(work, facts, 'active')
  const invoice = await markInvoicePaid(work, open, facts.intent)
  await setRenewal(work, subscription)
  return { subscription, invoice }
}

/** Starts a subscription and charges for it; if unpaid, it stays incomplete for a day. */
export async function startSubscription(
  work: Work,
  facts: NewSubscription,
  mustBePaid: boolean,
): Promise<Subscription> {
  const { subscription, open } = await begin(work, facts, 'incomplete')
  const card = await cardFor(work, subscription)
  const collected = await collectInvoice(work, open, card, { automatic: false })
  if (collected.paid) return saveChanged(work, subscription, { ...subscription, status: 'active' })
  if (mustBePaid) throw cardRefused(collected.message)
  await setTimer(work, 'expire_incomplete', subscription.id, work.now + incompleteSeconds)
  return subscription
}

async function begin(
  work: Work,
  facts: NewSubscription,
  status: 'active' | 'incomplete',
): Promise<{ subscription: Subscription; open: Invoice }> {
  const id = newId('sub')
  const { test_clock } = await need(work, 'customer', facts.customer)
  const items = facts.items.map(({ price, quantity }) =>
    itemShape({
      now: work.now,
      subscription: id,
      price,
      quantity,
      period: periodFrom(work.now, price),
    }),
  )
  const begun = {
    ...subscriptionShape({ ...facts, id, now: work.now, items }),
    status,
    test_clock: test_clock ?? null,
  }
  const once = (facts.once ?? []).map((sold) => onceLine(sold, work.now))
  const lines = [...items.map(fullLine), ...once]
  const open = await issueInvoice(work, begun, 'subscription_create', lines)
  const subscription = await insert(work, 'subscription', { ...begun, latest_invoice: open.id })
  await emit(work, 'customer.subscription.created', subscription)
  return { subscription, open }
}
