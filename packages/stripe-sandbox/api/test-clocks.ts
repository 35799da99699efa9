import { endSubscription, liveSubscriptions } from '#sandbox/billing/subscriptions.ts'
import { createClock, startAdvancing } from '#sandbox/clocks/test-clocks.ts'
import { emit } from '#sandbox/core/events.ts'
import { markDeleted, need, needLocked, page } from '#sandbox/core/store.ts'
import { clearTimersOfClock } from '#sandbox/core/timers.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { fields, integer, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

const address = '/v1/test_helpers/test_clocks'
const object = 'test_helpers.test_clock'

export const testClockRoutes: Route[] = [
  route(
    'POST',
    address,
    fields({ frozen_time: integer(0), name: text(300) }, ['frozen_time']),
    (work, params) => createClock(work, params),
  ),

  route('GET', address, fields(sliceParams), (work, slice) =>
    listPage(work, object, address, slice),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, object, id)),

  route(
    'POST',
    `${address}/:id/advance`,
    fields({ frozen_time: integer(0) }, ['frozen_time']),
    (work, { frozen_time }, id) => startAdvancing(work, id, frozen_time),
  ),

  // Its customers and their subscriptions are deleted too.
  route('DELETE', `${address}/:id`, noParams, async (plain, _, id) => {
    const { body } = await needLocked(plain, object, id)
    const work = { ...plain, now: body.frozen_time, clock: id }
    const { rows } = await page(work, 'customer', { test_clock: id }, { limit: 1000 })
    for (const customer of rows) {
      for (const subscription of await liveSubscriptions(work, customer.id)) {
        await endSubscription(work, subscription, 'cancellation_requested')
      }
      await markDeleted(work, customer.id)
    }
    await clearTimersOfClock(work, id)
    await markDeleted(work, id)
    await emit(work, 'test_helpers.test_clock.deleted', body)
    return { id, object, deleted: true }
  }),
]
