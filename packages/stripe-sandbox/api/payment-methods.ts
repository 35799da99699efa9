import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { namedCards } from '#sandbox/core/cards.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { fields, oneOf, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { attachCard, detachCard } from '#sandbox/payments/attached-cards.ts'
import { createCard } from '#sandbox/payments/payment-methods.ts'

const type = oneOf('card')

export const paymentMethodRoutes: Route[] = [
  route(
    'GET',
    '/v1/payment_methods',
    fields({ ...sliceParams, customer: text(), type }),
    (work, { customer, type: _, ...slice }) =>
      listPage(work, 'payment_method', '/v1/payment_methods', slice, { customer }),
  ),

  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    fields({ ...sliceParams, type }),
    async (work, { type: _, ...slice }, id) => {
      await need(work, 'customer', id)
      const url = `/v1/customers/${id}/payment_methods`
      return listPage(work, 'payment_method', url, slice, { customer: id })
    },
  ),

  route('GET', '/v1/payment_methods/:id', noParams, (work, _, id) =>
    need(work, 'payment_method', id),
  ),

  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    fields({ customer: text() }, ['customer']),
    async (plain, params, id) => {
      const customer = await need(plain, 'customer', params.customer, 'customer')
      const work = await atTimeOf(plain, customer.id)
      const card = namedCards.get(id)
      // `pm_card_visa` and similar names create a new card each time, as with Stripe.
      const method = card
        ? await createCard(work, card, null)
        : (await needLocked(work, 'payment_method', id)).body
      if (method.customer !== null) {
        throw badRequest('The payment method you provided has already been attached to a customer.')
      }
      return attachCard(work, method, customer.id)
    },
  ),

  route('POST', '/v1/payment_methods/:id/detach', noParams, async (work, _, id) => {
    const { body } = await needLocked(work, 'payment_method', id)
    if (idOf(body.customer) === null) {
      throw badRequest('The payment method you provided is not attached to a customer.')
    }
    return detachCard(work, body)
  }),
]
