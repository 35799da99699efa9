import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { OrderStatus, ProductType } from '#db/enums.ts'
import type { OrderId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { hasLeft } from '#domain/accounts/people/people.ts'
import { recordCard } from '#domain/money/cards/cards.ts'
import { expiryAfterMonths, lockWallet, mint } from '#domain/money/credits/credits.ts'
import { addToDeposit, holdDeposit, lockDeposit } from '#domain/money/deposits/deposits.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import { makeGiftCode } from '#domain/money/gifts/gifts.ts'
import { applySubscription, type SubscriptionSnapshot } from '#domain/money/plans/subscriptions.ts'
import { recordRefund } from '#domain/money/refunds/refunds.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import type { PaidSession } from '#gateways/stripe/checkout-sessions.ts'
import type { PaidWith } from '#gateways/stripe/paid-with.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { expireOrder } from './orders.ts'
import { GIFT_HALF, PACK_MONTHS } from './pack-price.ts'
import { paidByInvoice, readStartedSubscription } from './started-subscription.ts'

export type Fulfilled = {
  readonly orderId: OrderId
  readonly userId: PersonId
  readonly type: ProductType
  readonly credits: number
  /** 'refunded' when the payment could not be used and is being refunded. */
  readonly status: 'fulfilled' | 'refunded'
}

export type FulfilProblem =
  | { readonly reason: 'unknown-session' }
  /** Without an order of ours: something else was sold with this Stripe account. */
  | { readonly reason: 'not-ours' }
  | { readonly reason: 'not-paid'; readonly state: 'open' | 'expired' | 'complete' }

/** Stripe's answer contradicts our order: nothing is granted, and an admin has to check. */
class PaymentMismatch extends Error {}

/**
 * The only way to fulfil a payment. Reads the session from Stripe, checks it against the order, and
 * against that of a deposit on the same page, and grants under unique keys in one transaction that
 * locks the orders, then the wallet. Idempotent: any number of calls, in any order, have the same
 * result. Returns what became of the order of the session.
 */
export async function fulfil(
  db: Db,
  stripe: StripeGateway,
  sessionId: string,
): Promise<Outcome<Fulfilled, FulfilProblem>> {
  const session = await stripe.readSession(sessionId)
  if (!session) return refused({ reason: 'unknown-session' })
  const orderId = parseId<OrderId>(session.orderId)
  if (!orderId) return refused({ reason: 'not-ours' })
  const begun = await readStartedSubscription(db, stripe, orderId, session)
  return await inTransaction(db, async (tx) => {
    const { order, deposit } = await lockOrders(tx, orderId)
    if (!order || (order.stripe_session_id ?? session.id) !== session.id)
      return refused({ reason: 'unknown-session' })
    if (order.status === 'fulfilled' || order.status === 'refunded')
      return done(toFulfilled(order, order.status))
    if (!session.paid) {
      if (session.state === 'expired') await markExpired(tx, order.id, session.id)
      return refused({ reason: 'not-paid', state: session.state })
    }
    const payment = await checkPayment(
      tx,
      [order, ...(deposit ? [deposit] : [])],
      begun ? paidByInvoice(session, begun) : session,
    )
    const status = await grant(tx, order, creditsPart(payment, order), begun)
    if (deposit) await grant(tx, deposit, depositPart(payment, deposit), null)
    return done(toFulfilled(order, status))
  })
}

/** Locks an order, and that of a deposit which is paid with it, in the order of their ids. */
async function lockOrders(tx: Tx, orderId: OrderId) {
  const orders = await tx
    .selectFrom('checkout_orders')
    .select(['id', 'user_id', 'product_type', 'amount_cents', 'currency', 'credits', 'status'])
    .select(['gift_recipient_email', 'stripe_session_id', 'paid_with'])
    .where((order) => order.or([order('id', '=', orderId), order('paid_with', '=', orderId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return {
    order: orders.find(({ id }) => id === orderId),
    deposit: orders.find(({ paid_with }) => paid_with === orderId),
  }
}

/** What a payment paid without a deposit: the tax is on this part. */
function creditsPart(payment: Payment, { amount_cents: amountCents }: OrderRow): Payment {
  const { taxCents } = payment
  return {
    ...payment,
    amountCents,
    taxCents: taxCents !== null && taxCents <= amountCents ? taxCents : null,
  }
}

/** The deposit's part of a payment; the session is that of the other order. */
function depositPart(payment: Payment, { amount_cents: amountCents }: OrderRow): Payment {
  const paymentIntent = depositPartOf(payment.paymentIntent)
  return { ...payment, sessionId: null, paymentIntent, amountCents, taxCents: null }
}

/**
 * Closes the payment page of a closed account at Stripe. A payment made in the meantime is refunded
 * (spec 10.5). Throws while Stripe is unavailable: the job is retried.
 */
export async function closeCheckout(
  db: Db,
  stripe: StripeGateway,
  sessionId: string,
): Promise<void> {
  await stripe.closeCheckout(sessionId)
  await fulfil(db, stripe, sessionId)
}

type OrderRow = {
  readonly id: OrderId
  readonly user_id: PersonId
  readonly product_type: ProductType
  readonly amount_cents: number
  readonly currency: string
  readonly credits: number
  readonly gift_recipient_email: string | null
}

type Payment = {
  readonly sessionId: string | null
  readonly paymentIntent: string
  readonly amountCents: number
  readonly taxCents: number | null
  readonly paidWith: PaidWith | null
  readonly paidAt: Date
}

function toFulfilled(order: OrderRow, status: OrderStatus & Fulfilled['status']): Fulfilled {
  return {
    orderId: order.id,
    userId: order.user_id,
    type: order.product_type,
    credits: order.credits,
    status,
  }
}

/** Checks a session against the orders that it pays together. */
async function checkPayment(
  tx: Tx,
  orders: readonly OrderRow[],
  session: PaidSession,
): Promise<Payment> {
  const { paymentIntent, paidAt, amountCents, taxCents, currency, paidWith } = session
  const customer = await tx
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', session.customer ?? '')
    .executeTakeFirst()
  const agrees =
    amountCents === orders.reduce((sum, order) => sum + order.amount_cents, 0) &&
    orders.every((order) => currency === order.currency && customer?.user_id === order.user_id)
  if (!agrees || !paymentIntent || !paidAt)
    throw new PaymentMismatch(`session ${session.id} does not match order ${orders[0]?.id}`)
  return { sessionId: session.id, paymentIntent, amountCents, taxCents, paidWith, paidAt }
}

async function grant(
  tx: Tx,
  order: OrderRow,
  payment: Payment,
  begun: SubscriptionSnapshot | null,
): Promise<Fulfilled['status']> {
  await lockWallet(tx, order.user_id)
  const isGone = await hasLeft(tx, order.user_id)
  if (isGone && !begun) {
    await refundInFull(tx, order, payment, 'account_closed')
    return 'refunded'
  }
  switch (order.product_type) {
    case 'deposit': {
      if (await lockDeposit(tx, order.user_id)) {
        await refundInFull(tx, order, payment, 'duplicate_payment')
        return 'refunded'
      }
      await recordPayment(tx, order, payment, 'fulfilled')
      await holdDeposit(tx, {
        userId: order.user_id,
        orderId: order.id,
        paymentIntent: payment.paymentIntent,
        amountCents: payment.amountCents,
        paidAt: payment.paidAt,
      })
      return 'fulfilled'
    }
    case 'deposit_top_up': {
      const deposit = await lockDeposit(tx, order.user_id)
      if (!deposit || payment.amountCents > deposit.topUpCents) {
        await refundInFull(tx, order, payment, 'duplicate_payment')
        return 'refunded'
      }
      await recordPayment(tx, order, payment, 'fulfilled')
      await addToDeposit(tx, deposit.id, { orderId: order.id, ...payment })
      return 'fulfilled'
    }
    case 'one_time': {
      await recordPayment(tx, order, payment, 'fulfilled')
      const expiresAt = await expiryAfterMonths(tx, payment.paidAt, PACK_MONTHS)
      await mintBought(tx, order, payment, {
        source: 'one_time',
        amount: order.credits,
        expiresAt,
      })
      return 'fulfilled'
    }
    case 'gift': {
      await recordPayment(tx, order, payment, 'fulfilled')
      const { giftMonths } = await readPlatformSettings(tx)
      const expiresAt = await expiryAfterMonths(tx, payment.paidAt, giftMonths)
      await mintBought(tx, order, payment, { source: 'gift', amount: GIFT_HALF, expiresAt })
      await makeGiftCode(
        tx,
        {
          orderId: order.id,
          buyerId: order.user_id,
          recipientEmail: order.gift_recipient_email ?? '',
          credits: order.credits - GIFT_HALF,
          paymentIntent: payment.paymentIntent,
          expiresAt,
        },
        payment.paidAt,
      )
      return 'fulfilled'
    }
    case 'subscription_monthly':
    case 'subscription_annual': {
      if (!begun) throw new PaymentMismatch(`order ${order.id} was paid for no subscription`)
      const outcome = await applySubscription(tx, order.user_id, begun, payment.paidAt)
      if (outcome === 'refused') {
        await refundInFull(tx, order, payment, isGone ? 'account_closed' : 'duplicate_payment')
        return 'refunded'
      }
      await recordPayment(tx, order, payment, 'fulfilled')
      return 'fulfilled'
    }
  }
}

async function mintBought(
  tx: Tx,
  order: OrderRow,
  { paymentIntent, paidAt }: Payment,
  bought: {
    readonly source: 'one_time' | 'gift'
    readonly amount: number
    readonly expiresAt: Date
  },
) {
  await mint(
    tx,
    {
      userId: order.user_id,
      key: `order:${order.id}`,
      orderId: order.id,
      paymentIntent,
      paid: { cents: order.amount_cents, credits: order.credits },
      ...bought,
    },
    paidAt,
  )
}

async function recordPayment(
  tx: Tx,
  order: OrderRow,
  payment: Payment,
  status: Fulfilled['status'],
) {
  await tx
    .updateTable('checkout_orders')
    .set({
      status,
      ...(payment.sessionId && { stripe_session_id: payment.sessionId }),
      payment_intent: payment.paymentIntent,
      paid_at: payment.paidAt,
      fulfilled_at: payment.paidAt,
      // Only fulfilled orders have a receipt.
      ...(status === 'fulfilled' && {
        payment_method: payment.paidWith?.method ?? null,
        card_last4: payment.paidWith?.cardLast4 ?? null,
        tax_cents: payment.taxCents,
      }),
    })
    .where('id', '=', order.id)
    .execute()
  await requestPaidRentals(tx, order.id)
  if (status !== 'fulfilled') return
  await recordCard(tx, order.user_id, payment.paidWith, payment.paidAt)
  await enqueue(tx, 'mail-receipt', { of: 'order', id: order.id })
  const after = { product: order.product_type, amount_cents: order.amount_cents }
  const act = { action: 'buy', noun: 'order', nounId: order.id, after }
  await recordAction(tx, { id: order.user_id }, act, payment.paidAt)
}

/** The rentals that were paid for are requested as soon as this is committed. */
async function requestPaidRentals(tx: Tx, orderId: OrderId) {
  const rental = await tx
    .selectFrom('rental_checkouts')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('status', '=', sql.lit('open' as const))
    .executeTakeFirst()
  if (rental) await enqueue(tx, 'request-paid-rental', { orderId })
}

/**
 * Refunds a payment that cannot be used: a second deposit or subscription paid in another tab, more
 * than a deposit lacks, or any payment after the account was closed. A job, queued in
 * the same transaction, makes the refund.
 */
async function refundInFull(
  tx: Tx,
  order: OrderRow,
  payment: Payment,
  reason: 'duplicate_payment' | 'account_closed',
) {
  await recordPayment(tx, order, payment, 'refunded')
  const refund = { orderId: order.id, depositId: null, cents: payment.amountCents }
  await recordRefund(tx, { ...refund, reason }, payment.paidAt)
}

async function markExpired(tx: Tx, orderId: OrderId, sessionId: string) {
  await tx
    .updateTable('checkout_orders')
    .set({ stripe_session_id: sessionId })
    .where('id', '=', orderId)
    .execute()
  await expireOrder(tx, orderId)
}
