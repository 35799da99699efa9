import type Stripe from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { idOf, toDate } from './stripe-values.ts'

/** A refund's current state at Stripe. */
export type RefundState = {
  readonly id: string
  /** A refund that was cancelled at Stripe counts as failed. */
  readonly status: 'pending' | 'succeeded' | 'failed'
  /** Stripe's reason, such as 'expired_or_canceled_card'; null unless it failed. */
  readonly failure: string | null
  /** Our id of the refund; null for one made in Stripe's dashboard. */
  readonly refundId: string | null
  readonly paymentIntent: string | null
  readonly amountCents: number
  readonly createdAt: Date
}

export type RefundCalls = {
  /**
   * Refunds part of a payment, at most once for each of our refund ids. Throws `StripeRefused` when
   * less than the amount is left of the payment.
   */
  readonly refund: (refund: {
    readonly refundId: string
    readonly paymentIntent: string
    readonly amountCents: number
  }) => Promise<RefundState>
  /** Throws `StripeRefused` when there is no such refund. */
  readonly readRefund: (stripeRefundId: string) => Promise<RefundState>
  /** The refunds of a charge, ours and others: the newest 100. */
  readonly refundsOfCharge: (chargeId: string) => Promise<readonly RefundState[]>
}

export function refundCalls({ stripe, call }: StripeClient): RefundCalls {
  return {
    refund: ({ refundId, paymentIntent, amountCents }) =>
      call(async () => {
        // Stripe deletes idempotency keys after a day, but never refunds.
        const earlier = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
        const known = earlier.data.find(({ metadata }) => metadata?.refund_id === refundId)
        if (known) return toRefundState(known)
        const refund = await stripe.refunds.create(
          {
            payment_intent: paymentIntent,
            amount: amountCents,
            metadata: { refund_id: refundId },
          },
          { idempotencyKey: `refund:${refundId}` },
        )
        return toRefundState(refund)
      }),

    readRefund: (stripeRefundId) =>
      call(async () => toRefundState(await stripe.refunds.retrieve(stripeRefundId))),

    refundsOfCharge: (chargeId) =>
      call(async () => {
        const refunds = await stripe.refunds.list({ charge: chargeId, limit: 100 })
        return refunds.data.map(toRefundState)
      }),
  }
}

function toRefundState(refund: Stripe.Refund): RefundState {
  return {
    id: refund.id,
    status: statusOf(refund.status),
    failure: refund.failure_reason ?? null,
    refundId: refund.metadata?.refund_id ?? null,
    paymentIntent: idOf(refund.payment_intent),
    amountCents: refund.amount,
    createdAt: toDate(refund.created),
  }
}

function statusOf(status: Stripe.Refund['status']): RefundState['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
