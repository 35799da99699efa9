import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { DepositId, OrderId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { countExternalDepositRefund } from '#domain/money/deposits/deposits.ts'
import { syncSubscription } from '#domain/money/plans/subscriptions.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { DisputeState } from '#gateways/stripe/disputes.ts'
import type { RefundState } from '#gateways/stripe/refunds.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { emailAboutDispute } from './dispute-mail.ts'
import {
  freezePayment,
  type KnownPayment,
  type Loss,
  lockPayment,
  losePayment,
  revokeCredits,
} from './known-payment.ts'

export { searchDisputes } from './dispute-queries.ts'

/**
 * Updates one dispute to its current state at Stripe (spec 8.3): an open one freezes what its
 * payment bought, a won one releases it, a lost one takes what is left and records the rest as a
 * loss. Any number of calls, in any order, have the same result. Throws while the order is not
 * fulfilled, because there is nothing to freeze yet. Payments for something else in the same Stripe
 * account are ignored.
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
  if (!(await findKnownPayment(db, stripe, paymentIntent, now))) return
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentIntent)
    const known = await lockDispute(tx, state, paymentIntent, payment)
    if (known.status === 'lost' || (known.status === 'won' && state.state !== 'lost')) return
    if (state.state === 'open') {
      if (payment) {
        const credits = await freezePayment(tx, payment, now, disputeId, now)
        await emailAboutDispute(tx, disputeId, { turn: 'open', credits }, now)
      }
      if (known.isNew) await enqueue(tx, 'tell-admins', { event: 'dispute-opened', id: disputeId })
      return
    }
    const write = tx.updateTable('disputes').where('id', '=', disputeId)
    // First: money that now returns to the payer must not be used to cover the loss.
    await write.set({ status: state.state, closed_at: now }).execute()
    const loss = await closeDispute(tx, payment, state, now)
    await write.set({ loss_cents: loss.cents, loss_credits: loss.credits }).execute()
    const credits = payment ? await release(tx, payment, disputeId, now) : 0
    await emailAboutDispute(tx, disputeId, { turn: state.state, credits }, now)
  })
}

async function closeDispute(
  tx: Tx,
  payment: KnownPayment | null,
  { id, state, amountCents: cents }: DisputeState,
  now: Date,
): Promise<Loss> {
  if (state === 'won') return { credits: 0, cents: 0 }
  if (!payment) return { credits: 0, cents }
  return await losePayment(tx, payment, { disputeId: id, key: `dispute:${id}`, cents }, now)
}

/** Releases what no other dispute holds; losses stay. */
async function release(
  tx: Tx,
  payment: KnownPayment,
  disputeId: string,
  now: Date,
): Promise<number> {
  const other = await tx
    .selectFrom('disputes')
    .select('id')
    .where('payment_intent', '=', payment.paymentIntent)
    .where('kind', '=', 'dispute')
    .where('status', '=', 'open')
    .executeTakeFirst()
  return other ? 0 : await freezePayment(tx, payment, null, disputeId, now)
}

/** Records a new dispute, and its payer once known. */
async function lockDispute(
  tx: Tx,
  state: DisputeState,
  paymentIntent: string,
  payment: KnownPayment | null,
) {
  const payer = { order_id: payment?.orderId ?? null, user_id: payment?.userId ?? null }
  const values = {
    amount_cents: state.amountCents,
    reason: state.reason,
    evidence_due_at: state.evidenceDueAt,
  }
  return await tx
    .insertInto('disputes')
    .values({
      id: state.id,
      ...payer,
      payment_intent: paymentIntent,
      status: 'open',
      opened_at: state.openedAt,
      ...values,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...payer, ...values }))
    .returning(['status', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
}

/**
 * A dispute or refund can arrive before its payment is fulfilled. For a checkout it is retried once
 * the order is fulfilled; a subscription's invoice is recorded here. Returns whether the payment is
 * ours: in our records, or with an order's id.
 */
async function findKnownPayment(
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
  const orderId = parseId<OrderId>(await stripe.orderOfPayment(paymentIntent))
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
 * A refund that we did not request, made in Stripe's dashboard (spec 8.3). It takes what is left of
 * the deposit or, like a lost dispute, of the credits. Anything beyond that is recorded as a loss.
 * Each refund counts once.
 */
export async function countExternalRefund(
  db: Db,
  stripe: StripeGateway,
  refund: RefundState,
  now: Date,
): Promise<void> {
  const { paymentIntent } = refund
  if (refund.status === 'failed') return await inTransaction(db, (tx) => reverseLoss(tx, refund.id))
  if (!paymentIntent || refund.status !== 'succeeded') return
  if (!(await findKnownPayment(db, stripe, paymentIntent, now))) return
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
    const { id, amountCents: cents } = refund
    const { depositId, orderId } = payment
    const loss =
      depositId && orderId
        ? await returnDeposit(tx, { depositId, orderId }, refund, now)
        : await revokeCredits(tx, payment, { disputeId: id, key: `refund:${id}`, cents }, now)
    await tx
      .updateTable('disputes')
      .set({ loss_cents: loss.cents, loss_credits: loss.credits })
      .where('id', '=', refund.id)
      .execute()
  })
}

async function returnDeposit(
  tx: Tx,
  { depositId, orderId }: { readonly depositId: DepositId; readonly orderId: OrderId },
  { id, amountCents, createdAt }: RefundState,
  now: Date,
): Promise<Loss> {
  const refund = { id, orderId, cents: amountCents, createdAt }
  const covered = await countExternalDepositRefund(tx, depositId, refund, now)
  return { credits: 0, cents: amountCents - covered }
}

/** Reverses the loss of a dashboard refund that failed later: that money is back with us. */
export async function reverseLoss(tx: Tx, stripeRefundId: string | null): Promise<void> {
  const forgotten = await tx
    .updateTable('disputes')
    .set({ status: 'won', loss_cents: 0, loss_credits: 0 })
    .where('id', '=', stripeRefundId)
    .where('kind', '=', 'refund')
    .where('status', '=', sql.lit('lost' as const))
    .returning((one) => [
      'id',
      one
        .exists(
          one
            .selectFrom('deposit_payments as p')
            .select('p.order_id')
            .whereRef('p.payment_intent', '=', 'disputes.payment_intent'),
        )
        .as('isDeposit'),
    ])
    .executeTakeFirst()
  // The credits that it revoked stay revoked: an admin has to decide about them.
  if (forgotten && !forgotten.isDeposit)
    await enqueue(tx, 'tell-admins', { event: 'dashboard-refund-failed', id: forgotten.id })
}

/**
 * Puts credits and codes that were restored to a disputed payment on hold, like its other credits.
 * Returns whether it is disputed. Part of a command that has locked the order and the wallet.
 */
export async function holdWhileDisputed(
  tx: Tx,
  paymentIntent: string,
  now: Date,
): Promise<boolean> {
  const open = await tx
    .selectFrom('disputes')
    .select('id')
    .where('payment_intent', '=', paymentIntent)
    .where('kind', '=', 'dispute')
    .where('status', '=', 'open')
    .executeTakeFirst()
  const payment = open && (await lockPayment(tx, paymentIntent))
  if (!payment) return false
  await freezePayment(tx, payment, now, open.id, now)
  return true
}
