import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { DepositId } from '#db/ids.ts'
import type { RefundMadeElsewhere } from '#domain/refunds/refunds.ts'
import { freeCents, lockById } from './deposit-row.ts'
import { addRefundMadeElsewhere } from './record-refund.ts'
import { addLost, resolveDeposit } from './resolve-deposit.ts'

/**
 * An open dispute of one of its payments puts a deposit on hold; the last one to be resolved
 * releases it. Part of a command that holds the wallet.
 */
export async function freezeDeposit(
  tx: Tx,
  depositId: DepositId,
  frozenAt: Date | null,
  now: Date,
) {
  const deposit = await lockById(tx, depositId)
  if (!deposit || (deposit.frozen_at === null) === (frozenAt === null)) return
  if (frozenAt === null && (await isDisputed(tx, depositId))) return
  await tx
    .updateTable('deposits')
    .set({ frozen_at: frozenAt })
    .where('id', '=', depositId)
    .execute()
  if (frozenAt === null) await resolveDeposit(tx, depositId, now)
}

async function isDisputed(tx: Tx, depositId: DepositId): Promise<boolean> {
  const open = await tx
    .selectFrom('deposit_payments as p')
    .innerJoin('disputes as s', 's.payment_intent', 'p.payment_intent')
    .select('s.id')
    .where('p.deposit_id', '=', depositId)
    .where('s.kind', '=', sql.lit('dispute' as const))
    .where('s.status', '=', sql.lit('open' as const))
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Records that cents of a deposit were taken from us. Part of a command that holds the wallet;
 * returns how many the deposit covered. What is already being refunded does not count as left.
 */
export async function loseDeposit(
  tx: Tx,
  depositId: DepositId,
  cents: number,
  now: Date,
): Promise<number> {
  const deposit = await lockById(tx, depositId)
  if (!deposit) return 0
  const covered = Math.min(cents, await freeCents(tx, deposit))
  await addLost(tx, depositId, covered)
  await resolveDeposit(tx, depositId, now)
  return covered
}

/**
 * A refund of a deposit made in the payment provider's dashboard. Part of a command that holds the
 * wallet; returns the cents that the deposit covered.
 */
export async function countReturnMadeElsewhere(
  tx: Tx,
  depositId: DepositId,
  refund: RefundMadeElsewhere,
  now: Date,
): Promise<number> {
  const deposit = await lockById(tx, depositId)
  if (!deposit) return 0
  const cents = Math.min(refund.cents, await freeCents(tx, deposit))
  if (cents === 0) return 0
  await addRefundMadeElsewhere(tx, deposit.id, { ...refund, cents }, now)
  await resolveDeposit(tx, depositId, now)
  return cents
}
