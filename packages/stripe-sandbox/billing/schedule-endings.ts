import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import type { Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, save } from '#sandbox/core/store.ts'
import { clearTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'

type Schedule = Stripe.SubscriptionSchedule
type Ending = 'canceled' | 'completed' | 'released'

const timeOf = {
  canceled: 'canceled_at',
  completed: 'completed_at',
  released: 'released_at',
} as const satisfies Record<Ending, keyof Schedule>

/** Ends the schedule of a subscription, if it has one, without changing the subscription. */
export async function closeSchedule(
  work: Work,
  subscription: Pick<Subscription, 'id' | 'schedule'>,
  status: Ending,
): Promise<Schedule | undefined> {
  const id = idOf(subscription.schedule)
  const stored = id === null ? undefined : await find(work, 'subscription_schedule', id)
  if (stored?.body.status !== 'active') return undefined
  const released = status === 'released' ? subscription.id : null
  const schedule = await save(work, 'subscription_schedule', {
    ...stored.body,
    status,
    current_phase: null,
    [timeOf[status]]: work.now,
    released_subscription: released,
    subscription: released === null ? subscription.id : null,
  })
  await clearTimer(work, 'advance_schedule', schedule.id)
  await emit(work, `subscription_schedule.${status}`, schedule)
  return schedule
}
