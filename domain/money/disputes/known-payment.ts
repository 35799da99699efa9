import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { DepositId, OrderId, PersonId } from '#db/ids.ts'
import {
  freezeLots,
  lockWallet,
  recordOwedCredits,
  revokeLots,
} from '#domain/money/credits/credits.ts'
import { freezeDeposit, loseDeposit } from '#domain/money/deposits/deposits.ts'
import { freezeCodesOf, revokeDisputedCode } from '#domain/money/gifts/gifts.ts'
import { CREDITS_A_MONTH, MONTHS_PAID } from '#domain/money/plans/plans.ts'
import { dropMonths, holdCoverage } from '#domain/money/plans/subscriptions.ts'

/** A payment in our records: who paid, and for what. */
export type KnownPayment = {
  readonly paymentIntent: string
  readonly userId: PersonId
  /** Null for the renewals of a subscription: they have no order. */
  readonly orderId: OrderId | null
  readonly depositId: DepositId | null
  readonly paidCents: number
  /** All credits that it pays for, including those of later months and of a friend. */
  readonly credits: number
}

/** Finds a payment and locks its order and its payer's wallet, in the global lock order. */
export async function lockPayment(tx: Tx, paymentIntent: string): Promise<KnownPayment | null> {
  const payment = (await paymentOfOrder(tx, paymentIntent)) ?? (await renewal(tx, paymentIntent))
  if (payment) await lockWallet(tx, payment.userId)
  return payment
}

async function paymentOfOrder(tx: Tx, paymentIntent: string): Promise<KnownPayment | null> {
  const order = await tx
    .selectFrom('checkout_orders')
    .select(['id', 'user_id', 'credits', 'amount_cents'])
    .where('payment_intent', '=', paymentIntent)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) return null
  const deposit = await tx
    .selectFrom('deposit_payments')
    .select('deposit_id as id')
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  const { id: orderId, user_id: userId, credits, amount_cents: paidCents } = order
  return { paymentIntent, userId, orderId, depositId: deposit?.id ?? null, paidCents, credits }
}

async function renewal(tx: Tx, paymentIntent: string): Promise<KnownPayment | null> {
  const coverage = await tx
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['s.user_id', 's.order_id', 'c.product_type', 'c.paid_cents as paidCents'])
    .where('c.payment_intent', '=', paymentIntent)
    .executeTakeFirst()
  if (!coverage) return null
  const { user_id: userId, order_id: orderId, paidCents } = coverage
  const credits = CREDITS_A_MONTH * MONTHS_PAID[coverage.product_type]
  return { paymentIntent, userId, orderId, depositId: null, paidCents, credits }
}

/**
 * Puts everything unused that a payment bought on hold, or releases it (`null`). Returns how many
 * credits that changes.
 */
export async function freezePayment(
  tx: Tx,
  payment: KnownPayment,
  frozenAt: Date | null,
  disputeId: string,
  now: Date,
): Promise<number> {
  const { paymentIntent } = payment
  const credits = await freezeLots(tx, { ...payment, key: disputeId }, frozenAt, now)
  await freezeCodesOf(tx, paymentIntent, frozenAt)
  await holdCoverage(tx, paymentIntent, frozenAt ? 'freeze' : 'release', now)
  if (payment.depositId) await freezeDeposit(tx, payment.depositId, frozenAt, now)
  return credits
}

/** What could not be recovered of a reversed payment. */
export type Loss = { readonly credits: number; readonly cents: number }

/**
 * Revokes the reversed share of a payment's credits, code and months, and returns how much of it
 * was used before; never below zero. The remaining credits go first, then an unclaimed code, then
 * future months. A code is never split. `key` makes it happen once.
 */
export async function revokeCredits(
  tx: Tx,
  payment: KnownPayment,
  taken: { readonly disputeId: string; readonly key: string; readonly cents: number },
  now: Date,
): Promise<Loss> {
  const share = await shareOf(tx, payment, taken)
  const of = { ...payment, key: taken.key, credits: share.isAll ? ('all' as const) : share.credits }
  const { revoked, spent } = await revokeLots(tx, of, now)
  // Locked: a friend who claims a code at this moment locks neither this order nor this wallet.
  const codes = await tx
    .selectFrom('gift_codes')
    .select(['id', 'claimed', 'credits_amount'])
    .where('payment_intent', '=', payment.paymentIntent)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .execute()
  let left = share.credits - revoked
  for (const { id, credits_amount } of codes.filter(({ claimed }) => !claimed)) {
    if (!share.isAll && left < credits_amount) continue
    left -= credits_amount
    await revokeDisputedCode(tx, id, now)
  }
  const claimed = codes
    .filter((code) => code.claimed)
    .reduce((sum, code) => sum + code.credits_amount, 0)
  if (share.isAll) await holdCoverage(tx, payment.paymentIntent, 'revoke', now)
  else {
    const months = Math.floor(left / CREDITS_A_MONTH)
    left -= CREDITS_A_MONTH * (await dropMonths(tx, payment.paymentIntent, months, now))
    await recordOwedCredits(tx, { ...payment, credits: left })
  }
  const credits = Math.max(0, Math.min(left, spent + claimed))
  const lostShare = share.credits > 0 ? credits / share.credits : share.isAll ? 0 : 1
  return { credits, cents: Math.round(taken.cents * lostShare) }
}

/** The credits that a part of a payment bought, rounded so that all parts add up to the total. */
async function shareOf(
  tx: Tx,
  { paymentIntent, paidCents, credits }: KnownPayment,
  taken: { readonly disputeId: string; readonly cents: number },
): Promise<{ readonly credits: number; readonly isAll: boolean }> {
  const earlier = await tx
    .selectFrom('disputes')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('payment_intent', '=', paymentIntent)
    .where('status', '=', sql.lit('lost' as const))
    .where('id', '<>', taken.disputeId)
    .executeTakeFirstOrThrow()
  const refunded = await tx
    .selectFrom('refunds as f')
    .innerJoin('checkout_orders as o', 'o.id', 'f.order_id')
    .select(sql<number>`coalesce(sum(f.amount_cents), 0)::integer`.as('cents'))
    .where('o.payment_intent', '=', paymentIntent)
    .where(sql<boolean>`refund_holds_credits(f)`)
    .executeTakeFirstOrThrow()
  const gone = earlier.cents + refunded.cents
  const before = Math.min(paidCents, gone)
  const after = Math.min(paidCents, gone + taken.cents)
  const worth = (cents: number) => (paidCents === 0 ? 0 : Math.round((credits * cents) / paidCents))
  return { credits: worth(after) - worth(before), isAll: after === paidCents }
}

/** Like `revokeCredits`, for a lost dispute; takes at most the disputed amount from a deposit. */
export async function losePayment(
  tx: Tx,
  payment: KnownPayment,
  taken: { readonly disputeId: string; readonly key: string; readonly cents: number },
  now: Date,
): Promise<Loss> {
  if (!payment.depositId) return await revokeCredits(tx, payment, taken, now)
  const covered = await loseDeposit(tx, payment.depositId, taken.cents, now)
  return { credits: 0, cents: taken.cents - covered }
}
