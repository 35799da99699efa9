import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { need, needLocked, save } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  clearable,
  email,
  fields,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { type Route, route, sliceParams } from '#sandbox/http/routing.ts'

const cancelable = ['requires_payment_method', 'requires_action', 'requires_confirmation']

export const paymentIntentRoutes: Route[] = [
  route(
    'GET',
    '/v1/payment_intents',
    fields({ ...sliceParams, customer: text() }),
    (work, { customer, ...slice }) =>
      listPage(work, 'payment_intent', '/v1/payment_intents', slice, { customer }),
  ),

  route('GET', '/v1/payment_intents/:id', fields({ client_secret: text() }), (work, _, id) =>
    need(work, 'payment_intent', id),
  ),

  route(
    'POST',
    '/v1/payment_intents/:id',
    fields({ description: text(1000), metadata, receipt_email: clearable(email) }),
    async (work, params, id) => {
      const { body } = await needLocked(work, 'payment_intent', id)
      return save(work, 'payment_intent', {
        ...body,
        ...params,
        metadata: mergeMetadata(body.metadata, params.metadata),
      })
    },
  ),

  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    fields({
      cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    }),
    async (work, params, id) => {
      const { body } = await needLocked(work, 'payment_intent', id)
      if (!cancelable.includes(body.status)) {
        throw badRequest(
          `You cannot cancel this PaymentIntent because it has a status of ${body.status}.`,
          'payment_intent_unexpected_state',
        )
      }
      const canceled = await save(work, 'payment_intent', {
        ...body,
        status: 'canceled',
        canceled_at: work.now,
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
      })
      await emit(work, 'payment_intent.canceled', canceled)
      return canceled
    },
  ),
]
