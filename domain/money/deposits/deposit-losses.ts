import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { DepositId } from '#db/ids.ts'
import type { ExternalRefund } from '#domain/money/refunds/refunds.ts'
import { freeCents, lockById } from './deposit-row.ts'
import { addExternalRefund } from './record-refund.ts'
import { addLost, resolveDeposit } from './resolve-deposit.ts'

/**
 * Puts a deposit on hold while one of its payments is disputed; `null` releases it once the last
 * dispute is resolved. Part of a command that has locked the wallet.
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
 * Records that a lost dispute took `cents` of a deposit; returns how many of them the deposit
 * covered. Cents that are already being refunded do not count as left. Part of a command that has
 * locked the wallet.
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
  await addLost(tx, depositId, covered, now)
  await resolveDeposit(tx, depositId, now)
  return covered
}

/**
 * Records a refund of a deposit made in the payment provider's dashboard; returns the cents that
 * the deposit covered. Part of a command that has locked the wallet.
 */
export async function countExternalDepositRefund(
  tx: Tx,
  depositId: DepositId,
  refund: ExternalRefund,
  now: Date,
): Promise<number> {
  const deposit = await lockById(tx, depositId)
  if (!deposit) return 0
  const cents = Math.min(refund.cents, await freeCents(tx, deposit))
  if (cents === 0) return 0
  await addExternalRefund(tx, deposit.id, { ...refund, cents }, now)
  await resolveDeposit(tx, depositId, now)
  return cents
}
