import type Stripe from 'stripe'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { find, insert, needLocked, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'

type TestClock = Stripe.TestHelpers.TestClock

const object = 'test_helpers.test_clock'
const retentionSeconds = 30 * 24 * 60 * 60

/** The same work at the time of this customer's test clock; without one, unchanged. */
export async function atTimeOf(work: Work, customer: string | null): Promise<Work> {
  if (customer === null || work.clock !== null) return work
  const stored = await find(work, 'customer', customer)
  const id = stored?.body.test_clock
  if (typeof id !== 'string') return work
  const clock = await find(work, object, id)
  return clock ? { ...work, now: clock.body.frozen_time, clock: id } : work
}

export async function createClock(
  work: Work,
  given: { frozen_time: number; name?: string },
): Promise<TestClock> {
  const clock = {
    id: newId('clock'),
    object,
    created: work.realNow,
    deletes_after: work.realNow + retentionSeconds,
    frozen_time: given.frozen_time,
    livemode: false,
    name: given.name ?? null,
    status: 'ready',
    status_details: {},
  } satisfies TestClock
  await insert(work, object, clock)
  await emit(work, 'test_helpers.test_clock.created', clock)
  return clock
}

/** Starts advancing a clock. By the next call it is done, and its status is `ready` again. */
export async function startAdvancing(work: Work, id: string, target: number): Promise<TestClock> {
  const { body } = await needLocked(work, object, id)
  if (body.status !== 'ready') throw badRequest('The test clock is advancing already.')
  if (target <= body.frozen_time) {
    throw badRequest(
      'You cannot go back in time with a test clock; `frozen_time` must be later than the current frozen time.',
      undefined,
      'frozen_time',
    )
  }
  const clock = await save(work, object, {
    ...body,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: target } },
  })
  await setTimer(work, 'advance_clock', id, work.now)
  await emit(work, 'test_helpers.test_clock.advancing', clock)
  return clock
}

/** The time to advance the clock to; null if it is not advanced. */
export async function advancing(work: Work, id: string): Promise<number | null> {
  const { body } = await needLocked(work, object, id)
  return body.status_details.advancing?.target_frozen_time ?? null
}

export async function finishAdvancing(work: Work, id: string): Promise<void> {
  const { body } = await needLocked(work, object, id)
  const clock = await save(work, object, {
    ...body,
    frozen_time: work.now,
    status: 'ready',
    status_details: {},
  })
  await emit(work, 'test_helpers.test_clock.ready', clock)
}
