import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { fields, integer, mergeMetadata, metadata, oneOf, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { refundCharge } from '#sandbox/payments/refunds.ts'

const created = {
  amount: integer(1),
  charge: text(),
  metadata,
  payment_intent: text(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

export const refundRoutes: Route[] = [
  route('POST', '/v1/refunds', fields(created), async (work, params) => {
    const { charge, payment_intent, ...wanted } = params
    const param = payment_intent === undefined ? 'charge' : 'payment_intent'
    const id = await chargeOf(work, charge, payment_intent)
    const { customer } = await need(work, 'charge', id, param)
    return refundCharge(await atTimeOf(work, idOf(customer)), id, param, {
      ...wanted,
      metadata: mergeMetadata({}, wanted.metadata),
    })
  }),

  route(
    'GET',
    '/v1/refunds',
    fields({ ...sliceParams, charge: text(), payment_intent: text() }),
    (work, { charge, payment_intent, ...slice }) =>
      listPage(work, 'refund', '/v1/refunds', slice, { charge, payment_intent }),
  ),

  route('GET', '/v1/refunds/:id', noParams, (work, _, id) => need(work, 'refund', id)),

  route('POST', '/v1/refunds/:id', fields({ metadata }), async (work, params, id) => {
    const { body: before } = await needLocked(work, 'refund', id)
    const after = await save(work, 'refund', {
      ...before,
      metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    })
    await emit(work, 'refund.updated', after, changedFrom(before, after))
    return after
  }),
]

async function chargeOf(work: Work, charge?: string, intentId?: string): Promise<string> {
  if (charge !== undefined && intentId !== undefined) {
    throw badRequest(
      'You may only specify one of these parameters: charge, payment_intent.',
      'parameters_exclusive',
      'charge',
    )
  }
  if (charge !== undefined) return charge
  if (intentId === undefined) {
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const intent = await need(work, 'payment_intent', intentId, 'payment_intent')
  const paidBy = idOf(intent.latest_charge)
  if (intent.status !== 'succeeded' || paidBy === null) {
    throw badRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      'payment_intent',
    )
  }
  return paidBy
}
