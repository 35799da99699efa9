import { createPayout } from '#sandbox/connect/payouts.ts'
import { noSuch } from '#sandbox/core/errors.ts'
import { find } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { currency, fields, integer, mergeMetadata, metadata, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

const created = {
  amount: integer(1, 99_999_999),
  currency,
  description: text(),
  metadata,
  statement_descriptor: text(22),
}

const forAccounts = { forAccounts: true }

export const payoutRoutes: Route[] = [
  route(
    'POST',
    '/v1/payouts',
    fields(created, ['amount', 'currency']),
    (work, params) =>
      createPayout(work, {
        ...params,
        automatic: false,
        metadata: mergeMetadata({}, params.metadata),
      }),
    forAccounts,
  ),

  route(
    'GET',
    '/v1/payouts',
    fields({ ...sliceParams, status: text() }),
    (work, { status, ...slice }) =>
      listPage(work, 'payout', '/v1/payouts', slice, { status }, work.account),
    forAccounts,
  ),

  route(
    'GET',
    '/v1/payouts/:id',
    noParams,
    async (work, _, id) => {
      const stored = await find(work, 'payout', id)
      if (stored?.kept.account !== work.account) throw noSuch('payout', id)
      return stored.body
    },
    forAccounts,
  ),
]
