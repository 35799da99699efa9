import { need } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { fields, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

export const chargeRoutes: Route[] = [
  route(
    'GET',
    '/v1/charges',
    fields({ ...sliceParams, customer: text(), payment_intent: text() }),
    (work, { customer, payment_intent, ...slice }) =>
      listPage(work, 'charge', '/v1/charges', slice, { customer, payment_intent }),
  ),

  route('GET', '/v1/charges/:id', noParams, (work, _, id) => need(work, 'charge', id)),
]
