import type { Tx } from '#db/connection.ts'
import type { RefundReason } from '#db/enums.ts'
import { enqueue } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import { type DepositRow, paymentsOf } from './deposit-row.ts'

/**
 * Writes down that money goes back, and puts the job into the queue that asks the payment provider
 * for it. Part of a command; the refund's id is what makes it happen once.
 */
export async function recordRefund(
  tx: Tx,
  refund: {
    readonly orderId: string
    readonly depositId: string | null
    readonly cents: number
    readonly reason: RefundReason
    /** The failed refund that this one stands in for. */
    readonly retryOf?: string | undefined
    /** Of a purchase: what it takes back, and why. */
    readonly purchase?: {
      readonly credits: number
      readonly giftCodeId: string | null
      readonly note: string | null
    }
  },
  now: Date,
): Promise<string> {
  const refundId = newId()
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

/** All that is left goes back: the deposit serves nothing any more. */
export async function giveBack(
  tx: Tx,
  deposit: DepositRow,
  cents: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ refund_requested_at: now })
    .where('id', '=', deposit.id)
    .execute()
  await refundFromPayments(tx, deposit.id, cents, now)
}

/** Writes down that cents of a deposit go back, one refund for each payment that they come from. */
export async function refundFromPayments(
  tx: Tx,
  depositId: string,
  cents: number,
  now: Date,
): Promise<void> {
  let open = cents
  for (const { orderId, leftCents } of await paymentsOf(tx, depositId)) {
    const part = Math.min(open, leftCents)
    if (part <= 0) continue
    open -= part
    await recordRefund(tx, { orderId, depositId, cents: part, reason: 'deposit_returned' }, now)
  }
  if (open > 0) throw new Error(`no payment of deposit ${depositId} has ${open} cents left`)
}

export type RefundMadeElsewhere = {
  /** Stripe's id of it. */
  readonly id: string
  /** Of the payment that it gives back. */
  readonly orderId: string
  readonly cents: number
  readonly createdAt: Date
}

export async function addRefundMadeElsewhere(
  tx: Tx,
  depositId: string,
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
  await tx
    .updateTable('deposits')
    .set((set) => ({ refunded_cents: set('refunded_cents', '+', refund.cents) }))
    .where('id', '=', depositId)
    .execute()
}
