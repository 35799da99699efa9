import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { freezeLots, lockWallet, revokeLots } from '#domain/credits/credits.ts'
import { freezeDeposit, loseDeposit } from '#domain/deposits/deposits.ts'
import { CREDITS_A_MONTH } from '#domain/subscriptions/plans.ts'
import { holdCoverage } from '#domain/subscriptions/subscriptions.ts'

/** A payment as our books know it: who paid, and what for. */
export type PaymentInBooks = {
  readonly paymentIntent: string
  readonly userId: string
  /** Null for the renewals of a subscription: they have no order. */
  readonly orderId: string | null
  readonly depositId: string | null
  /** All credits that it pays for, those of later months and of a friend included. */
  readonly credits: number
}

const MONTHS_OF_PLAN = { subscription_monthly: 1, subscription_annual: 12 } as const

/** Finds a payment and locks its order and its payer's wallet, in the order of the house. */
export async function lockPayment(tx: Tx, paymentIntent: string): Promise<PaymentInBooks | null> {
  const payment = (await paymentOfOrder(tx, paymentIntent)) ?? (await renewal(tx, paymentIntent))
  if (payment) await lockWallet(tx, payment.userId)
  return payment
}

async function paymentOfOrder(tx: Tx, paymentIntent: string): Promise<PaymentInBooks | null> {
  const order = await tx
    .selectFrom('checkout_orders')
    .select(['id', 'user_id', 'credits'])
    .where('payment_intent', '=', paymentIntent)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) return null
  const deposit = await tx
    .selectFrom('deposits')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  const { id: orderId, user_id: userId, credits } = order
  return { paymentIntent, userId, orderId, depositId: deposit?.id ?? null, credits }
}

async function renewal(tx: Tx, paymentIntent: string): Promise<PaymentInBooks | null> {
  const coverage = await tx
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['s.user_id', 's.order_id', 'c.product_type'])
    .where('c.payment_intent', '=', paymentIntent)
    .executeTakeFirst()
  if (!coverage) return null
  const { user_id: userId, order_id: orderId } = coverage
  const credits = CREDITS_A_MONTH * MONTHS_OF_PLAN[coverage.product_type]
  return { paymentIntent, userId, orderId, depositId: null, credits }
}

/** Holds everything that a payment became and that can still be used, or lets go of it (`null`). */
export async function freezePayment(
  tx: Tx,
  payment: PaymentInBooks,
  frozenAt: Date | null,
  now: Date,
): Promise<void> {
  const { paymentIntent } = payment
  await freezeLots(tx, payment, frozenAt)
  await tx
    .updateTable('gift_codes')
    .set({ frozen_at: frozenAt })
    .where('payment_intent', '=', paymentIntent)
    .where('claimed', '=', sql.lit(false))
    .where('revoked_at', 'is', null)
    .execute()
  await holdCoverage(tx, paymentIntent, frozenAt ? 'freeze' : 'release', now)
  if (payment.depositId) await freezeDeposit(tx, payment.depositId, frozenAt, now)
}

/** What could not be taken back any more of a payment that was taken back from us. */
export type Loss = { readonly credits: number; readonly cents: number }

/**
 * Takes back what is left of the credits, the code and the months that a payment bought, and
 * answers what was used before: never below zero. `key` makes it happen once.
 */
export async function revokeCredits(
  tx: Tx,
  payment: PaymentInBooks,
  taken: { readonly key: string; readonly cents: number },
  now: Date,
): Promise<Loss> {
  const { spent } = await revokeLots(tx, { ...payment, key: taken.key }, now)
  const codes = await tx
    .updateTable('gift_codes')
    .set({ revoked_at: sql<Date | null>`case when claimed then null else ${now}::timestamptz end` })
    .set({ frozen_at: null })
    .where('payment_intent', '=', payment.paymentIntent)
    .where('revoked_at', 'is', null)
    .returning(['claimed', 'credits_amount'])
    .execute()
  await holdCoverage(tx, payment.paymentIntent, 'revoke', now)
  const claimed = codes
    .filter((code) => code.claimed)
    .reduce((sum, code) => sum + code.credits_amount, 0)
  const credits = spent + claimed
  const share = payment.credits > 0 ? Math.min(1, credits / payment.credits) : 0
  return { credits, cents: Math.round(taken.cents * share) }
}

/** The same for a lost dispute, which takes the deposit as well. */
export async function losePayment(
  tx: Tx,
  payment: PaymentInBooks,
  taken: { readonly key: string; readonly cents: number },
  now: Date,
): Promise<Loss> {
  if (!payment.depositId) return await revokeCredits(tx, payment, taken, now)
  const covered = await loseDeposit(tx, payment.depositId, now)
  return { credits: 0, cents: Math.max(0, taken.cents - covered) }
}
