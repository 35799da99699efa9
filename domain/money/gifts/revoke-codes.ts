import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { GiftCodeId } from '#db/ids.ts'

// The effects of a payment's disputes and refunds on its code. All are parts of commands that have
// locked the order and its buyer's wallet.

/** Blocks the codes of a disputed payment from being claimed; null unblocks them. */
export async function freezeCodesOf(
  tx: Tx,
  paymentIntent: string,
  frozenAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('gift_codes')
    .set({ frozen_at: frozenAt })
    .where('payment_intent', '=', paymentIntent)
    .where('claimed', '=', sql.lit(false))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes a code whose payment was reversed. */
export async function revokeDisputedCode(tx: Tx, codeId: GiftCodeId, now: Date): Promise<void> {
  await tx
    .updateTable('gift_codes')
    .set({ revoked_at: now, frozen_at: null })
    .where('id', '=', codeId)
    .execute()
}

/**
 * Revokes a code that can still be claimed. Returns its credits, or null when it cannot be claimed.
 */
export async function revokeOpenCode(
  tx: Tx,
  codeId: GiftCodeId,
  now: Date,
): Promise<number | null> {
  const code = await tx
    .updateTable('gift_codes')
    .set({ revoked_at: now })
    .where('id', '=', codeId)
    .where('claimed', '=', sql.lit(false))
    .where('revoked_at', 'is', null)
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('credits_amount')
    .executeTakeFirst()
  return code?.credits_amount ?? null
}

/** Whether the time in which a code can be claimed is over. */
export async function hasExpired(tx: Tx, codeId: GiftCodeId, now: Date): Promise<boolean> {
  const code = await tx
    .selectFrom('gift_codes')
    .select('id')
    .where('id', '=', codeId)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return code !== undefined
}

/** Makes a revoked code of at most `maxCredits` valid again. Returns its credits, or 0. */
export async function restoreCode(tx: Tx, codeId: GiftCodeId, maxCredits: number): Promise<number> {
  const restored = await tx
    .updateTable('gift_codes')
    .set({ revoked_at: null })
    .where('id', '=', codeId)
    .where('claimed', '=', sql.lit(false))
    .where('credits_amount', '<=', maxCredits)
    .returning('credits_amount')
    .executeTakeFirst()
  return restored?.credits_amount ?? 0
}
