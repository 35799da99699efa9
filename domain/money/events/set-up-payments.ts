import { type CreditProduct, DEPOSIT, productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { CREDITS_A_MONTH } from '#domain/money/plans/plans.ts'
import { pages } from '#domain/shared/pages.ts'
import type { SetupStep } from '#gateways/stripe/setup-step.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { Webhook } from '#gateways/stripe/webhook-endpoint.ts'
import { handledEventTypes } from './events.ts'

/** Events about the accounts of closets. */
const CONNECT_EVENTS = [
  'account.updated',
  'account.application.deauthorized',
  'payout.paid',
  'payout.failed',
]

const PLAN_NAME = '30 Monthly Credits'

/**
 * Creates in a payment account what our checkouts, the billing portal and the webhooks need. A
 * second run changes nothing, unless the API version has changed.
 * @param origin the address for Stripe's events; null when they arrive without a webhook
 */
export async function setUpPayments(
  stripe: Pick<StripeGateway, 'setUp'>,
  origin: string | null,
): Promise<readonly SetupStep[]> {
  const plans = productsOnSale.filter(({ mode }) => mode === 'subscription')
  const packs = productsOnSale.filter(({ mode }) => mode === 'payment')
  return await stripe.setUp({
    products: [
      { ...DEPOSIT, prices: [{ lookupKey: DEPOSIT.lookupKey, amountCents: DEPOSIT.amountCents }] },
      ...packs.map((pack) => ({ ...pack, prices: [priceOf(pack)] })),
      // One product: the portal can only switch between prices of the same product.
      {
        name: PLAN_NAME,
        description: `${CREDITS_A_MONTH} credits every month, paid by the month or by the year.`,
        prices: plans.map(priceOf),
      },
    ],
    webhooks: origin === null ? [] : webhooksOf(origin),
  })
}

/** Both use one page; their addresses differ because Stripe tells webhooks apart by address. */
export function webhooksOf(origin: string): readonly Webhook[] {
  const url = `${origin}${pages.stripeWebhook}`
  return [
    { url, events: handledEventTypes, connect: false },
    { url: `${url}?connect`, events: CONNECT_EVENTS, connect: true },
  ]
}

function priceOf({ lookupKey, priceCents, interval }: CreditProduct) {
  return { lookupKey, amountCents: priceCents, ...(interval && { interval }) }
}
