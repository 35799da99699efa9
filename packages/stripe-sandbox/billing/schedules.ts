import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import type { Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, insert, need, needLocked, type Stored, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { type ItemChanges, type PlanChange, periodEndOf, prorationOf } from './changes.ts'
import { changePlan } from './plan-changes.ts'
import { renew } from './renewals.ts'
import { closeSchedule } from './schedule-endings.ts'
import { type PhaseDraft, phaseShape, scheduleShape } from './schedule-shapes.ts'
import { endSubscription, hasEnded, saveChanged } from './subscriptions.ts'

type Schedule = Stripe.SubscriptionSchedule
type Phase = Stripe.SubscriptionSchedule.Phase

/** Creates a schedule for a subscription, with the current paid period as its only phase. */
export async function scheduleFrom(
  work: Work,
  subscriptionId: string,
  metadata: Record<string, string>,
): Promise<Schedule> {
  const { body: subscription } = await needLocked(
    work,
    'subscription',
    subscriptionId,
    'from_subscription',
  )
  if (hasEnded(subscription)) throw badRequest('You cannot migrate a subscription that has ended.')
  if (subscription.schedule !== null) {
    throw badRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${idOf(subscription.schedule)}`,
      undefined,
      'from_subscription',
    )
  }
  const items = subscription.items.data
  const schedule = scheduleShape({
    now: work.now,
    subscription,
    metadata,
    // A cancellation requested earlier becomes the schedule's end behavior.
    endBehavior: subscription.cancel_at === null ? 'release' : 'cancel',
    phase: {
      items: items.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 })),
      start: Math.max(...items.map((item) => item.current_period_start)),
      end: subscription.cancel_at ?? periodEndOf(subscription),
      proration: 'create_prorations',
      metadata: {},
    },
  })
  await insert(work, 'subscription_schedule', schedule)
  await emit(work, 'subscription_schedule.created', schedule)
  await saveChanged(work, subscription, { ...subscription, schedule: schedule.id })
  await setPhaseEnd(work, schedule)
  return schedule
}

/** Replaces the phases from the current one on; the first of them must be the current one. */
export async function reschedule(
  work: Work,
  id: string,
  phases: PhaseDraft[] | undefined,
  changes: Partial<Pick<Schedule, 'end_behavior' | 'metadata'>>,
): Promise<Schedule> {
  const { before, subscription } = await needSchedule(work, id)
  const currency = subscription.body.currency
  const past = before.phases.filter(({ end_date }) => end_date <= work.now)
  const next: Schedule = {
    ...before,
    ...changes,
    ...(phases === undefined ? {} : currentPhase(phases[0])),
    phases:
      phases === undefined
        ? before.phases
        : [...past, ...phases.map((phase) => phaseShape(phase, currency))],
  }
  const after = await save(work, 'subscription_schedule', next)
  await emit(work, 'subscription_schedule.updated', after, changedFrom(before, after))
  await setPhaseEnd(work, after)
  const phase = after.phases[past.length]
  const items = phase && (await itemsOfPhase(work, subscription.body, phase))
  if (phases && items && differs(subscription.body, items)) {
    await changePlan(work, subscription, phaseChange(phase, items), false)
  }
  return after
}

/** At the end of a phase, starts the next one or ends the schedule as configured. */
export async function advanceSchedule(work: Work, id: string): Promise<void> {
  const { before, subscription } = await needSchedule(work, id)
  if (before.status !== 'active') return
  const phase = before.phases.find(({ start_date }) => start_date === work.now)
  if (!phase) {
    await finish(work, before, subscription.body)
    return
  }
  const { start_date, end_date } = phase
  const after = await save(work, 'subscription_schedule', {
    ...before,
    current_phase: { start_date, end_date },
  })
  await emit(work, 'subscription_schedule.updated', after, changedFrom(before, after))
  await setPhaseEnd(work, after)
  const items = await itemsOfPhase(work, subscription.body, phase)
  if (periodEndOf(subscription.body) === work.now) return renew(work, subscription, items)
  await changePlan(work, subscription, phaseChange(phase, items), false)
}

/** Releases a subscription, which continues unchanged. */
export async function releaseSchedule(work: Work, subscription: Subscription): Promise<Schedule> {
  const schedule = await closeSchedule(work, subscription, 'released')
  if (!schedule) throw badRequest('Only a subscription schedule that is active can be released.')
  await saveChanged(work, subscription, { ...subscription, schedule: null })
  return schedule
}

/** The change of a subscription at its next period, if a schedule has one. */
export async function scheduledItems(
  work: Work,
  subscription: Subscription,
): Promise<ItemChanges | 'ends'> {
  const id = idOf(subscription.schedule)
  const schedule = id === null ? undefined : await find(work, 'subscription_schedule', id)
  if (schedule?.body.status !== 'active') return new Map()
  const at = periodEndOf(subscription)
  const phase = schedule.body.phases.find(({ start_date }) => start_date === at)
  if (phase) return itemsOfPhase(work, subscription, phase)
  const last = schedule.body.phases.at(-1)
  return last?.end_date === at && schedule.body.end_behavior === 'cancel' ? 'ends' : new Map()
}

function phaseChange(phase: Phase, items: ItemChanges): PlanChange {
  return { items, anchorNow: false, proration: prorationOf(phase.proration_behavior) }
}

/** A phase has the subscription's items in the same order, with other prices. */
async function itemsOfPhase(
  work: Work,
  subscription: Subscription,
  phase: Phase,
): Promise<ItemChanges> {
  const changes = new Map<string, { price: Stored<'price'>['body']; quantity: number }>()
  for (const [place, item] of subscription.items.data.entries()) {
    const planned = phase.items[place]
    if (!planned) continue
    const price = await need(work, 'price', idOf(planned.price) ?? '')
    changes.set(item.id, { price, quantity: planned.quantity ?? 1 })
  }
  return changes
}

async function finish(work: Work, schedule: Schedule, subscription: Subscription): Promise<void> {
  if (schedule.end_behavior === 'cancel') {
    await closeSchedule(work, subscription, 'completed')
    await endSubscription(work, { ...subscription, schedule: null }, 'cancellation_requested')
  } else {
    await releaseSchedule(work, subscription)
  }
}

function currentPhase(first: PhaseDraft | undefined): Pick<Schedule, 'current_phase'> {
  return { current_phase: first ? { start_date: first.start, end_date: first.end } : null }
}

/** The subscription's lock covers its schedule too. */
async function needSchedule(
  work: Work,
  id: string,
): Promise<{ before: Schedule; subscription: Stored<'subscription'> }> {
  const named = await need(work, 'subscription_schedule', id)
  const owner = idOf(named.subscription) ?? idOf(named.released_subscription)
  const subscription = await needLocked(work, 'subscription', owner ?? '')
  return { before: await need(work, 'subscription_schedule', id), subscription }
}

function differs(subscription: Subscription, items: ItemChanges): boolean {
  return subscription.items.data.some(({ id, price, quantity }) => {
    const planned = items.get(id)
    return planned && (planned.price.id !== price.id || planned.quantity !== (quantity ?? 1))
  })
}

function setPhaseEnd(work: Work, schedule: Schedule): Promise<void> {
  const end = schedule.current_phase?.end_date ?? work.now
  return setTimer(work, 'advance_schedule', schedule.id, end)
}
