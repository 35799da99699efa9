import { createLoginLink } from '#sandbox/connect/account-links.ts'
import { createAccount, needAccount } from '#sandbox/connect/accounts.ts'
import {
  boolean,
  email,
  fields,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  url,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route } from '#sandbox/http/routing.ts'

// The one kind of connected account that we use; everything else is refused.
const controller = fields(
  {
    fees: fields({ payer: oneOf('application') }, ['payer']),
    losses: fields({ payments: oneOf('application') }, ['payments']),
    requirement_collection: oneOf('stripe'),
    stripe_dashboard: fields({ type: oneOf('express') }, ['type']),
  },
  ['fees', 'losses', 'stripe_dashboard'],
)

const created = {
  business_profile: fields({ name: text(), product_description: text(40_000), url }),
  business_type: oneOf('company', 'individual'),
  capabilities: fields({ transfers: fields({ requested: boolean }) }),
  controller,
  country: oneOf('US'),
  email,
  metadata,
}

export const accountRoutes: Route[] = [
  route('POST', '/v1/accounts', fields(created, ['controller']), (work, params) =>
    createAccount(work, {
      ...params,
      metadata: mergeMetadata({}, params.metadata),
      transfers: params.capabilities?.transfers?.requested ?? false,
    }),
  ),

  route(
    'GET',
    '/v1/accounts/:id',
    noParams,
    async (work, _, id) => (await needAccount(work, id)).body,
  ),

  route('POST', '/v1/accounts/:id/login_links', noParams, (work, _, id) =>
    createLoginLink(work, id),
  ),
]
