import type { Tx } from '#db/connection.ts'
import type { RefundReason } from '#db/enums.ts'
import type { DepositId } from '#db/ids.ts'
import {
  type ExternalRefund,
  recordExternalRefund,
  recordRefund,
} from '#domain/money/refunds/refunds.ts'
import { type DepositRow, paymentsOf } from './deposit-row.ts'

/** Refunds `cents`, all that is left of a deposit, which then no longer covers rentals. */
export async function refundRest(
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
  await refundFromPayments(tx, deposit.id, { cents, reason: 'deposit_returned' }, now)
}

/** Records refunds of `cents` of a deposit, one for each payment that they come from. */
export async function refundFromPayments(
  tx: Tx,
  depositId: DepositId,
  { cents, reason }: { readonly cents: number; readonly reason: RefundReason },
  now: Date,
): Promise<void> {
  let open = cents
  for (const { orderId, leftCents } of await paymentsOf(tx, depositId)) {
    const part = Math.min(open, leftCents)
    if (part <= 0) continue
    open -= part
    await recordRefund(tx, { orderId, depositId, cents: part, reason }, now)
  }
  if (open > 0) throw new Error(`no payment of deposit ${depositId} has ${open} cents left`)
}

export async function addExternalRefund(
  tx: Tx,
  depositId: DepositId,
  refund: ExternalRefund,
  now: Date,
): Promise<void> {
  await recordExternalRefund(tx, depositId, refund, now)
  await tx
    .updateTable('deposits')
    .set((set) => ({ refunded_cents: set('refunded_cents', '+', refund.cents), changed_at: now }))
    .where('id', '=', depositId)
    .execute()
}
