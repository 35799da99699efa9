import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { LotId, PersonId, RefundId } from '#db/ids.ts'
import { begin } from './operation.ts'
import { lotsOfPayment } from './payment-lots.ts'

/**
 * Takes back what is left of the credits that a payment bought, all of it or as many as are asked
 * for. Never below zero: answers how many it took, and how many were spent before. Part of a command
 * that holds the wallet; `key` makes it happen once. Of lapsed lots it takes as well, unless only
 * those that `stillLast` are asked for.
 */
export async function revokeLots(
  tx: Tx,
  of: {
    readonly userId: PersonId
    readonly paymentIntent: string
    readonly key: string
    readonly credits: number | 'all'
    readonly refundId?: RefundId
    readonly stillLast?: true
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
  // What is taken in part stays frozen as long as a dispute is open.
  if (of.credits === 'all')
    await lotsOfPayment(tx, of).set({ revoked_at: now, frozen_at: null, owed: 0 }).execute()
  const spent = lots.reduce((sum, lot) => sum + lot.spent, 0)
  const open = of.stillLast ? lots.filter((lot) => lot.expires_at > now) : lots
  const taken = takeFrom(open, 'available', of.credits === 'all' ? Infinity : of.credits)
  const revoked = taken.reduce((sum, part) => sum + part.amount, 0)
  const frozen = new Set(lots.filter((lot) => lot.frozen_at).map(({ id }) => id))
  const offHold = taken
    .filter(({ lot }) => frozen.has(lot))
    .reduce((sum, part) => sum + part.amount, 0)
  const change = { amount: -revoked, held: -offHold }
  const transaction = revoked > 0 ? await begin(tx, 'revocation', of, change, now) : null
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
 * Remembers how many of the spent credits of a payment are revoked when they come back. Part of a
 * command that holds the wallet; answers how many that are.
 */
export async function oweSpent(
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

/** Up to `credits` of one side of these lots, from what expires first. */
function takeFrom<Side extends string>(
  lots: readonly ({ readonly id: LotId; readonly expires_at: Date } & Record<Side, number>)[],
  side: Side,
  credits: number,
) {
  let left = credits
  return [...lots]
    .sort((a, b) => a.expires_at.getTime() - b.expires_at.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap((lot) => {
      const amount = Math.min(left, lot[side])
      left -= amount
      return amount > 0 ? [{ lot: lot.id, amount }] : []
    })
}
