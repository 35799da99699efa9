import { type Db, inTransaction } from '#db/connection.ts'
import type { RefundState, StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { StripeRefused } from '#gateways/stripe/stripe-gateway.ts'

/**
 * Asks Stripe for a refund that was recorded, under the refund's own id, so that repeating it
 * after a crash gives the money back once. What Stripe refuses for good is marked failed and
 * shown to admins; what it cannot answer now throws and is tried again.
 */
export async function makeRefund(
  db: Db,
  stripe: StripeGateway,
  refundId: string,
  now: Date,
): Promise<void> {
  const refund = await db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.status', 'r.amount_cents', 'r.stripe_refund_id', 'o.payment_intent'])
    .where('r.id', '=', refundId)
    .executeTakeFirst()
  if (refund?.status !== 'pending' || refund.stripe_refund_id) return
  const state = await ask(stripe, refund.id, refund.payment_intent, refund.amount_cents)
  await settleRefund(db, refund.id, state, now, { first: true })
}

async function ask(
  stripe: StripeGateway,
  refundId: string,
  paymentIntent: string | null,
  amountCents: number,
): Promise<Omit<RefundState, 'id'> & { readonly id: string | null }> {
  if (!paymentIntent) throw new Error(`refund ${refundId} has no payment to give back`)
  try {
    return await stripe.refund({ refundId, paymentIntent, amountCents })
  } catch (error) {
    if (error instanceof StripeRefused)
      return { id: null, status: 'failed', failure: error.message }
    throw error
  }
}

/** Brings one refund to what Stripe says of it now; a refund that is not ours is left alone. */
export async function syncRefund(
  db: Db,
  stripe: StripeGateway,
  stripeRefundId: string,
  now: Date,
): Promise<void> {
  const state = await stripe.readRefund(stripeRefundId)
  const ours = await db
    .selectFrom('refunds')
    .select('id')
    .where('stripe_refund_id', '=', stripeRefundId)
    .executeTakeFirst()
  if (ours) await settleRefund(db, ours.id, state, now)
}

/** `first`: only if nobody has written it down before, whose news may be newer than ours. */
async function settleRefund(
  db: Db,
  refundId: string,
  state: Omit<RefundState, 'id'> & { readonly id: string | null },
  now: Date,
  { first = false } = {},
): Promise<void> {
  await inTransaction(db, (tx) =>
    tx
      .updateTable('refunds')
      .set({
        status: state.status,
        stripe_refund_id: state.id,
        failure: state.failure,
        finished_at: state.status === 'pending' ? null : now,
      })
      .where('id', '=', refundId)
      .$if(first, (query) => query.where('stripe_refund_id', 'is', null))
      .execute(),
  )
}
