import type Stripe from 'stripe'
import { statusAt } from '#sandbox/balance/movements.ts'
import { need } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { currency, fields, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

export const balanceTransactionRoutes: Route[] = [
  route(
    'GET',
    '/v1/balance_transactions',
    fields({ ...sliceParams, currency, source: text(), type: text() }),
    async (work, { currency, source, type, ...slice }) => {
      const of = { currency, source, type }
      const list = await listPage(work, 'balance_transaction', listUrl, slice, of)
      return { ...list, data: list.data.map((one) => asOf(work, one)) }
    },
  ),

  route('GET', '/v1/balance_transactions/:id', noParams, async (work, _, id) =>
    asOf(work, await need(work, 'balance_transaction', id)),
  ),
]

const listUrl = '/v1/balance_transactions'

/** What was pending becomes available without a change of the stored object. */
function asOf(work: Work, movement: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...movement, status: statusAt(work, movement.available_on) }
}
