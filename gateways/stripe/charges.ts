import type Stripe from 'stripe'
import { type PaidWith, paidWithIn } from './paid-with.ts'
import type { StripeClient } from './stripe-client.ts'
import { idOf, toDate } from './stripe-values.ts'

/** An attempt to pay that was refused. */
export type FailedCharge = {
  readonly id: string
  readonly amountCents: number
  readonly customer: string | null
  readonly paymentIntent: string | null
  /** The bank's reason, else Stripe's, such as 'insufficient_funds'. */
  readonly reason: string | null
  readonly attemptedWith: PaidWith | null
  readonly failedAt: Date
}

export type ChargeCalls = {
  /** Null unless the charge has failed. Throws `StripeRefused` when there is no such charge. */
  readonly readFailedCharge: (chargeId: string) => Promise<FailedCharge | null>
}

export function chargeCalls({ stripe, call }: StripeClient): ChargeCalls {
  return {
    readFailedCharge: (chargeId) =>
      call(async () => {
        const charge = await stripe.charges.retrieve(chargeId)
        return charge.status === 'failed' ? toFailedCharge(charge) : null
      }),
  }
}

function toFailedCharge(charge: Stripe.Charge): FailedCharge {
  return {
    id: charge.id,
    amountCents: charge.amount,
    customer: idOf(charge.customer),
    paymentIntent: idOf(charge.payment_intent),
    reason: charge.outcome?.reason ?? charge.failure_code,
    attemptedWith: paidWithIn(charge),
    failedAt: toDate(charge.created),
  }
}
