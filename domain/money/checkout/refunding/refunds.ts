import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RefundStatus } from '#db/enums.ts'
import type { RefundId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { countRefund, resolveDeposit } from '#domain/money/deposits/deposits.ts'
import { depositPartOf, stripeIdOf } from '#domain/money/deposits/payment-parts.ts'
import { countExternalRefund, reverseLoss } from '#domain/money/disputes/disputes.ts'
import { recordRefundAnswer } from '#domain/money/refunds/refunds.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { RefundState } from '#gateways/stripe/refunds.ts'
import { StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { emailAboutRefund } from './refund-mail.ts'
import { returnRefundedCredits } from './refunded-credits.ts'

/**
 * Requests a recorded refund from Stripe under the refund's own id, so that repeating it after a
 * crash refunds once. A final refusal by Stripe is recorded as failed and shown to admins; when
 * Stripe is unavailable this throws and is retried.
 */
export async function makeRefund(
  db: Db,
  stripe: StripeGateway,
  refundId: RefundId,
  now: Date,
): Promise<void> {
  const refund = await db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.status', 'r.amount_cents', 'r.stripe_refund_id', 'o.payment_intent'])
    .where('r.id', '=', refundId)
    .executeTakeFirst()
  if (refund?.status !== 'pending' || refund.stripe_refund_id) return
  const state = await requestFromStripe(
    stripe,
    refund.id,
    refund.payment_intent,
    refund.amount_cents,
  )
  await recordRefundResult(db, refund.id, state, now)
}

async function requestFromStripe(
  stripe: StripeGateway,
  refundId: RefundId,
  paymentIntent: string | null,
  amountCents: number,
): Promise<RefundAnswer> {
  if (!paymentIntent) throw new Error(`refund ${refundId} has no payment to give back`)
  try {
    return await stripe.refund({ refundId, paymentIntent: stripeIdOf(paymentIntent), amountCents })
  } catch (error) {
    if (error instanceof StripeRefused) {
      // A payment that is disputed, or whose dispute was lost, is not refunded; admins see why.
      const failure = error.code === 'charge_disputed' ? error.code : error.message
      return { id: null, status: 'failed', failure }
    }
    throw error
  }
}

/**
 * Updates one refund to its current state at Stripe. One made in Stripe's dashboard is recorded as
 * such.
 */
export async function syncRefund(
  db: Db,
  stripe: StripeGateway,
  stripeRefundId: string,
  now: Date,
): Promise<void> {
  await recordRefundState(db, stripe, await stripe.readRefund(stripeRefundId), now)
}

/** Updates every refund of a charge to its current state at Stripe. */
export async function syncRefundsOfCharge(
  db: Db,
  stripe: StripeGateway,
  chargeId: string,
  now: Date,
): Promise<void> {
  for (const state of await stripe.refundsOfCharge(chargeId))
    await recordRefundState(db, stripe, state, now)
}

async function recordRefundState(db: Db, stripe: StripeGateway, state: RefundState, now: Date) {
  const ours = await db
    .selectFrom('refunds')
    .select('id')
    .where((where) =>
      where.or([
        where('stripe_refund_id', '=', state.id),
        // We crashed after Stripe made it, before recording that.
        where('id', '=', parseId<RefundId>(state.refundId)),
      ]),
    )
    .executeTakeFirst()
  if (ours) return await recordRefundResult(db, ours.id, state, now)
  await countExternalRefund(db, stripe, state, now)
  // Of a deposit that was paid with credits, its part is recorded here too.
  const id = depositPartOf(state.id)
  const part = await db
    .selectFrom('refunds')
    .select('id')
    .where('stripe_refund_id', '=', id)
    .executeTakeFirst()
  if (part) await recordRefundResult(db, part.id, { ...state, id }, now)
}

/** Stripe's result for a refund; no id when Stripe refused to make it. */
type RefundAnswer = {
  readonly id: string | null
  readonly status: RefundStatus
  readonly failure: string | null
}

/** A refund can fail after it has succeeded; no other status changes back. */
const RANK = { pending: 0, succeeded: 1, failed: 2 } as const satisfies Record<RefundStatus, number>

/**
 * Records Stripe's result for a refund, and its effect on the deposit or the credits. An older
 * event that arrives after newer ones changes nothing.
 */
async function recordRefundResult(db: Db, refundId: RefundId, answer: RefundAnswer, now: Date) {
  await inTransaction(db, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!refund || refund.settled_by || RANK[answer.status] < RANK[refund.status]) return
    if (answer.status === refund.status && refund.stripe_refund_id) return
    const { status, failure } = answer
    const stripeRefundId = answer.id ?? refund.stripe_refund_id
    await recordRefundAnswer(tx, refundId, { status, stripeRefundId, failure }, now)
    const returned =
      answer.status === 'failed' && refund.credits !== null
        ? await returnRefundedCredits(tx, { ...refund, credits: refund.credits }, now)
        : null
    // The payer gets an email once the refund has succeeded or failed, not while it is pending.
    if (answer.status !== refund.status)
      await emailAboutRefund(
        tx,
        { refundId, event: answer.status === 'failed' ? 'failed' : 'arrived', returned },
        now,
      )
    if (answer.status === 'failed' && refund.status !== 'failed')
      await enqueue(tx, 'tell-admins', { event: 'refund-failed', id: refundId })
    if (!refund.deposit_id) return
    // A dashboard refund that had succeeded fails now. Its loss goes first, so that the money which
    // it releases does not cover that loss.
    if (refund.reason === 'made_at_stripe') await reverseLoss(tx, answer.id)
    const cents = (status: RefundStatus) => (status === 'succeeded' ? refund.amount_cents : 0)
    await countRefund(tx, refund.deposit_id, cents(answer.status) - cents(refund.status), now)
    // Continues what was waiting for this refund.
    if (answer.status === 'failed') await resolveDeposit(tx, refund.deposit_id, now)
  })
}

/** Locks a refund's order, then the wallet of its payer, then the refund itself. */
export async function lockRefund(tx: Tx, refundId: RefundId) {
  const order = await tx
    .selectFrom('checkout_orders')
    .select('user_id')
    .where('id', '=', (inner) =>
      inner.selectFrom('refunds').select('order_id').where('id', '=', refundId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) return null
  await lockWallet(tx, order.user_id)
  return await tx
    .selectFrom('refunds')
    .select([
      'amount_cents',
      'credits',
      'credits_revoked_by',
      'deposit_id',
      'failure',
      'finished_at',
    ])
    .select(['gift_code_id', 'id', 'note', 'order_id', 'reason', 'requested_at'])
    .select(['retry_of', 'settled_by', 'settlement_note', 'status'])
    .select(['stripe_refund_id'])
    .where('id', '=', refundId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
