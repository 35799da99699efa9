import type { Db, Tx } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { checkLiveSubscription } from '#domain/money/plans/subscriptions.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import {
  type CreditProduct,
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
import type { WayToPay } from './pay-today.ts'

export {
  isStillOwed,
  searchFailedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
export { closeCheckoutsOf, lockOpenOrdersOf } from './contacts.ts'
export { fulfil } from './fulfil.ts'
export {
  type CheckoutPlaces,
  type CheckoutProblem,
  checkoutProblem,
  type Purchase,
} from './orders.ts'

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
  return await open(db, shopper, stripe, DEPOSIT_PURCHASE, places, now)
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
  return await open(db, shopper, stripe, topUpPurchase(held.topUpCents), places, now)
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
  const purchase = { ...creditsPurchase(product, input.quantity ?? 1), recipientEmail }
  return await open(db, shopper, stripe, purchase, places, now)
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

/**
 * What a way to pay for a rental buys: credits, a deposit, or credits and then a deposit, on one
 * payment page; nothing when nothing has to be paid.
 */
export function purchasesOf(
  { buys, depositCents }: WayToPay,
  deposit: { readonly topUpCents: number } | null,
): readonly Purchase[] {
  const purchases: Purchase[] = []
  const product = buys && findProductOnSale(buys.product)
  if (product) purchases.push(creditsPurchase(product, buys.quantity))
  if (depositCents > 0) purchases.push(deposit ? topUpPurchase(depositCents) : DEPOSIT_PURCHASE)
  return purchases
}

/**
 * Records the orders of one payment page: those of a deposit that is paid with credits name the
 * order of the credits. Returns the first one, to which the page belongs.
 */
export async function recordOrders(
  tx: Tx,
  shopper: Shopper,
  [first, deposit]: readonly [Purchase, Purchase?],
  places: CheckoutPlaces,
  now: Date,
): Promise<OrderId> {
  const orderId = await recordOrder(tx, shopper, { ...first, ...places }, now)
  if (deposit) await recordOrder(tx, shopper, { ...deposit, ...places, paidWith: orderId }, now)
  return orderId
}

const DEPOSIT_PURCHASE: Purchase = {
  type: 'deposit',
  offer: { lookupKey: DEPOSIT.lookupKey, quantity: 1 },
  amountCents: DEPOSIT.amountCents,
  credits: 0,
}

function topUpPurchase(amountCents: number): Purchase {
  const offer = { ...DEPOSIT_TOP_UP, amountCents }
  return { type: 'deposit_top_up', offer, amountCents, credits: 0 }
}

function creditsPurchase(product: CreditProduct, requested: number): Purchase {
  const quantity = quantityOf(product.type, requested)
  return {
    type: product.type,
    offer: { lookupKey: product.lookupKey, quantity },
    quantity,
    amountCents: product.priceCents * quantity,
    credits: product.credits * quantity,
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
  const page = { orderId, purchases: [purchase] }
  return await openPaymentPage(db, shopper, stripe, page, places, now)
}

/**
 * Opens the payment page of what is recorded under `orderId`. `payBy` is at least half an hour
 * ahead.
 */
export async function openPaymentPage(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  {
    orderId,
    purchases,
    payBy,
  }: {
    readonly orderId: OrderId
    readonly purchases: readonly Purchase[]
    readonly payBy?: Date
  },
  places: CheckoutPlaces,
  now: Date,
): Promise<Outcome<OpenCheckout, CheckoutProblem>> {
  try {
    const customer = await findOrMakeCustomer(db, stripe, shopper, now)
    const session = await stripe.openCheckout({
      orderId,
      userId: shopper.id,
      customer,
      mode: purchases.some(({ type }) => isPlan(type)) ? 'subscription' : 'payment',
      offers: purchases.map(({ offer }) => offer),
      successUrl: places.origin + places.successPath,
      cancelUrl: places.origin + (places.cancelTo ?? places.returnTo),
      ...(payBy && { payBy }),
    })
    await recordSession(db, orderId, session.sessionId)
    return done(session)
  } catch (error) {
    return refused(checkoutProblem(error))
  }
}
