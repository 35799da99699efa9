import type Stripe from 'stripe'
import type { SetupStep } from './setup-step.ts'
import type { StripeClient } from './stripe-client.ts'

export type PortalCalls = {
  /**
   * Opens the billing portal for a customer and returns its address; `card` opens the payment
   * method. `returnUrl` is absolute.
   */
  readonly openPortal: (visit: {
    readonly customer: string
    readonly returnUrl: string
    readonly purpose: 'manage' | 'card'
  }) => Promise<string>
}

/** Marks portal configurations as ours; `npm run stripe:setup` writes one. */
const PORTAL_MARK = { hemline: 'portal' } as const

export function portalCalls({ stripe, call }: StripeClient): PortalCalls {
  let known: string | undefined
  return {
    openPortal: ({ customer, returnUrl, purpose }) =>
      call(async () => {
        known ??= (await findPortal(stripe))?.id
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          ...(known && { configuration: known }),
          ...(purpose === 'card' && {
            flow_data: {
              type: 'payment_method_update' as const,
              after_completion: { type: 'redirect' as const, redirect: { return_url: returnUrl } },
            },
          }),
        })
        return session.url
      }),
  }
}

/** A product and the prices that the portal switches between. */
export type PortalPlan = { readonly product: string; readonly prices: string[] }

/** Creates or updates the portal's configuration, unless it is up to date. */
export async function setUpPortal(stripe: Stripe, plan: PortalPlan): Promise<SetupStep> {
  const what = 'billing portal'
  const wanted = portalFeatures(plan)
  const known = await findPortal(stripe)
  if (!known) {
    const made = await stripe.billingPortal.configurations.create(
      { ...wanted, metadata: PORTAL_MARK },
      { idempotencyKey: `portal:${plan.product}:${plan.prices.join(':')}` },
    )
    return { what, id: made.id, did: 'created' }
  }
  if (isUpToDate(known, plan)) return { what, id: known.id, did: 'unchanged' }
  await stripe.billingPortal.configurations.update(known.id, wanted)
  return { what, id: known.id, did: 'updated' }
}

async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (one.metadata?.hemline === PORTAL_MARK.hemline) return one
  return null
}

/** Whether a configuration matches `portalFeatures` in everything that affects money. */
function isUpToDate({ features }: Stripe.BillingPortal.Configuration, plan: PortalPlan): boolean {
  const { subscription_update: change, subscription_cancel: cancel } = features
  const [product, ...others] = change.products ?? []
  return (
    others.length === 0 &&
    product?.product === plan.product &&
    [...product.prices].sort().join() === plan.prices.join() &&
    change.enabled &&
    change.proration_behavior === 'always_invoice' &&
    change.schedule_at_period_end.conditions.some(({ type }) => type === 'shortening_interval') &&
    cancel.enabled &&
    cancel.mode === 'at_period_end' &&
    features.payment_method_update.enabled &&
    features.invoice_history.enabled
  )
}

function portalFeatures({ product, prices }: PortalPlan) {
  return {
    business_profile: { headline: 'Your Hemline subscription' },
    features: {
      customer_update: { enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end' as const,
        proration_behavior: 'none' as const,
      },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price' as const],
        products: [{ product, prices }],
        // An upgrade is billed at once; a downgrade starts at the end of the paid period.
        proration_behavior: 'always_invoice' as const,
        schedule_at_period_end: { conditions: [{ type: 'shortening_interval' as const }] },
      },
    },
  }
}
