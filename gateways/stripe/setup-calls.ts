import Stripe from 'stripe'
import { PORTAL_MARK } from './subscription-calls.ts'

/** Something for sale as Stripe must know it before a checkout can name it; amounts in cents. */
export type Offer = {
  readonly name: string
  readonly description: string
  /** More than one: the same thing, billed in different ways. */
  readonly prices: readonly {
    readonly lookupKey: string
    readonly amountCents: number
    /** How often a subscription bills; a price without it is paid once. */
    readonly interval?: 'month' | 'year'
  }[]
}

export type Setup = {
  readonly offers: readonly Offer[]
  /** Where Stripe reports these events to; null where that is known without asking it. */
  readonly webhook: { readonly url: string; readonly events: readonly string[] } | null
}

/** What an account needs was there ('kept') or had to be written. */
export type SetupStep = {
  readonly what: string
  readonly id: string
  readonly did: 'kept' | 'made' | 'changed'
  /** Of an endpoint that was just made: shown once, never again. */
  readonly secret?: string
}

/**
 * Brings an account to what we need of it: products, prices under their lookup keys, the billing
 * portal, the webhook. Finds what an earlier run made, so that running it again changes nothing.
 */
export async function setUpAccount(stripe: Stripe, setup: Setup): Promise<SetupStep[]> {
  const steps: SetupStep[] = []
  for (const offer of setup.offers) steps.push(...(await offerThing(stripe, offer)))
  const plan = await findPlan(stripe, setup.offers)
  if (plan) steps.push(await offerPortal(stripe, plan))
  if (setup.webhook) steps.push(await listen(stripe, setup.webhook))
  return steps
}

async function findPrices(stripe: Stripe, offer: Offer): Promise<Map<string, Stripe.Price>> {
  const found = await stripe.prices.list({
    lookup_keys: offer.prices.map(({ lookupKey }) => lookupKey),
    active: true,
    limit: 100,
  })
  return new Map(found.data.map((price) => [price.lookup_key ?? '', price]))
}

async function offerThing(stripe: Stripe, offer: Offer): Promise<SetupStep[]> {
  const known = await findPrices(stripe, offer)
  const product = await offerProduct(stripe, offer, [...known.values()][0])
  const steps: SetupStep[] = [product]
  for (const { lookupKey, amountCents, interval } of offer.prices) {
    const what = `price ${lookupKey}`
    const price = known.get(lookupKey)
    const fits =
      price?.unit_amount === amountCents &&
      price.recurring?.interval === interval &&
      idOf(price.product) === product.id
    if (price && fits) {
      steps.push({ what, id: price.id, did: 'kept' })
      continue
    }
    // A price cannot be changed: another one takes over its key, and who subscribed keeps theirs.
    const made = await stripe.prices.create(
      {
        product: product.id,
        currency: 'usd',
        unit_amount: amountCents,
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        ...(interval && { recurring: { interval } }),
      },
      { idempotencyKey: `price:${product.id}:${lookupKey}:${amountCents}:${price?.id ?? 'first'}` },
    )
    steps.push({ what, id: made.id, did: price ? 'changed' : 'made' })
  }
  return steps
}

async function offerProduct(
  stripe: Stripe,
  { name, description, prices }: Offer,
  price: Stripe.Price | undefined,
): Promise<SetupStep> {
  const what = `product ${name}`
  const known = price && idOf(price.product)
  if (known) {
    const product = await stripe.products.retrieve(known)
    if (product.name === name && product.description === description && product.active)
      return { what, id: product.id, did: 'kept' }
    await stripe.products.update(known, { name, description, active: true })
    return { what, id: known, did: 'changed' }
  }
  const key = prices[0]?.lookupKey ?? name
  const made = await stripe.products.create(
    { name, description, metadata: { hemline: key } },
    { idempotencyKey: `product:${key}` },
  )
  return { what, id: made.id, did: 'made' }
}

/** The product that is billed in more than one way: its prices are what the portal switches between. */
async function findPlan(stripe: Stripe, offers: readonly Offer[]) {
  const plan = offers.find(({ prices }) => prices.some(({ interval }) => interval))
  const prices = plan ? [...(await findPrices(stripe, plan)).values()] : []
  const product = prices[0] && idOf(prices[0].product)
  return product ? { product, prices: prices.map(({ id }) => id).sort() } : null
}

type PortalPlan = { readonly product: string; readonly prices: string[] }

async function offerPortal(stripe: Stripe, plan: PortalPlan): Promise<SetupStep> {
  const what = 'billing portal'
  const wanted = portalFeatures(plan)
  const known = await findPortal(stripe)
  if (!known) {
    const made = await stripe.billingPortal.configurations.create(
      { ...wanted, metadata: PORTAL_MARK },
      { idempotencyKey: `portal:${plan.product}:${plan.prices.join(':')}` },
    )
    return { what, id: made.id, did: 'made' }
  }
  if (portalOffers(known, plan)) return { what, id: known.id, did: 'kept' }
  await stripe.billingPortal.configurations.update(known.id, wanted)
  return { what, id: known.id, did: 'changed' }
}

async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (one.metadata?.hemline === PORTAL_MARK.hemline) return one
  return null
}

/** Whether a configuration is as `portalFeatures` would write it, as far as money hangs on it. */
function portalOffers({ features }: Stripe.BillingPortal.Configuration, plan: PortalPlan): boolean {
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
        // An upgrade is billed at once, a downgrade waits until what is paid for is over.
        proration_behavior: 'always_invoice' as const,
        schedule_at_period_end: { conditions: [{ type: 'shortening_interval' as const }] },
      },
    },
  }
}

async function listen(
  stripe: Stripe,
  { url, events }: NonNullable<Setup['webhook']>,
): Promise<SetupStep> {
  const what = `webhook ${url}`
  const api_version = Stripe.API_VERSION
  const known: Stripe.WebhookEndpoint[] = []
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 }))
    if (one.url === url && one.status === 'enabled') known.push(one)
  const ours = known.find((one) => one.api_version === api_version)
  if (ours) {
    const missing = events.filter((event) => !ours.enabled_events.includes(event))
    if (missing.length === 0 || ours.enabled_events.includes('*'))
      return { what, id: ours.id, did: 'kept' }
    await stripe.webhookEndpoints.update(ours.id, { enabled_events: typed(events) })
    return { what, id: ours.id, did: 'changed' }
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: typed(events),
    api_version,
    description: 'Hemline',
  })
  return {
    what,
    id: made.id,
    did: known.length > 0 ? 'changed' : 'made',
    ...(made.secret && { secret: made.secret }),
  }
}

function typed(events: readonly string[]) {
  return [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
