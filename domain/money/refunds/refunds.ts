import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { RefundReason, RefundStatus } from '#db/enums.ts'
import type { DepositId, GiftCodeId, OrderId, PersonId, RefundId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'

// The rows of `refunds`. The effects on a deposit or on the credits of a purchase are in the
// commands of domain/deposits and domain/checkout that call these parts.

/**
 * Records a refund, and queues the job that requests it from the payment provider. Part of a
 * command; the refund's id makes it happen once.
 */
export async function recordRefund(
  tx: Tx,
  refund: {
    readonly orderId: OrderId
    readonly depositId: DepositId | null
    readonly cents: number
    readonly reason: RefundReason
    /** The failed refund that this one replaces. */
    readonly retryOf?: RefundId | undefined
    /** For a purchase: what it revokes, and why. */
    readonly purchase?: {
      readonly credits: number
      readonly giftCodeId: GiftCodeId | null
      readonly note: string | null
      /** The earlier refund that revoked the credits, if they stayed revoked. */
      readonly revokedBy: RefundId | null
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
      credits_revoked_by: refund.purchase?.revokedBy ?? null,
    })
    .execute()
  await enqueue(tx, 'make-refund', { refundId }, { key: `refund:${refundId}` })
  return refundId
}

export type ExternalRefund = {
  /** Stripe's id of the refund. */
  readonly id: string
  /** The payment that it refunds. */
  readonly orderId: OrderId
  readonly cents: number
  readonly createdAt: Date
}

/**
 * Records a refund of a deposit made in the payment provider's dashboard; if it is already known,
 * its amount grows.
 */
export async function recordExternalRefund(
  tx: Tx,
  depositId: DepositId,
  refund: ExternalRefund,
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

/** Records the payment provider's result for a refund. The caller holds its lock. */
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

/** Records that a failed refund keeps its credits: they stay revoked. */
export async function keepCredits(tx: Tx, refundId: RefundId): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ credits_revoked_by: refundId })
    .where('id', '=', refundId)
    .execute()
}

/** Records that an admin has refunded a failed refund outside the payment provider. */
export async function recordManualRefund(
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

/**
 * SQL: the cents of a failed refund `r` that are still owed. Refunding a gift revokes its code,
 * which is not possible once the code has expired, unless the refund kept it revoked.
 */
export const centsLeft = (now: Date) =>
  sql<number>`case when r.credits_revoked_by is null and exists (select from gift_codes g where g.id = r.gift_code_id
    and g.expires_at <= ${now}) then 0 else refund_cents_left(r) end`
