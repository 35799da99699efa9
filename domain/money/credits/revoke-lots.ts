import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { LotId, PersonId, RefundId } from '#db/ids.ts'
import { beginOperation } from './operation.ts'
import { lotsOfPayment } from './payment-lots.ts'

/**
 * Revokes the remaining credits that a payment bought, all or a given number. Never below zero:
 * returns how many it revoked, and how many were spent before. Part of a command that has locked
 * the wallet; `key` makes it happen once. Includes expired lots, unless `unexpiredOnly` asks for
 * unexpired ones only.
 */
export async function revokeLots(
  tx: Tx,
  of: {
    readonly userId: PersonId
    readonly paymentIntent: string
    readonly key: string
    readonly credits: number | 'all'
    readonly refundId?: RefundId
    readonly unexpiredOnly?: true
  },
  now: Date,
): Promise<{ readonly revoked: number; readonly spent: number }> {
  const lots = await tx
    .selectFrom('credit_lots')
    .select(['id', 'available', 'spent', 'expires_at', 'frozen_at'])
    .where('user_id', '=', of.userId)
    .where('payment_intent', '=', of.paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
    .execute()
  // Lots revoked in part stay frozen while a dispute is open.
  if (of.credits === 'all')
    await lotsOfPayment(tx, of).set({ revoked_at: now, frozen_at: null, owed: 0 }).execute()
  const spent = lots.reduce((sum, lot) => sum + lot.spent, 0)
  const open = of.unexpiredOnly ? lots.filter((lot) => lot.expires_at > now) : lots
  const taken = takeFrom(open, 'available', of.credits === 'all' ? Infinity : of.credits)
  const revoked = taken.reduce((sum, part) => sum + part.amount, 0)
  const frozen = new Set(lots.filter((lot) => lot.frozen_at).map(({ id }) => id))
  const offHold = taken
    .filter(({ lot }) => frozen.has(lot))
    .reduce((sum, part) => sum + part.amount, 0)
  const change = { amount: -revoked, held: -offHold }
  const transaction = revoked > 0 ? await beginOperation(tx, 'revocation', of, change, now) : null
  if (transaction === null) return { revoked: 0, spent }
  await tx
    .insertInto('credit_movements')
    .values(
      taken.map(({ lot, amount }) => ({
        transaction_id: transaction,
        lot_id: lot,
        from_side: 'available',
        to_side: 'revoked',
        amount,
      })),
    )
    .execute()
  return { revoked, spent }
}

/**
 * Records how many of a payment's spent credits are revoked when they are restored. Part of a
 * command that has locked the wallet; returns how many those are.
 */
export async function recordOwedCredits(
  tx: Tx,
  of: { readonly userId: PersonId; readonly paymentIntent: string; readonly credits: number },
): Promise<number> {
  const lots = await tx
    .selectFrom('credit_lots')
    .select(['id', 'expires_at'])
    .select(sql<number>`spent - owed`.as('spent'))
    .where('user_id', '=', of.userId)
    .where('payment_intent', '=', of.paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
    .execute()
  const owed = takeFrom(lots, 'spent', of.credits)
  for (const { lot, amount } of owed)
    await tx
      .updateTable('credit_lots')
      .set((set) => ({ owed: set('owed', '+', amount) }))
      .where('id', '=', lot)
      .execute()
  return owed.reduce((sum, part) => sum + part.amount, 0)
}

/** Up to `credits` in one state of these lots, the first to expire first. */
function takeFrom<Side extends string>(
  lots: readonly ({ readonly id: LotId; readonly expires_at: Date } & Record<Side, number>)[],
  side: Side,
  credits: number,
) {
  let left = credits
  return [...lots]
    .sort((a, b) => a.expires_at.getTime() - b.expires_at.getTime())
    .flatMap((lot) => {
      const amount = Math.min(left, lot[side])
      left -= amount
      return amount > 0 ? [{ lot: lot.id, amount }] : []
    })
}
