import type { DbOrTx } from '#db/connection.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { hasPayoutAccounts } from './has-payout-accounts.ts'

/**
 * The warning for the operator at startup when closets have accounts at Stripe but Connect is no
 * longer set up; null otherwise.
 */
export async function connectWarning(
  db: DbOrTx,
  { hasConnect }: Pick<StripeGateway, 'hasConnect'>,
): Promise<string | null> {
  if (hasConnect) return null
  return (await hasPayoutAccounts(db))
    ? 'WARNING: no closet is paid, because STRIPE_CONNECT_WEBHOOK_SECRET is not set. npm run stripe:setup prints it.'
    : null
}
