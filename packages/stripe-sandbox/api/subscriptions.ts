import { startSubscription } from '#sandbox/billing/new-subscription.ts'
import { changePlan } from '#sandbox/billing/plan-changes.ts'
import { endSubscription, hasEnded, saveChanged } from '#sandbox/billing/subscriptions.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import type { Price } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  currency,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { needCardOf } from './cards-of-customers.ts'
import { planChange, planChangeParams } from './plan-change-params.ts'
import { itemChange, needPlanPrice } from './subscription-items.ts'
import { cancellationDetails, refuseScheduled, withSettings } from './subscription-settings.ts'

const address = '/v1/subscriptions'
const liveStates = ['active', 'incomplete', 'past_due']

const written = {
  default_payment_method: text(),
  description: clearable(text(500)),
  metadata,
  off_session: boolean,
  payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete'),
}

const created = fields(
  {
    ...written,
    currency,
    customer: text(),
    items: listOf(fields({ price: text(), quantity: integer(1, 999_999) }, ['price']), 20),
  },
  ['customer', 'items'],
)

const updated = fields({
  ...written,
  ...planChangeParams,
  cancel_at: clearable(integer(0)),
  cancel_at_period_end: boolean,
  cancellation_details: cancellationDetails,
  items: listOf(itemChange, 20),
})

export const subscriptionRoutes: Route[] = [
  route('POST', address, created, async (plain, params) => {
    const customer = await need(plain, 'customer', params.customer, 'customer')
    const work = await atTimeOf(plain, customer.id)
    const card = params.default_payment_method
    if (card !== undefined) await needCardOf(work, card, customer.id)
    const items: { price: Price; quantity: number }[] = []
    for (const [place, { price: id, quantity = 1 }] of params.items.entries()) {
      const param = `items[${place}][price]`
      const price = await needPlanPrice(work, id, items[0]?.price.currency ?? null, param)
      items.push({ price, quantity })
    }
    if (items.length === 0) {
      throw badRequest('Missing required param: items.', 'parameter_missing', 'items')
    }
    return startSubscription(
      work,
      {
        customer: customer.id,
        paymentMethod: card ?? null,
        data: {
          description: params.description ?? undefined,
          metadata: mergeMetadata({}, params.metadata),
        },
        items,
      },
      params.payment_behavior === 'error_if_incomplete',
    )
  }),

  route(
    'GET',
    address,
    fields({
      ...sliceParams,
      customer: text(),
      price: text(),
      status: oneOf(
        'active',
        'all',
        'canceled',
        'ended',
        'incomplete',
        'incomplete_expired',
        'past_due',
      ),
      test_clock: text(),
    }),
    (work, { customer, price, status, test_clock, ...slice }) =>
      listPage(work, 'subscription', address, slice, {
        customer,
        'items.data.0.price.id': price,
        status: statesOf(status),
        test_clock,
      }),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, 'subscription', id)),

  route('POST', `${address}/:id`, updated, async (plain, params, id) => {
    const stored = await needLocked(plain, 'subscription', id)
    const { body: before, kept } = stored
    if (hasEnded(before)) {
      throw badRequest('A canceled subscription can only update its cancellation_details.')
    }
    const work = await atTimeOf(plain, idOf(before.customer))
    refuseScheduled(before, params)
    if (params.default_payment_method !== undefined) {
      await needCardOf(work, params.default_payment_method, idOf(before.customer))
    }
    const {
      items,
      billing_cycle_anchor,
      proration_behavior,
      proration_date,
      payment_behavior,
      off_session: _,
      ...settings
    } = params
    const quiet = await saveChanged(work, before, withSettings(work, before, settings))
    const change = await planChange(work, quiet, {
      items,
      billing_cycle_anchor,
      proration_behavior,
      proration_date,
    })
    if (!change) return quiet
    return changePlan(
      work,
      { ...stored, body: quiet, kept },
      change,
      payment_behavior === 'error_if_incomplete',
    )
  }),

  route(
    'DELETE',
    `${address}/:id`,
    fields({ cancellation_details: cancellationDetails, invoice_now: boolean, prorate: boolean }),
    async (plain, params, id) => {
      const { body } = await needLocked(plain, 'subscription', id)
      if (hasEnded(body))
        throw badRequest(`No such subscription: '${id}'`, 'resource_missing', 'id')
      const work = await atTimeOf(plain, idOf(body.customer))
      const explained = withSettings(work, body, {
        cancellation_details: params.cancellation_details,
      })
      return endSubscription(work, explained, 'cancellation_requested')
    },
  ),
]

/** Without a status, a list contains subscriptions that have not ended. */
function statesOf(status: string | undefined): string | string[] | undefined {
  if (status === undefined) return liveStates
  if (status === 'all') return undefined
  return status === 'ended' ? ['canceled', 'incomplete_expired'] : status
}
