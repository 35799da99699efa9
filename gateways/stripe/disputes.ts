import type Stripe from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { idOf, toDate, toDateOrNull } from './stripe-values.ts'

/** A dispute's current state at Stripe. */
export type DisputeState = {
  readonly id: string
  /** An inquiry that was closed without a dispute counts as won. */
  readonly state: 'open' | 'won' | 'lost'
  /** Stripe's reason: 'fraudulent', 'product_not_received' and so on. */
  readonly reason: string
  readonly amountCents: number
  readonly paymentIntent: string | null
  readonly openedAt: Date
  /** The deadline for evidence; null when Stripe states none. */
  readonly evidenceDueAt: Date | null
}

export type DisputeCalls = {
  /** Throws `StripeRefused` when there is no such dispute. */
  readonly readDispute: (disputeId: string) => Promise<DisputeState>
}

export function disputeCalls({ stripe, call }: StripeClient): DisputeCalls {
  return {
    readDispute: (disputeId) =>
      call(async () => {
        const dispute = await stripe.disputes.retrieve(disputeId)
        return {
          id: dispute.id,
          state: stateOf(dispute.status),
          reason: dispute.reason,
          amountCents: dispute.amount,
          paymentIntent: idOf(dispute.payment_intent),
          openedAt: toDate(dispute.created),
          evidenceDueAt: toDateOrNull(dispute.evidence_details.due_by),
        }
      }),
  }
}

function stateOf(status: Stripe.Dispute.Status): DisputeState['state'] {
  if (status === 'lost') return 'lost'
  const isOver = status === 'won' || status === 'warning_closed' || status === 'prevented'
  return isOver ? 'won' : 'open'
}
