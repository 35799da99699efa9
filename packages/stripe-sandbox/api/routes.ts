import type { Route } from '#sandbox/http/routing.ts'
import { accountLinkRoutes } from './account-links.ts'
import { accountRoutes } from './accounts.ts'
import { balanceRoutes } from './balance.ts'
import { balanceTransactionRoutes } from './balance-transactions.ts'
import { chargeRoutes } from './charges.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { payoutRoutes } from './payouts.ts'
import { portalConfigurationRoutes } from './portal-configurations.ts'
import { portalSessionRoutes } from './portal-sessions.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { refundRoutes } from './refunds.ts'
import { subscriptionScheduleRoutes } from './subscription-schedules.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { testClockRoutes } from './test-clocks.ts'
import { transferRoutes } from './transfers.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

/** Every API call that the sandbox supports. */
export const routes: readonly Route[] = [
  ...accountLinkRoutes,
  ...accountRoutes,
  ...balanceRoutes,
  ...balanceTransactionRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...payoutRoutes,
  ...portalConfigurationRoutes,
  ...portalSessionRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...subscriptionScheduleRoutes,
  ...testClockRoutes,
  ...transferRoutes,
  ...webhookEndpointRoutes,
]
