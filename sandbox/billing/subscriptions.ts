import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/changes.ts'
import { emit } from '#sandbox/events.ts'
import { newId } from '#sandbox/ids.ts'
import type { Invoice, LineItem, Subscription, SubscriptionData } from '#sandbox/objects.ts'
import { idOf } from '#sandbox/references.ts'
import { insert, needLocked, page, save } from '#sandbox/store.ts'
import { clearTimer, setTimer } from '#sandbox/timers.ts'
import type { Work } from '#sandbox/work.ts'
import { applyChange, fullLine, type PlanChange, periodFrom } from './changes.ts'
import { cardRefused, collectInvoice, issueInvoice, settleInvoice } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { itemShape, subscriptionShape } from './subscription-shapes.ts'

/** Begins a subscription that was just paid for, with its first invoice. */
export async function startSubscription(
  work: Work,
  facts: {
    customer: string
    paymentMethod: string
    intent: Stripe.PaymentIntent
    data: SubscriptionData
    items: LineItem[]
  },
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const id = newId('sub')
  const items = facts.items.flatMap(({ price, quantity }) =>
    price
      ? [
          itemShape({
            now: work.now,
            subscription: id,
            price,
            quantity: quantity ?? 1,
            period: periodFrom(work.now, price),
          }),
        ]
      : [],
  )
  const begun = subscriptionShape({ ...facts, id, now: work.now, items })
  await insert(work, 'subscription', begun)
  const open = await issueInvoice(work, begun, 'subscription_create', items.map(fullLine))
  const subscription = await save(work, 'subscription', { ...begun, latest_invoice: open.id })
  await emit(work, 'customer.subscription.created', subscription)
  const invoice = await settleInvoice(work, open, facts.intent)
  await setRenewal(work, subscription)
  return { subscription, invoice }
}

/** The period is over: the next one is billed, or the subscription ends as it was asked to. */
export async function renewSubscription(work: Work, id: string): Promise<void> {
  const { body: before } = await needLocked(work, 'subscription', id)
  if (before.status === 'canceled') return
  if (before.cancel_at !== null && before.cancel_at <= work.now) {
    await endSubscription(work, before, 'cancellation_requested')
    return
  }
  const data = before.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: item.price.recurring
      ? periodEndAfter(before.billing_cycle_anchor, item.price.recurring, item.current_period_end)
      : item.current_period_end,
  }))
  const renewed = { ...before, items: { ...before.items, data } }
  const open = await issueInvoice(work, renewed, 'subscription_cycle', data.map(fullLine))
  await collectAndSave(work, before, { ...renewed, latest_invoice: open.id }, open)
}

/** Tries a failed invoice again. After the last try the subscription ends. */
export async function retryInvoice(work: Work, id: string): Promise<void> {
  const { body: invoice } = await needLocked(work, 'invoice', id)
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (invoice.status !== 'open' || subscriptionId === null) return
  const { body: subscription } = await needLocked(work, 'subscription', subscriptionId)
  if (subscription.status === 'canceled') return
  const after = await collectAndSave(work, subscription, subscription, invoice)
  if (!after.paid && after.invoice.next_payment_attempt === null) {
    await endSubscription(work, after.subscription, 'payment_failed')
  }
}

/** Pays an open invoice now, with another card if one is given. */
export async function payOpenInvoice(work: Work, invoice: Invoice, methodId: string | null) {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  const { body: before } = await needLocked(work, 'subscription', subscriptionId ?? '')
  const collected = await collectInvoice(
    work,
    invoice,
    methodId ?? idOf(before.default_payment_method),
    true,
  )
  if (collected.paid && before.status === 'past_due') {
    await saveChanged(work, before, { ...before, status: 'active' })
  }
  return collected
}

/** Other prices from now on, billed at once. With `mustBePaid` a declined card undoes the change. */
export async function changePlan(
  work: Work,
  before: Subscription,
  change: PlanChange,
  mustBePaid: boolean,
): Promise<Subscription> {
  const { subscription, lines } = applyChange(before, change, work.now)
  if (lines.length === 0) return saveChanged(work, before, subscription)
  const open = await issueInvoice(work, subscription, 'subscription_update', lines)
  const next = { ...subscription, latest_invoice: open.id }
  const result = await collectAndSave(work, before, next, open)
  if (!result.paid && mustBePaid) throw cardRefused(result.message)
  return result.subscription
}

export async function endSubscription(
  work: Work,
  before: Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Promise<Subscription> {
  const ended = await save(work, 'subscription', {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? work.now,
    ended_at: work.now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...before.cancellation_details,
      reason,
    },
  })
  await clearTimer(work, 'renew_subscription', ended.id)
  await emit(work, 'customer.subscription.deleted', ended)
  return ended
}

export async function liveSubscriptions(work: Work, customer: string): Promise<Subscription[]> {
  const { rows } = await page(work, 'subscription', { customer }, { limit: 100 })
  return rows.filter((subscription) => subscription.status !== 'canceled')
}

/** Saves a change that costs nothing, and tells it. */
export async function saveChanged(
  work: Work,
  before: Subscription,
  after: Subscription,
): Promise<Subscription> {
  await save(work, 'subscription', after)
  const previous = changedFrom(before, after)
  if (Object.keys(previous).length > 0) {
    await emit(work, 'customer.subscription.updated', after, previous)
  }
  if (after.status !== 'canceled') await setRenewal(work, after)
  return after
}

async function collectAndSave(
  work: Work,
  before: Subscription,
  next: Subscription,
  open: Invoice,
): Promise<{ paid: boolean; subscription: Subscription; invoice: Invoice; message: string }> {
  // Nobody is at the page when a bill comes by itself, nor when the shop changes a plan.
  const collected = await collectInvoice(work, open, idOf(next.default_payment_method), true)
  const status = collected.paid ? 'active' : 'past_due'
  const subscription = await saveChanged(work, before, { ...next, status })
  return { ...collected, subscription }
}

function setRenewal(work: Work, subscription: Subscription): Promise<void> {
  const ends = subscription.items.data.map((item) => item.current_period_end)
  const due = Math.min(...ends, subscription.cancel_at ?? Number.POSITIVE_INFINITY)
  return setTimer(work, 'renew_subscription', subscription.id, due)
}
