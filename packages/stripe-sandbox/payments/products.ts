import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Price } from '#sandbox/core/objects.ts'
import { insert } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

type GivenProduct = Partial<Stripe.Product> & Pick<Stripe.Product, 'name'>

export async function insertProduct(work: Work, given: GivenProduct): Promise<Stripe.Product> {
  const product = {
    object: 'product',
    active: true,
    created: work.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: work.now,
    url: null,
    ...given,
    id: given.id ?? newId('prod', 14),
  } satisfies Stripe.Product
  await insert(work, 'product', product)
  await emit(work, 'product.created', product)
  return product
}

type GivenPrice = Pick<Price, 'currency' | 'product'> & {
  active?: boolean
  lookup_key?: string | null
  metadata?: Record<string, string>
  nickname?: string | null
  recurring?: Pick<Stripe.Price.Recurring, 'interval'> & { interval_count?: number }
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified'
  unitAmount: number
}

export async function insertPrice(
  work: Work,
  { recurring, unitAmount, ...given }: GivenPrice,
): Promise<Price> {
  const price = {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: work.now,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
    ...given,
  } satisfies Price
  await insert(work, 'price', price)
  await emit(work, 'price.created', price)
  return price
}
