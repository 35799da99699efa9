import type Stripe from 'stripe'
import { setUpPortal } from './portal.ts'
import type { SetupStep } from './setup-step.ts'
import { idOf } from './stripe-values.ts'
import { setUpWebhook, type Webhook } from './webhook-endpoint.ts'

/** A product or price that the account must have before a checkout can use it. */
export type SoldProduct = {
  readonly name: string
  readonly description: string
  /** Several: the same product, billed in different ways. */
  readonly prices: readonly {
    readonly lookupKey: string
    readonly amountCents: number
    /** How often a subscription bills; a price without it is paid once. */
    readonly interval?: 'month' | 'year'
  }[]
}

export type Setup = {
  readonly products: readonly SoldProduct[]
  /** Where Stripe sends which events; none where webhooks arrive without being set up. */
  readonly webhooks: readonly Webhook[]
}

/**
 * Creates in an account what we need: products, prices under their lookup keys, the billing portal,
 * the webhooks. Finds what an earlier run created, so that running it again changes nothing.
 */
export async function setUpAccount(stripe: Stripe, setup: Setup): Promise<SetupStep[]> {
  const steps: SetupStep[] = []
  for (const sold of setup.products) steps.push(...(await setUpProductAndPrices(stripe, sold)))
  const plan = await findPlan(stripe, setup.products)
  if (plan) steps.push(await setUpPortal(stripe, plan))
  for (const webhook of setup.webhooks) steps.push(await setUpWebhook(stripe, webhook))
  return steps
}

async function findPrices(stripe: Stripe, sold: SoldProduct): Promise<Map<string, Stripe.Price>> {
  const found = await stripe.prices.list({
    lookup_keys: sold.prices.map(({ lookupKey }) => lookupKey),
    active: true,
    limit: 100,
  })
  return new Map(found.data.map((price) => [price.lookup_key ?? '', price]))
}

async function setUpProductAndPrices(stripe: Stripe, sold: SoldProduct): Promise<SetupStep[]> {
  const known = await findPrices(stripe, sold)
  const product = await setUpProduct(stripe, sold, [...known.values()][0])
  const steps: SetupStep[] = [product]
  for (const { lookupKey, amountCents, interval } of sold.prices) {
    const what = `price ${lookupKey}`
    const price = known.get(lookupKey)
    const fits =
      price?.unit_amount === amountCents &&
      price.recurring?.interval === interval &&
      idOf(price.product) === product.id
    if (price && fits) {
      steps.push({ what, id: price.id, did: 'unchanged' })
      continue
    }
    // A price cannot be changed: a new one takes over its lookup key, and subscribers keep the old
    // one.
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
    steps.push({ what, id: made.id, did: price ? 'updated' : 'created' })
  }
  return steps
}

async function setUpProduct(
  stripe: Stripe,
  { name, description, prices }: SoldProduct,
  price: Stripe.Price | undefined,
): Promise<SetupStep> {
  const what = `product ${name}`
  const known = price && idOf(price.product)
  if (known) {
    const product = await stripe.products.retrieve(known)
    if (product.name === name && product.description === description && product.active)
      return { what, id: product.id, did: 'unchanged' }
    await stripe.products.update(known, { name, description, active: true })
    return { what, id: known, did: 'updated' }
  }
  const key = prices[0]?.lookupKey ?? name
  const made = await stripe.products.create(
    { name, description, metadata: { hemline: key } },
    { idempotencyKey: `product:${key}` },
  )
  return { what, id: made.id, did: 'created' }
}

/** The product that is billed in several ways: the portal switches between its prices. */
async function findPlan(stripe: Stripe, products: readonly SoldProduct[]) {
  const plan = products.find(({ prices }) => prices.some(({ interval }) => interval))
  const prices = plan ? [...(await findPrices(stripe, plan)).values()] : []
  const product = prices[0] && idOf(prices[0].product)
  return product ? { product, prices: prices.map(({ id }) => id).sort() } : null
}
