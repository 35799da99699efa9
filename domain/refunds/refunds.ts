import type { Tx } from '#db/connection.ts'
import type { RefundReason, RefundStatus } from '#db/enums.ts'
import type { DepositId, GiftCodeId, OrderId, PersonId, RefundId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'

// The rows of `refunds`. What a refund does to its deposit or to the credits of its purchase is with
// the commands in domain/deposits and domain/checkout that call these parts.

/**
 * Writes down that money goes back, and puts the job into the queue that asks the payment provider
 * for it. Part of a command; the refund's id is what makes it happen once.
 */
export async function recordRefund(
  tx: Tx,
  refund: {
    readonly orderId: OrderId
    readonly depositId: DepositId | null
    readonly cents: number
    readonly reason: RefundReason
    /** The failed refund that this one stands in for. */
    readonly retryOf?: RefundId | undefined
    /** Of a purchase: what it takes back, and why. */
    readonly purchase?: {
      readonly credits: number
      readonly giftCodeId: GiftCodeId | null
      readonly note: string | null
    }
  },
  now: Date,
): Promise<RefundId> {
  const refundId: RefundId = newId()
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      order_id: refund.orderId,
      deposit_id: refund.depositId,
      amount_cents: refund.cents,
      reason: refund.reason,
      requested_at: now,
      retry_of: refund.retryOf ?? null,
      credits: refund.purchase?.credits ?? null,
      gift_code_id: refund.purchase?.giftCodeId ?? null,
      note: refund.purchase?.note ?? null,
    })
    .execute()
  await enqueue(tx, 'make-refund', { refundId }, { key: `refund:${refundId}` })
  return refundId
}

export type RefundMadeElsewhere = {
  /** Stripe's id of it. */
  readonly id: string
  /** Of the payment that it gives back. */
  readonly orderId: OrderId
  readonly cents: number
  readonly createdAt: Date
}

/** A refund of a deposit made in the payment provider's dashboard; known already, it grows. */
export async function recordRefundMadeElsewhere(
  tx: Tx,
  depositId: DepositId,
  refund: RefundMadeElsewhere,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      order_id: refund.orderId,
      deposit_id: depositId,
      amount_cents: refund.cents,
      reason: 'made_at_stripe',
      status: 'succeeded',
      stripe_refund_id: refund.id,
      requested_at: refund.createdAt,
      finished_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('stripe_refund_id').doUpdateSet((set) => ({
        amount_cents: set('refunds.amount_cents', '+', refund.cents),
      })),
    )
    .execute()
}

/** Writes down what the payment provider says of a refund. The caller holds it. */
export async function recordRefundAnswer(
  tx: Tx,
  refundId: RefundId,
  answer: {
    readonly status: RefundStatus
    readonly stripeRefundId: string | null
    readonly failure: string | null
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      status: answer.status,
      stripe_refund_id: answer.stripeRefundId,
      failure: answer.failure,
      finished_at: answer.status === 'pending' ? null : now,
    })
    .where('id', '=', refundId)
    .execute()
}

/** Writes down that an admin has paid a failed refund outside the payment provider. */
export async function recordRefundByHand(
  tx: Tx,
  refundId: RefundId,
  payment: { readonly adminId: PersonId; readonly cents: number; readonly note: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ status: 'succeeded', amount_cents: payment.cents, settled_by: payment.adminId })
    .set({ settlement_note: payment.note, finished_at: now })
    .where('id', '=', refundId)
    .execute()
}
