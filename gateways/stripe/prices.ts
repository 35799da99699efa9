import type Stripe from 'stripe'
import { StripeRefused } from './stripe-errors.ts'

/** The id of the active price with a lookup key. Throws `StripeRefused` when there is none. */
export type FindPrice = (lookupKey: string) => Promise<string>

/** Reads each price once: an account's setup does not change while a process runs. */
export function createPriceLookup(stripe: Stripe): FindPrice {
  const known = new Map<string, string>()
  return async (lookupKey) => {
    const cached = known.get(lookupKey)
    if (cached) return cached
    const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const price = found.data[0]
    if (!price) throw new StripeRefused('Product not found')
    known.set(lookupKey, price.id)
    return price.id
  }
}
