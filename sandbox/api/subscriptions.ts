import { changePlan, endSubscription, saveChanged } from '#sandbox/billing/subscriptions.ts'
import { badRequest } from '#sandbox/errors.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import type { Subscription } from '#sandbox/objects.ts'
import { need, needLocked } from '#sandbox/store.ts'
import type { Work } from '#sandbox/work.ts'
import { itemChange, pricesOf } from './subscription-items.ts'

const address = '/v1/subscriptions'
const liveStates = ['active', 'past_due']

const cancellationDetails = fields({
  comment: clearable(text()),
  feedback: clearable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
})

const updated = fields({
  billing_cycle_anchor: fields({ type: oneOf('now', 'unchanged') }, ['type']),
  cancel_at: clearable(integer(0)),
  cancel_at_period_end: boolean,
  cancellation_details: cancellationDetails,
  default_payment_method: text(),
  description: clearable(text(500)),
  items: listOf(itemChange, 20),
  metadata,
  payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete'),
  proration_behavior: oneOf('always_invoice', 'none'),
})

export const subscriptionRoutes: Route[] = [
  route(
    'GET',
    address,
    fields({
      ...sliceParams,
      customer: text(),
      status: oneOf('active', 'all', 'canceled', 'ended', 'past_due'),
    }),
    (work, { customer, status, ...slice }) =>
      listPage(work, 'subscription', address, slice, { customer, status: statesOf(status) }),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, 'subscription', id)),

  route('POST', `${address}/:id`, updated, async (work, params, id) => {
    const { body: before } = await needLocked(work, 'subscription', id)
    if (before.status === 'canceled') {
      throw badRequest('A canceled subscription can only update its cancellation_details.')
    }
    const { items, billing_cycle_anchor, payment_behavior, proration_behavior, ...rest } = params
    if (params.default_payment_method !== undefined) {
      await need(work, 'payment_method', params.default_payment_method, 'default_payment_method')
    }
    const quiet = await saveChanged(work, before, withSettings(work, before, rest))
    if (items === undefined && billing_cycle_anchor?.type !== 'now') return quiet
    return changePlan(
      work,
      quiet,
      {
        prices: await pricesOf(work, quiet, items ?? []),
        anchorNow: billing_cycle_anchor?.type === 'now',
        prorates: proration_behavior !== 'none',
      },
      payment_behavior === 'error_if_incomplete',
    )
  }),

  route(
    'DELETE',
    `${address}/:id`,
    fields({ cancellation_details: cancellationDetails, invoice_now: boolean, prorate: boolean }),
    async (work, params, id) => {
      const { body } = await needLocked(work, 'subscription', id)
      if (body.status === 'canceled')
        throw badRequest(`No such subscription: '${id}'`, 'resource_missing', 'id')
      const explained = withSettings(work, body, {
        cancellation_details: params.cancellation_details,
      })
      return endSubscription(work, explained, 'cancellation_requested')
    },
  ),
]

type Settings = Omit<
  ReturnType<typeof updated>,
  'items' | 'billing_cycle_anchor' | 'payment_behavior' | 'proration_behavior'
>

function withSettings(work: Work, before: Subscription, params: Settings): Subscription {
  const {
    cancel_at,
    cancel_at_period_end,
    cancellation_details,
    metadata: change,
    ...rest
  } = params
  const after: Subscription = {
    ...before,
    ...rest,
    metadata: mergeMetadata(before.metadata, change),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...before.cancellation_details,
      ...cancellation_details,
    },
  }
  if (cancel_at !== undefined && cancel_at_period_end === true) {
    throw badRequest(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'parameters_exclusive',
      'cancel_at',
    )
  }
  if (cancel_at !== undefined) return withEnd(work, after, cancel_at, false)
  if (cancel_at_period_end === true) {
    const end = Math.min(...after.items.data.map((item) => item.current_period_end))
    return withEnd(work, after, end, true)
  }
  return cancel_at_period_end === false ? withEnd(work, after, null, false) : after
}

function withEnd(
  work: Work,
  subscription: Subscription,
  cancel_at: number | null,
  cancel_at_period_end: boolean,
): Subscription {
  if (cancel_at !== null && cancel_at <= work.now) {
    throw badRequest('`cancel_at` must be in the future.', undefined, 'cancel_at')
  }
  const reason = cancel_at === null ? null : 'cancellation_requested'
  return {
    ...subscription,
    cancel_at,
    cancel_at_period_end,
    canceled_at: cancel_at === null ? null : work.now,
    cancellation_details: subscription.cancellation_details && {
      ...subscription.cancellation_details,
      reason,
    },
  }
}

/** Without a status a list shows what has not ended. */
function statesOf(status: 'active' | 'all' | 'canceled' | 'ended' | 'past_due' | undefined) {
  if (status === undefined) return liveStates
  if (status === 'all') return undefined
  return status === 'ended' ? 'canceled' : status
}
