import type { StripeOptions } from '#gateways/stripe/stripe-client.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { Shop } from '#sandbox/testing/shop.ts'

/** Our Stripe gateway, connected to the sandbox of a test. */
export function gatewayOf(
  { origin, secretKey }: Shop,
  options: Partial<StripeOptions> = {},
): StripeGateway {
  return createStripeGateway({
    secretKey,
    webhookSecret: 'whsec_nobody',
    mayCall() {},
    sandboxUrl: origin,
    ...options,
  })
}
