import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/core/changes.ts'
import { emit } from '#sandbox/core/events.ts'
import type { KeptOf, Subscription } from '#sandbox/core/objects.ts'
import { page, save } from '#sandbox/core/store.ts'
import { clearTimer, setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { periodEndOf } from './changes.ts'
import { stopCollecting } from './invoices.ts'
import { closeSchedule } from './schedule-endings.ts'

const ended = ['canceled', 'incomplete_expired']

export function hasEnded({ status }: Subscription): boolean {
  return ended.includes(status)
}

export async function liveSubscriptions(work: Work, customer: string): Promise<Subscription[]> {
  const { rows } = await page(work, 'subscription', { customer }, { limit: 100 })
  return rows.filter((subscription) => !hasEnded(subscription))
}

/** Saves a change that costs nothing, and emits its event. */
export async function saveChanged(
  work: Work,
  before: Subscription,
  after: Subscription,
  kept?: KeptOf<'subscription'>,
): Promise<Subscription> {
  await save(work, 'subscription', after, kept)
  const previous = changedFrom(before, after)
  if (Object.keys(previous).length > 0) {
    await emit(work, 'customer.subscription.updated', after, previous)
  }
  await setRenewal(work, after)
  return after
}

/** The next automatic change: another period, or the requested end. */
export async function setRenewal(work: Work, subscription: Subscription): Promise<void> {
  if (!['active', 'past_due'].includes(subscription.status)) return
  const due = Math.min(
    periodEndOf(subscription),
    subscription.cancel_at ?? Number.POSITIVE_INFINITY,
  )
  await setTimer(work, 'renew_subscription', subscription.id, due)
}

/** Ends a subscription now. Unpaid invoices stay due, but are no longer retried. */
export async function endSubscription(
  work: Work,
  before: Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Promise<Subscription> {
  await closeSchedule(work, before, 'canceled')
  const after = await save(work, 'subscription', {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? work.now,
    ended_at: work.now,
    schedule: null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...before.cancellation_details,
      reason,
    },
  })
  await clearTimer(work, 'renew_subscription', after.id)
  await clearTimer(work, 'expire_incomplete', after.id)
  await stopCollecting(work, after.id)
  await emit(work, 'customer.subscription.deleted', after)
  return after
}
