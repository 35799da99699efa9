import type Stripe from 'stripe'
import { type CardName, cardOf } from '#sandbox/core/cards.ts'
import { newId } from '#sandbox/core/ids.ts'
import { insert } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

export type CardEntry = {
  card: CardName
  last4: string
  expiryMonth: number
  expiryYear: number
  name: string
  email: string
}

/** A default card that expires in several years. */
function plainEntry(card: CardName, now: number): CardEntry {
  const last4 = cardOf(card).number.slice(-4)
  return { card, last4, expiryMonth: 12, expiryYear: futureExpiryYear(now), name: '', email: '' }
}

/** An expiry year in the future: 2034, later once that is near. */
export function futureExpiryYear(now: number): number {
  return Math.max(2034, new Date(now * 1000).getUTCFullYear() + 3)
}

/** Stores a card as Stripe would: without its number, only with its behaviour. */
export async function createCard(
  work: Work,
  given: CardEntry | CardName,
  customer: string | null,
): Promise<Stripe.PaymentMethod> {
  const entry = typeof given === 'string' ? plainEntry(given, work.now) : given
  const { brand } = cardOf(entry.card)
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: {
        city: null,
        country: 'US',
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: entry.email || null,
      name: entry.name || null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: entry.expiryMonth,
      exp_year: entry.expiryYear,
      fingerprint: `sandbox${entry.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: entry.last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: work.now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod
  return insert(work, 'payment_method', method, { kept: { card: entry.card } })
}
