import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { DepositId, PersonId } from '#db/ids.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { leftOf, liveDepositQuery, lockById, openRentalsOn, pendingCents } from './deposit-row.ts'
import { refundRest } from './record-refund.ts'
import { resolveDeposit } from './resolve-deposit.ts'

export type RefundProblem =
  | { readonly reason: 'no-deposit' }
  | { readonly reason: 'rentals-open'; readonly rentals: number }
  | { readonly reason: 'deposit-disputed' }
  /** Another part of the deposit is being refunded: one refund at a time. */
  | { readonly reason: 'refund-under-way' }

/** All that is left of it is being refunded. */
export type AlreadyRequested = { readonly reason: 'already-requested'; readonly cents: number }

/**
 * Requests the refund of a deposit; possible while no rental is open on it and none of it is being
 * refunded. The refund is recorded and a job makes it. A repeated request has the same result.
 * Returns the cents to be refunded.
 */
export async function requestRefund(
  db: Db,
  shopper: Shopper,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, RefundProblem>> {
  return await inTransaction(db, async (tx) => {
    const requested = await recordRefundRequest(tx, shopper.id, now)
    if (requested.ok) return requested
    const { problem } = requested
    return problem.reason === 'already-requested'
      ? done({ cents: problem.cents })
      : refused(problem)
  })
}

/** Part of `requestRefund`, and of the admin's `returnDeposit`. */
export async function recordRefundRequest(
  tx: Tx,
  userId: PersonId,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, RefundProblem | AlreadyRequested>> {
  await lockWallet(tx, userId)
  const deposit = await liveDepositQuery(tx, userId).forNoKeyUpdate().executeTakeFirst()
  if (!deposit) {
    const cents = await pendingRefundCents(tx, userId)
    return refused(cents > 0 ? { reason: 'already-requested', cents } : { reason: 'no-deposit' })
  }
  if (deposit.frozen_at) return refused({ reason: 'deposit-disputed' })
  const rentals = await openRentalsOn(tx, deposit.id)
  if (rentals > 0) return refused({ reason: 'rentals-open', rentals })
  if ((await pendingCents(tx, deposit.id)) > 0) return refused({ reason: 'refund-under-way' })
  const cents = leftOf(deposit)
  await refundRest(tx, deposit, cents, now)
  return done({ cents })
}

async function pendingRefundCents(tx: Tx, userId: PersonId): Promise<number> {
  const row = await tx
    .selectFrom('refunds as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(sql<number>`coalesce(sum(r.amount_cents), 0)::integer`.as('cents'))
    .where('d.user_id', '=', userId)
    .where('r.status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return row.cents
}

/**
 * Counts a refund of a deposit that has succeeded, or one that failed after that (negative cents).
 * Part of a command that has locked the payer's wallet.
 */
export async function countRefund(tx: Tx, depositId: DepositId, cents: number, now: Date) {
  const deposit = await lockById(tx, depositId)
  if (!deposit || cents === 0) return
  await tx
    .updateTable('deposits')
    .set((set) => ({
      refunded_cents: set('refunded_cents', '+', cents),
      changed_at: now,
      // Only money that came back to us changes a closed deposit. It is owed, and the deposit
      // covers no more rentals.
      closed_at: null,
      refund_requested_at: deposit.refund_requested_at ?? (deposit.closed_at ? now : null),
    }))
    .where('id', '=', depositId)
    .execute()
  await resolveDeposit(tx, depositId, now)
}
