import type Stripe from 'stripe'
import { setUpPortal } from './portal.ts'
import type { SetupStep } from './setup-step.ts'
import { setUpWebhook, type Webhook } from './webhook-endpoint.ts'

/** A product or price that the account must have before a checkout can use it. */
export type SoldProduct = {
  readonly name: string
  readonly description: string
  /** More than one if the product is billed in different ways. */
  readonly prices: readonly {
    readonly lookupKey: string
    readonly amountCents: number
    /** How often a subscription bills; a price without it is paid once. */
    readonly interval?: 'month' | 'year'
  }[]
}

export type Setup = {
  /** At most ten lookup keys in all: Stripe finds no more at a time. */
  readonly products: readonly SoldProduct[]
  /** Where Stripe sends which events; empty if webhooks arrive without setup. */
  readonly webhooks: readonly Webhook[]
}

/**
 * Creates in an account what we need: products, prices under their lookup keys, the billing portal,
 * the webhooks. Finds what an earlier run created, so that running it again changes nothing.
 */
export async function setUpAccount(stripe: Stripe, setup: Setup): Promise<SetupStep[]> {
  const steps: SetupStep[] = []
  const known = await findPrices(stripe, setup.products)
  for (const sold of setup.products) {
    const { product, prices } = await setUpProductAndPrices(stripe, sold, known)
    steps.push(product, ...prices)
    // The portal switches between the prices of a subscription product.
    if (sold.prices.some(({ interval }) => interval)) {
      const plan = { product: product.id, prices: prices.map(({ id }) => id).sort() }
      steps.push(await setUpPortal(stripe, plan))
    }
  }
  for (const webhook of setup.webhooks) steps.push(await setUpWebhook(stripe, webhook))
  return steps
}

type KnownPrice = Stripe.Price & { readonly product: Stripe.Product }

/** Finds prices by lookup key, with their products. */
async function findPrices(
  stripe: Stripe,
  products: readonly SoldProduct[],
): Promise<Map<string, KnownPrice>> {
  const found = await stripe.prices.list({
    lookup_keys: products.flatMap(({ prices }) => prices.map(({ lookupKey }) => lookupKey)),
    active: true,
    limit: 100,
    expand: ['data.product'],
  })
  return new Map(found.data.map((price) => [price.lookup_key ?? '', price as KnownPrice]))
}

async function setUpProductAndPrices(
  stripe: Stripe,
  sold: SoldProduct,
  known: ReadonlyMap<string, KnownPrice>,
): Promise<{ product: SetupStep; prices: SetupStep[] }> {
  const first = sold.prices.map(({ lookupKey }) => known.get(lookupKey)).find(Boolean)
  const product = await setUpProduct(stripe, sold, first?.product)
  const prices: SetupStep[] = []
  for (const { lookupKey, amountCents, interval } of sold.prices) {
    const what = `price ${lookupKey}`
    const price = known.get(lookupKey)
    const fits =
      price?.unit_amount === amountCents &&
      price.recurring?.interval === interval &&
      price.product.id === product.id
    if (price && fits) {
      prices.push({ what, id: price.id, did: 'unchanged' })
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
    prices.push({ what, id: made.id, did: price ? 'updated' : 'created' })
  }
  return { product, prices }
}

async function setUpProduct(
  stripe: Stripe,
  { name, description, prices }: SoldProduct,
  known: Stripe.Product | undefined,
): Promise<SetupStep> {
  const what = `product ${name}`
  if (known) {
    if (known.name === name && known.description === description && known.active)
      return { what, id: known.id, did: 'unchanged' }
    await stripe.products.update(known.id, { name, description, active: true })
    return { what, id: known.id, did: 'updated' }
  }
  const key = prices[0]?.lookupKey ?? name
  const made = await stripe.products.create(
    { name, description, metadata: { hemline: key } },
    { idempotencyKey: `product:${key}` },
  )
  return { what, id: made.id, did: 'created' }
}
