import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { DepositId, OrderId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { countExternalDepositRefund } from '#domain/money/deposits/deposits.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import { syncSubscription } from '#domain/money/plans/subscriptions.ts'
import type { ExternalRefund } from '#domain/money/refunds/refunds.ts'
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
import { lockTakenParts, type TakenPart } from './taken-parts.ts'

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
    const changes: SyncedPart[] = []
    const parts = await lockTakenParts(tx, state, paymentIntent)
    for (const part of parts) changes.push(await syncPart(tx, state, part, now))
    const [first] = parts
    if (!first) return
    // Both parts have one email, and one for admins.
    const changed = changes.flatMap(({ credits }) => credits ?? [])
    const credits = changed.reduce((sum, one) => sum + one, 0)
    if (changed.length > 0)
      await emailAboutDispute(tx, first.id, { turn: state.state, credits }, now)
    if (state.state === 'open' && changes.some(({ isNew }) => isNew))
      await enqueue(tx, 'tell-admins', { event: 'dispute-opened', id: first.id })
  })
}

type SyncedPart = {
  readonly isNew: boolean
  /** How many credits went on hold or were released; null when nothing changed for the payer. */
  readonly credits: number | null
}

async function syncPart(
  tx: Tx,
  state: DisputeState,
  part: TakenPart,
  now: Date,
): Promise<SyncedPart> {
  const { id, payment } = part
  const { status, isNew } = await lockDispute(tx, state, part)
  if (status === 'lost' || (status === 'won' && state.state !== 'lost'))
    return { isNew: false, credits: null }
  if (state.state === 'open')
    return { isNew, credits: payment ? await freezePayment(tx, payment, now, id, now) : null }
  const write = tx.updateTable('disputes').where('id', '=', id)
  // First: money that now returns to the payer must not be used to cover the loss.
  await write.set({ status: state.state, closed_at: now }).execute()
  const loss = await closeDispute(tx, part, state.state, now)
  await write.set({ loss_cents: loss.cents, loss_credits: loss.credits }).execute()
  return { isNew, credits: payment ? await release(tx, payment, id, now) : 0 }
}

async function closeDispute(
  tx: Tx,
  { id, payment, cents }: TakenPart,
  state: 'won' | 'lost',
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

/** Records a part of a new dispute, and its payer once known. */
async function lockDispute(
  tx: Tx,
  state: DisputeState,
  { id, paymentIntent, payment, cents }: TakenPart,
) {
  const payer = { order_id: payment?.orderId ?? null, user_id: payment?.userId ?? null }
  const values = {
    amount_cents: cents,
    reason: state.reason,
    evidence_due_at: state.evidenceDueAt,
  }
  return await tx
    .insertInto('disputes')
    .values({
      id,
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
  if (refund.status === 'failed') {
    await inTransaction(db, async (tx) => {
      for (const id of [refund.id, depositPartOf(refund.id)]) await reverseLoss(tx, id)
    })
    return
  }
  if (!paymentIntent || refund.status !== 'succeeded') return
  if (!(await findKnownPayment(db, stripe, paymentIntent, now))) return
  await inTransaction(db, async (tx) => {
    for (const part of await lockTakenParts(tx, refund, paymentIntent))
      await countPart(tx, part, refund.createdAt, now)
  })
}

async function countPart(
  tx: Tx,
  { id, paymentIntent, payment, cents }: TakenPart,
  createdAt: Date,
  now: Date,
): Promise<void> {
  if (!payment) return
  const { depositId, orderId, userId } = payment
  const isNew = await tx
    .insertInto('disputes')
    .values({
      id,
      kind: 'refund',
      order_id: orderId,
      user_id: userId,
      payment_intent: paymentIntent,
      amount_cents: cents,
      status: 'lost',
      opened_at: createdAt,
      closed_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return
  const loss =
    depositId && orderId
      ? await returnDeposit(tx, depositId, { id, orderId, cents, createdAt }, now)
      : await revokeCredits(tx, payment, { disputeId: id, key: `refund:${id}`, cents }, now)
  await tx
    .updateTable('disputes')
    .set({ loss_cents: loss.cents, loss_credits: loss.credits })
    .where('id', '=', id)
    .execute()
}

async function returnDeposit(
  tx: Tx,
  depositId: DepositId,
  refund: ExternalRefund,
  now: Date,
): Promise<Loss> {
  const covered = await countExternalDepositRefund(tx, depositId, refund, now)
  return { credits: 0, cents: refund.cents - covered }
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
