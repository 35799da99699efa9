import type { Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { expireWallet } from './expire-lots.ts'
import { beginOperation } from './operation.ts'
import { type LotPart, partsOf, type SpentLot } from './spent-lots.ts'

/** The credits restored from a rental, and how many of them are on hold for a dispute. */
export type Returned = {
  readonly credits: number
  readonly onHold: number
  /** Credits that a lost dispute revoked as soon as they were restored. */
  readonly revoked: number
}

const NOTHING: Returned = { credits: 0, onHold: 0, revoked: 0 }

type ReturnToLots = {
  readonly userId: PersonId
  readonly rentalId: RentalId
  readonly kind: 'cancellation' | 'return_request'
  readonly key: string
  /** The latest movements first. */
  readonly spent: readonly SpentLot[]
}

/** Part of `restore` and `restorePart`, which choose the credits and describe the rules. */
export async function returnToLots(
  tx: Tx,
  { userId, rentalId, kind, key, spent }: ReturnToLots,
  now: Date,
): Promise<Returned> {
  if (spent.length === 0) return NOTHING
  const parts = await partsOf(tx, spent, now)
  const returned = sumsOf(parts)
  const change = { amount: returned.credits, held: returned.onHold }
  const transaction = await beginOperation(tx, kind, { userId, rentalId, key }, change, now)
  if (transaction === null) return NOTHING
  // Credits that were left in such a lot and have expired do not come back with the others.
  await expireWallet(tx, userId, now)
  for (const { lot, amount, isOwed } of parts)
    if (isOwed)
      await tx
        .updateTable('credit_lots')
        .set((set) => ({ owed: set('owed', '-', amount) }))
        .where('id', '=', lot)
        .execute()
  for (const { lot, side, expiresAt } of parts)
    if (side === 'available')
      await tx
        .updateTable('credit_lots')
        .set({ expires_at: expiresAt, reminded_at: null })
        .where('id', '=', lot)
        .where('expires_at', '<', expiresAt)
        .execute()
  await tx
    .insertInto('credit_movements')
    .values(
      parts.map(({ lot, amount, side }) => ({
        transaction_id: transaction,
        lot_id: lot,
        from_side: 'spent',
        to_side: side,
        amount,
      })),
    )
    .execute()
  return returned
}

/** How many of these credits come back, are on hold, and are revoked. */
export function sumsOf(parts: readonly LotPart[]): Returned {
  const sumOf = (chosen: readonly LotPart[]) => chosen.reduce((sum, { amount }) => sum + amount, 0)
  const back = parts.filter(({ side }) => side === 'available')
  return {
    credits: sumOf(back),
    onHold: sumOf(back.filter(({ frozenAt }) => frozenAt !== null)),
    revoked: sumOf(parts.filter(({ side }) => side === 'revoked')),
  }
}
