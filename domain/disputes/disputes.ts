import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { countRefund, refundableCents } from '#domain/deposits/deposits.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { syncSubscription } from '#domain/subscriptions/subscriptions.ts'
import type { DisputeState, RefundState, StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import {
  freezePayment,
  type Loss,
  lockPayment,
  losePayment,
  type PaymentInBooks,
  revokeCredits,
} from './payment-in-books.ts'

/**
 * Brings one dispute to what Stripe says of it now (design.md §4): an open one freezes what its
 * payment became, a won one lets go of it, a lost one takes what is left and records the rest as
 * loss. Any number of calls in any order have one result. Throws while its order is not fulfilled
 * yet: there is nothing to freeze. A payment for something else in the same Stripe account is left
 * alone.
 */
export async function syncDispute(
  db: Db,
  stripe: StripeGateway,
  disputeId: string,
  now: Date,
): Promise<void> {
  const state = await stripe.readDispute(disputeId)
  const { paymentIntent } = state
  if (!paymentIntent) return
  if (!(await findInBooks(db, stripe, paymentIntent, now))) return
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentIntent)
    const known = await lockDispute(tx, state, paymentIntent, payment)
    if (known.status === 'lost' || (known.status === 'won' && state.state !== 'lost')) return
    if (state.state === 'open') {
      if (payment) await freezePayment(tx, payment, now, now)
      return
    }
    const loss = await settle(tx, payment, state, now)
    await tx
      .updateTable('disputes')
      .set({
        status: state.state,
        closed_at: now,
        loss_cents: loss.cents,
        loss_credits: loss.credits,
      })
      .where('id', '=', disputeId)
      .execute()
    if (state.state === 'won' && payment) await release(tx, payment, now)
  })
}

async function settle(
  tx: Tx,
  payment: PaymentInBooks | null,
  { id, state, amountCents: cents }: DisputeState,
  now: Date,
): Promise<Loss> {
  if (state === 'won') return { credits: 0, cents: 0 }
  if (!payment) return { credits: 0, cents }
  return await losePayment(tx, payment, { key: `dispute:${id}`, cents }, now)
}

async function release(tx: Tx, payment: PaymentInBooks, now: Date): Promise<void> {
  const other = await tx
    .selectFrom('disputes')
    .select('id')
    .where('payment_intent', '=', payment.paymentIntent)
    .where('kind', '=', 'dispute')
    .where('status', '<>', 'won')
    .executeTakeFirst()
  if (!other) await freezePayment(tx, payment, null, now)
}

/** Writes a dispute down if it is new, and learns whose it is once that is known. */
async function lockDispute(
  tx: Tx,
  state: DisputeState,
  paymentIntent: string,
  payment: PaymentInBooks | null,
) {
  const whose = { order_id: payment?.orderId ?? null, user_id: payment?.userId ?? null }
  return await tx
    .insertInto('disputes')
    .values({
      id: state.id,
      ...whose,
      payment_intent: paymentIntent,
      amount_cents: state.amountCents,
      reason: state.reason,
      status: 'open',
      opened_at: state.openedAt,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...whose, amount_cents: state.amountCents }),
    )
    .returning('status')
    .executeTakeFirstOrThrow()
}

/**
 * A dispute or refund can arrive before its payment became anything. What a checkout was paid with
 * is tried again once its order is fulfilled; what a bill of a subscription collected is written
 * down here and now. Answers whether it is a payment of ours: one that our books know, or that names
 * an order.
 */
async function findInBooks(
  db: Db,
  stripe: StripeGateway,
  paymentIntent: string,
  now: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('checkout_orders')
    .select('payment_intent')
    .where('payment_intent', '=', paymentIntent)
    .unionAll(
      db
        .selectFrom('subscription_coverage')
        .select('payment_intent')
        .where('payment_intent', '=', paymentIntent),
    )
    .executeTakeFirst()
  if (known) return true
  const orderId = parseId(await stripe.orderOfPayment(paymentIntent))
  if (!orderId) {
    const subscription = await stripe.subscriptions.ofPayment(paymentIntent)
    return subscription !== null && (await syncSubscription(db, stripe, subscription, now)) !== null
  }
  const order = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (order) throw new Error(`order ${orderId} is not fulfilled yet`)
  return true
}

/**
 * A refund that we did not ask for, made in Stripe's dashboard (design.md §4). Of a deposit it gives
 * back what is left; of credits it takes back what is left, as a lost dispute does. What is beyond
 * that is recorded as loss. Counts once.
 */
export async function countRefundMadeElsewhere(
  db: Db,
  stripe: StripeGateway,
  refund: RefundState,
  now: Date,
): Promise<void> {
  const { paymentIntent } = refund
  if (!paymentIntent || refund.status !== 'succeeded') return
  if (!(await findInBooks(db, stripe, paymentIntent, now))) return
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentIntent)
    if (!payment) return
    const isNew = await tx
      .insertInto('disputes')
      .values({
        id: refund.id,
        kind: 'refund',
        order_id: payment.orderId,
        user_id: payment.userId,
        payment_intent: paymentIntent,
        amount_cents: refund.amountCents,
        status: 'lost',
        opened_at: refund.createdAt,
        closed_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isNew) return
    const loss = payment.depositId
      ? await returnDeposit(tx, payment, payment.depositId, refund, now)
      : await revokeCredits(
          tx,
          payment,
          { key: `refund:${refund.id}`, cents: refund.amountCents },
          now,
        )
    await tx
      .updateTable('disputes')
      .set({ loss_cents: loss.cents, loss_credits: loss.credits })
      .where('id', '=', refund.id)
      .execute()
  })
}

async function returnDeposit(
  tx: Tx,
  payment: PaymentInBooks,
  depositId: string,
  refund: RefundState,
  now: Date,
): Promise<Loss> {
  const cents = Math.min(refund.amountCents, await refundableCents(tx, depositId))
  if (cents > 0 && payment.orderId) {
    await tx
      .insertInto('refunds')
      .values({
        id: newId(),
        order_id: payment.orderId,
        deposit_id: depositId,
        amount_cents: cents,
        reason: 'made_at_stripe',
        status: 'succeeded',
        stripe_refund_id: refund.id,
        requested_at: refund.createdAt,
        finished_at: now,
      })
      .execute()
    await countRefund(tx, depositId, cents, now)
  }
  return { credits: 0, cents: refund.amountCents - cents }
}
