import type { Db } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import {
  findLiveSubscription,
  readSubscription,
  type SubscriptionSnapshot,
  syncSubscription,
} from '#domain/money/plans/subscriptions.ts'
import type { PaidSession } from '#gateways/stripe/checkout-sessions.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

/**
 * Reads the subscription that a paid session started; null without one, or when the order is
 * already fulfilled. If our records show another live subscription, it is synced with Stripe: it
 * may have ended without an event reaching us.
 */
export async function readStartedSubscription(
  db: Db,
  stripe: StripeGateway,
  orderId: OrderId,
  session: PaidSession,
): Promise<SubscriptionSnapshot | null> {
  if (!session.paid || !session.subscription) return null
  const order = await db
    .selectFrom('checkout_orders')
    .select(['user_id', 'status'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (order?.status !== 'open' && order?.status !== 'expired') return null
  const read = await readSubscription(db, stripe, session.subscription)
  const live = await findLiveSubscription(db, order.user_id)
  if (read && live && live.stripeId !== session.subscription)
    await syncSubscription(db, stripe, live.stripeId, read.state.createdAt)
  return read
}

/** A subscription's payment is on its first invoice, not on the session. */
export function paidByInvoice(session: PaidSession, { state }: SubscriptionSnapshot): PaidSession {
  const [first] = state.paid
  return {
    ...session,
    paymentIntent: first?.paymentIntent ?? null,
    paidWith: first?.paidWith ?? null,
    paidAt: first?.paidAt ?? null,
  }
}
