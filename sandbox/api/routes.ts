import type { Route } from '#sandbox/http/routing.ts'
import { chargeRoutes } from './charges.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { refundRoutes } from './refunds.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

/** Every call of the API that exists here. */
export const routes: readonly Route[] = [
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...webhookEndpointRoutes,
]
