import type Stripe from 'stripe'
import { offerPlans, subscribe } from './plans.ts'
import { openShop, type Shop } from './shop.ts'

type Plans = { monthly: Stripe.Price; annual: Stripe.Price }

/** A portal that bills upgrades at once and schedules downgrades, as the shop configures it. */
export function offerPortal({ stripe }: Shop, { monthly, annual }: Plans) {
  return stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Your credits, every month' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: 'now',
        products: [{ product: String(monthly.product), prices: [monthly.id, annual.id] }],
        schedule_at_period_end: { conditions: [{ type: 'shortening_interval' }] },
      },
    },
  })
}

/** A page of the portal as a browser without JavaScript sees it. */
export async function seePortal(shop: Shop, path: string): Promise<string> {
  const answer = await fetch(`${shop.origin}/sandbox/portal/${path}`)
  return unescaped(await answer.text())
}

/** Sends one of the portal's forms. */
export function sendPortal(
  { origin }: Shop,
  path: string,
  form: Record<string, string>,
): Promise<Response> {
  return fetch(`${origin}/sandbox/portal/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', origin },
    body: new URLSearchParams(form),
  })
}

export function unescaped(markup: string): string {
  return markup.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** The portal's return address. */
export const back = 'http://shop.test/credits'

/** A subscriber with a new portal session. */
export async function visitPortal(
  plan: 'monthly' | 'annual',
  {
    card = 'visa',
    flow,
  }: {
    card?: string
    flow?: (
      s: Stripe.Subscription,
      prices: { monthly: string; annual: string },
    ) => Stripe.BillingPortal.SessionCreateParams.FlowData
  } = {},
) {
  const shop = await openShop()
  const plans = await offerPlans(shop)
  const configuration = await offerPortal(shop, plans)
  const subscription = await subscribe(shop, plans[plan].id, { card })
  const open = () =>
    shop.stripe.billingPortal.sessions.create({
      customer: String(subscription.customer),
      configuration: configuration.id,
      return_url: back,
      flow_data: flow?.(subscription, { monthly: plans.monthly.id, annual: plans.annual.id }),
    })
  const session = await open()
  const read = () => shop.stripe.subscriptions.retrieve(subscription.id)
  return { shop, plans, configuration, subscription, session, open, read, id: session.id }
}
