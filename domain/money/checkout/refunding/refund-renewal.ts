import type { Db } from '#db/connection.ts'
import type { CoverageId } from '#db/ids.ts'
import { countExternalRefund } from '#domain/money/disputes/disputes.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

/**
 * Refunds what was charged for a plan after its subscriber had deleted their account; the charge
 * has granted nothing. The coverage's id is the idempotency key. A renewal has no order, so the
 * refund is recorded like one made in Stripe's dashboard.
 */
export async function refundRenewal(
  db: Db,
  stripe: StripeGateway,
  coverageId: CoverageId,
  now: Date,
): Promise<void> {
  const paid = await db
    .selectFrom('subscription_coverage')
    .select(['payment_intent', 'paid_cents'])
    .where('id', '=', coverageId)
    .executeTakeFirst()
  if (!paid?.payment_intent) return
  const { payment_intent: paymentIntent, paid_cents: amountCents } = paid
  const refund = await stripe.refund({ refundId: coverageId, paymentIntent, amountCents })
  // Admins are told about a job that fails for good.
  if (refund.status === 'failed') throw new Error(`refund ${refund.id} failed: ${refund.failure}`)
  await countExternalRefund(db, stripe, refund, now)
}
