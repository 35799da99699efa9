import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { leftOf, lockById } from './deposit-row.ts'
import { close, coverLosses, refundReturned, resolveDeposit } from './resolve-deposit.ts'

/** Stripe refunds nothing of a disputed payment, and who gets the money is not decided yet. */
export type ReturnWithheldProblem = { readonly reason: 'deposit-disputed' }

/**
 * Returns `cents` of the amount withheld for a rental to its payer. A live deposit withholds less
 * and is refunded as usual. One whose rest was refunded before is reopened, covers no rentals, and
 * gets a refund for the appeal once no other one is pending. What a lost dispute took beyond the
 * deposit is covered first: the payer's bank has returned it already. Part of a command that has
 * locked the wallet and the rental and has made the claim final; returns the cents that need a
 * separate refund.
 */
export async function returnWithheld(
  tx: Tx,
  rentalId: RentalId,
  cents: number,
  now: Date,
): Promise<Outcome<{ readonly refundCents: number }, ReturnWithheldProblem>> {
  const { deposit_id: depositId } = await tx
    .updateTable('deposit_claims')
    .set((set) => ({ returned_cents: set('returned_cents', '+', cents) }))
    .where('rental_id', '=', rentalId)
    .returning('deposit_id')
    .executeTakeFirstOrThrow()
  const before = await lockById(tx, depositId)
  if (!before) throw new Error(`deposit ${depositId} is missing`)
  if (before.frozen_at) return refused({ reason: 'deposit-disputed' })
  const wasOver = before.closed_at !== null || before.refund_requested_at !== null
  await tx
    .updateTable('deposits')
    .set((set) => ({
      kept_cents: set('kept_cents', '-', cents),
      changed_at: now,
      closed_at: null,
      refund_requested_at: wasOver ? (before.refund_requested_at ?? now) : null,
    }))
    .where('id', '=', depositId)
    .execute()
  if (!wasOver) {
    await resolveDeposit(tx, depositId, now)
    return done({ refundCents: 0 })
  }
  const open = await lockById(tx, depositId)
  if (!open) throw new Error(`deposit ${depositId} is missing`)
  const deposit = await coverLosses(tx, open, now)
  const refundCents = Math.max(0, leftOf(deposit) - leftOf(before))
  if (leftOf(deposit) === 0) await close(tx, deposit, now)
  else await refundReturned(tx, deposit, refundCents, now)
  return done({ refundCents })
}
