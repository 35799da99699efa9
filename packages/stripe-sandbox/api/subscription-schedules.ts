import { releaseSchedule, reschedule, scheduleFrom } from '#sandbox/billing/schedules.ts'
import { endSubscription } from '#sandbox/billing/subscriptions.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { phaseDrafts, schedulePhase } from './schedule-phases.ts'

const address = '/v1/subscription_schedules'

export const subscriptionScheduleRoutes: Route[] = [
  route(
    'POST',
    address,
    fields({ from_subscription: text(), metadata }, ['from_subscription']),
    async (work, params) => {
      const { customer } = await need(
        work,
        'subscription',
        params.from_subscription,
        'from_subscription',
      )
      return scheduleFrom(
        await atTimeOf(work, idOf(customer)),
        params.from_subscription,
        mergeMetadata({}, params.metadata),
      )
    },
  ),

  route(
    'GET',
    address,
    fields({ ...sliceParams, customer: text() }),
    (work, { customer, ...slice }) =>
      listPage(work, 'subscription_schedule', address, slice, { customer }),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) =>
    need(work, 'subscription_schedule', id),
  ),

  route(
    'POST',
    `${address}/:id`,
    fields({
      end_behavior: oneOf('cancel', 'release'),
      metadata,
      phases: listOf(schedulePhase, 10),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    }),
    async (plain, params, id) => {
      const { work, schedule } = await activeSchedule(plain, id)
      const phases = params.phases && (await phaseDrafts(work, schedule, params.phases))
      return reschedule(work, id, phases, {
        ...(params.end_behavior === undefined ? {} : { end_behavior: params.end_behavior }),
        metadata: mergeMetadata(schedule.metadata ?? {}, params.metadata),
      })
    },
  ),

  route(
    'POST',
    `${address}/:id/release`,
    fields({ preserve_cancel_date: boolean }),
    async (plain, _, id) => {
      const { work, subscription } = await activeSchedule(plain, id)
      return releaseSchedule(work, subscription)
    },
  ),

  route(
    'POST',
    `${address}/:id/cancel`,
    fields({ invoice_now: boolean, prorate: boolean }),
    async (plain, _, id) => {
      const { work, subscription } = await activeSchedule(plain, id)
      await endSubscription(work, subscription, 'cancellation_requested')
      return need(work, 'subscription_schedule', id)
    },
  ),
]

/** The subscription's lock covers its schedule too. */
async function activeSchedule(plain: Work, id: string) {
  const { customer, subscription: owner } = await need(plain, 'subscription_schedule', id)
  const stored = owner && (await needLocked(plain, 'subscription', idOf(owner) ?? ''))
  const schedule = await need(plain, 'subscription_schedule', id)
  if (schedule.status !== 'active' || !stored) {
    throw badRequest(
      `You cannot change a subscription schedule that is ${schedule.status}: only active ones.`,
    )
  }
  const work = await atTimeOf(plain, idOf(customer))
  return { work, schedule, subscription: stored.body }
}
