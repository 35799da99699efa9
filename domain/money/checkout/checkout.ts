import type { Db } from '#db/connection.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { checkLiveSubscription } from '#domain/money/plans/subscriptions.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import {
  type CreditProductType,
  DEPOSIT,
  DEPOSIT_TOP_UP,
  findProductOnSale,
  isPlan,
  quantityOf,
} from './catalogue.ts'
import {
  type CheckoutPlaces,
  type CheckoutProblem,
  checkoutProblem,
  findOrMakeCustomer,
  type Purchase,
  recordOrder,
  recordSession,
} from './orders.ts'

export {
  isStillOwed,
  searchFailedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
export { closeCheckoutsOf, lockOpenOrdersOf } from './contacts.ts'

export type BuyProblem =
  | CheckoutProblem
  | { readonly reason: 'product-not-found' }
  /** The recipient of a gift; the form requires it. */
  | { readonly reason: 'recipient-missing' }
  | { readonly reason: 'gift-for-oneself' }
  | { readonly reason: 'already-subscribed' }
export type PayDepositProblem =
  | CheckoutProblem
  | { readonly reason: 'deposit-already-paid' }
  | { readonly reason: 'previous-deposit-processing' }
export type TopUpProblem = CheckoutProblem | { readonly reason: 'nothing-to-add' }

/** The payment page to redirect the browser to. */
export type OpenCheckout = { readonly url: string; readonly sessionId: string }

/**
 * Opens a checkout for the deposit (spec 6.2). Refused while the shopper has one, even if only
 * its rest is still being refunded after a withheld amount.
 */
export async function payDeposit(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  places: CheckoutPlaces,
  now: Date,
): Promise<Outcome<OpenCheckout, PayDepositProblem>> {
  const held = await findDeposit(db, shopper.id)
  if (held)
    return refused({ reason: held.barred ? 'previous-deposit-processing' : 'deposit-already-paid' })
  return await open(
    db,
    shopper,
    stripe,
    {
      type: 'deposit',
      offer: { lookupKey: DEPOSIT.lookupKey, quantity: 1 },
      amountCents: DEPOSIT.amountCents,
      credits: 0,
    },
    places,
    now,
  )
}

/**
 * Opens a checkout for the amount that is missing from a deposit now, so that it covers rentals
 * again. Refused when nothing is missing, and when a top-up could not help because the deposit is
 * disputed or being refunded.
 */
export async function topUpDeposit(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  places: CheckoutPlaces,
  now: Date,
): Promise<Outcome<OpenCheckout, TopUpProblem>> {
  const held = await findDeposit(db, shopper.id)
  if (!held || held.topUpCents === 0) return refused({ reason: 'nothing-to-add' })
  const amountCents = held.topUpCents
  return await open(
    db,
    shopper,
    stripe,
    { type: 'deposit_top_up', offer: { ...DEPOSIT_TOP_UP, amountCents }, amountCents, credits: 0 },
    places,
    now,
  )
}

/**
 * Opens a checkout for a product of the catalogue that is on sale.
 * @param input.quantity of packs, 1 to 10; every other product is bought once
 * @param input.recipientEmail a valid address; required for gifts, ignored otherwise
 */
export async function buyCredits(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  input: {
    readonly product: CreditProductType | string
    readonly recipientEmail?: string
    readonly quantity?: number
  },
  places: CheckoutPlaces,
  now: Date,
): Promise<Outcome<OpenCheckout, BuyProblem>> {
  const product = findProductOnSale(input.product)
  if (!product) return refused({ reason: 'product-not-found' })
  const recipientEmail = product.type === 'gift' ? input.recipientEmail?.trim() : undefined
  if (product.type === 'gift') {
    if (!recipientEmail) return refused({ reason: 'recipient-missing' })
    if (recipientEmail.toLowerCase() === shopper.email.toLowerCase())
      return refused({ reason: 'gift-for-oneself' })
  }
  if (product.mode === 'subscription' && (await isSubscribed(db, shopper, stripe, now)))
    return refused({ reason: 'already-subscribed' })
  const quantity = quantityOf(product.type, input.quantity ?? 1)
  return await open(
    db,
    shopper,
    stripe,
    {
      type: product.type,
      offer: { lookupKey: product.lookupKey, quantity },
      quantity,
      amountCents: product.priceCents * quantity,
      credits: product.credits * quantity,
      recipientEmail,
    },
    places,
    now,
  )
}

/**
 * Whether someone has a subscription, even a past-due one. Asks Stripe about the one in our
 * records, because it may have ended without an event reaching us. While Stripe is unavailable, our
 * records count.
 */
async function isSubscribed(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  now: Date,
): Promise<boolean> {
  try {
    return (await checkLiveSubscription(db, stripe, shopper.id, now)) !== null
  } catch (error) {
    checkoutProblem(error)
    return true
  }
}

/** The order is written first; after a crash at any later step the reconciler handles it. */
async function open(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  purchase: Purchase,
  places: CheckoutPlaces,
  now: Date,
): Promise<Outcome<OpenCheckout, CheckoutProblem>> {
  const orderId = await recordOrder(db, shopper, { ...purchase, ...places }, now)
  try {
    const customer = await findOrMakeCustomer(db, stripe, shopper, now)
    const session = await stripe.openCheckout({
      orderId,
      userId: shopper.id,
      customer,
      mode: isPlan(purchase.type) ? 'subscription' : 'payment',
      offer: purchase.offer,
      successUrl: places.origin + places.successPath,
      cancelUrl: places.origin + (places.cancelTo ?? places.returnTo),
    })
    await recordSession(db, orderId, session.sessionId)
    return done(session)
  } catch (error) {
    return refused(checkoutProblem(error))
  }
}
