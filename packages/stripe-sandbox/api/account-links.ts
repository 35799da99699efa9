import { createAccountLink } from '#sandbox/connect/account-links.ts'
import { fields, oneOf, text, url } from '#sandbox/http/params.ts'
import { type Route, route } from '#sandbox/http/routing.ts'

const created = {
  account: text(),
  collect: oneOf('currently_due', 'eventually_due'),
  refresh_url: url,
  return_url: url,
  type: oneOf('account_onboarding'),
}

export const accountLinkRoutes: Route[] = [
  route(
    'POST',
    '/v1/account_links',
    fields(created, ['account', 'refresh_url', 'return_url', 'type']),
    (work, { account, refresh_url, return_url }) =>
      createAccountLink(work, account, { returnUrl: return_url, refreshUrl: refresh_url }),
  ),
]
