import type Stripe from 'stripe'
import { openSession, submitCard } from './checkout.ts'
import type { Shop } from './shop.ts'

/** The account that a platform creates for a person whom it pays. */
export const expressAccount = {
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'express' },
  },
  capabilities: { transfers: { requested: true } },
} satisfies Stripe.AccountCreateParams

export const returnUrl = 'http://shop.test/payouts?done=1'
export const refreshUrl = 'http://shop.test/payouts?again=1'

export function openLink({ stripe }: Pick<Shop, 'stripe'>, account: string) {
  return stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: returnUrl,
    refresh_url: refreshUrl,
  })
}

/** Sends a form of the sandbox like a browser without JavaScript. */
export function sendForm(
  { origin }: Pick<Shop, 'origin'>,
  address: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', origin },
    body: new URLSearchParams(fields),
  })
}

/** Onboards a new account with this name and bank account, and returns its id. */
export async function onboarded(
  shop: Shop,
  { name = 'Vera Verified', bankAccount = '000123456789' } = {},
): Promise<string> {
  const { id } = await shop.stripe.accounts.create(expressAccount)
  const { url } = await openLink(shop, id)
  await sendForm(shop, url, { name, bankAccount })
  return id
}

/** A paid charge of 50 dollars whose money is available: 48.25 after the fee. */
export async function availableCharge(shop: Shop): Promise<void> {
  await submitCard(shop, (await openSession(shop)).id)
  shop.clock.advance({ days: 2 })
}
