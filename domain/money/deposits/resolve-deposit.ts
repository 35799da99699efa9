import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { DepositId } from '#db/ids.ts'
import {
  type DepositRow,
  freeCents,
  leftOf,
  lockById,
  missingOf,
  openRentalsOn,
  pendingCents,
} from './deposit-row.ts'
import { addExternalRefund, refundFromPayments, refundRest } from './record-refund.ts'

/**
 * Part of every command that ends a rental on a deposit or takes something from it. Once no rental
 * is open on it, a deposit with something missing is refunded, and closed when nothing is left. A
 * whole one, untouched or topped up, stays held until its refund is requested. A top-up that is no
 * longer needed is refunded at once. The caller has locked the payer's wallet.
 */
export async function resolveDeposit(
  tx: Tx,
  depositId: DepositId | null,
  now: Date,
): Promise<void> {
  const held = depositId ? await lockById(tx, depositId) : null
  if (!held || held.closed_at) return
  const deposit = await coverLosses(tx, held, now)
  await refundSurplus(tx, deposit, now)
  if ((await openRentalsOn(tx, deposit.id)) > 0) return
  const left = leftOf(deposit)
  if (left === 0) return await close(tx, deposit, now)
  if (deposit.refund_requested_at) return await refundReturned(tx, deposit, 0, now)
  if (missingOf(deposit) <= 0 || deposit.frozen_at) return
  // One refund at a time: when this one is done, the rest follows.
  if ((await pendingCents(tx, deposit.id)) > 0) return
  await refundRest(tx, deposit, left, now)
}

/** Refunds what a deposit has too much because a claim was reduced after a top-up covered it. */
async function refundSurplus(tx: Tx, deposit: DepositRow, now: Date): Promise<void> {
  const surplus = -missingOf(deposit)
  if (surplus <= 0 || deposit.frozen_at || deposit.refund_requested_at) return
  if ((await pendingCents(tx, deposit.id)) > 0) return
  const cents = surplus - (await failedCents(tx, deposit.id))
  if (cents > 0)
    await refundFromPayments(tx, deposit.id, { cents, reason: 'deposit_returned' }, now)
}

/**
 * Refunds what appeals have returned of a deposit whose rest was refunded before, one refund at a
 * time: Stripe refuses all of them while a payment is disputed. Failed ones are left to an admin.
 * @param newCents what an appeal that is being decided returns
 */
export async function refundReturned(
  tx: Tx,
  deposit: DepositRow,
  newCents: number,
  now: Date,
): Promise<void> {
  if (deposit.frozen_at || (await pendingCents(tx, deposit.id)) > 0) return
  const owed = newCents + (await centsOwedByAppeals(tx, deposit.id))
  const cents = Math.min(owed, leftOf(deposit) - (await failedCents(tx, deposit.id)))
  if (cents > 0) await refundFromPayments(tx, deposit.id, { cents, reason: 'appeal' }, now)
}

/** Cents returned by appeals that need a separate refund, less the refunds already recorded. */
async function centsOwedByAppeals(tx: Tx, depositId: DepositId): Promise<number> {
  const { cents } = await tx
    .selectNoFrom(
      sql<number>`coalesce((select sum(a.refund_cents) from deposit_appeals a
          join deposit_claims c on c.rental_id = a.rental_id
          where c.deposit_id = ${depositId}), 0)::integer
        - coalesce((select sum(amount_cents) from refunds where deposit_id = ${depositId}
          and reason = 'appeal' and retry_of is null), 0)::integer`.as('cents'),
    )
    .executeTakeFirstOrThrow()
  return cents
}

/** Cents that failed refunds still owe, which an admin has to handle. */
async function failedCents(tx: Tx, depositId: DepositId): Promise<number> {
  const row = await tx
    .selectFrom('refunds as f')
    .leftJoin('refunds as again', 'again.retry_of', 'f.id')
    .select(sql<number>`coalesce(sum(refund_cents_left(f)), 0)::integer`.as('cents'))
    .where('f.deposit_id', '=', depositId)
    .where('f.status', '=', sql.lit('failed' as const))
    .where('again.id', 'is', null)
    .executeTakeFirstOrThrow()
  return row.cents
}

/**
 * When a failed refund or an undone claim releases money of a deposit, it first covers losses that
 * exceeded the deposit.
 */
export async function coverLosses(tx: Tx, deposit: DepositRow, now: Date): Promise<DepositRow> {
  const losses = await tx
    .selectFrom('disputes as s')
    .innerJoin('deposit_payments as p', 'p.payment_intent', 's.payment_intent')
    .select(['s.id', 's.kind', 's.loss_cents', 's.opened_at', 'p.order_id'])
    .where('p.deposit_id', '=', deposit.id)
    .where('s.status', '=', sql.lit('lost' as const))
    .where('s.loss_cents', '>', sql.lit(0))
    .orderBy('s.closed_at')
    .orderBy('s.id')
    .execute()
  let free = losses.length > 0 ? await freeCents(tx, deposit) : 0
  for (const { id, kind, loss_cents, opened_at, order_id: orderId } of losses) {
    const cents = Math.min(free, loss_cents)
    if (cents === 0) break
    free -= cents
    await tx
      .updateTable('disputes')
      .set((set) => ({ loss_cents: set('loss_cents', '-', cents) }))
      .where('id', '=', id)
      .execute()
    if (kind === 'dispute') await addLost(tx, deposit.id, cents, now)
    else await addExternalRefund(tx, deposit.id, { id, orderId, cents, createdAt: opened_at }, now)
  }
  return losses.length > 0 ? ((await lockById(tx, deposit.id)) ?? deposit) : deposit
}

export async function addLost(
  tx: Tx,
  depositId: DepositId,
  cents: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set((set) => ({ lost_cents: set('lost_cents', '+', cents), changed_at: now }))
    .where('id', '=', depositId)
    .execute()
}

export async function close(tx: Tx, deposit: DepositRow, now: Date): Promise<void> {
  await tx.updateTable('deposits').set({ closed_at: now }).where('id', '=', deposit.id).execute()
}
