import { createTransfer, reverseTransfer } from '#sandbox/connect/transfers.ts'
import { need } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { currency, fields, integer, mergeMetadata, metadata, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

const created = {
  amount: integer(1, 99_999_999),
  currency,
  description: text(),
  destination: text(),
  metadata,
  transfer_group: text(),
}

export const transferRoutes: Route[] = [
  route(
    'POST',
    '/v1/transfers',
    fields(created, ['amount', 'currency', 'destination']),
    (work, params) =>
      createTransfer(work, { ...params, metadata: mergeMetadata({}, params.metadata) }),
  ),

  route(
    'GET',
    '/v1/transfers',
    fields({ ...sliceParams, destination: text(), transfer_group: text() }),
    (work, { destination, transfer_group, ...slice }) =>
      listPage(work, 'transfer', '/v1/transfers', slice, { destination, transfer_group }),
  ),

  route('GET', '/v1/transfers/:id', noParams, (work, _, id) => need(work, 'transfer', id)),

  route(
    'POST',
    '/v1/transfers/:id/reversals',
    fields({ amount: integer(1), metadata }),
    (work, { amount, ...params }, id) =>
      reverseTransfer(work, id, { amount, metadata: mergeMetadata({}, params.metadata) }),
  ),

  route('GET', '/v1/transfers/:id/reversals', fields(sliceParams), async (work, slice, id) => {
    await need(work, 'transfer', id)
    const url = `/v1/transfers/${id}/reversals`
    return listPage(work, 'transfer_reversal', url, slice, {}, id)
  }),
]
