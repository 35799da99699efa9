import type { Tx } from '#db/connection.ts'
import type { LotId, PersonId, RentalId } from '#db/ids.ts'
import { mint } from './mint.ts'
import { begin } from './operation.ts'

/** Credits of a lot that paid for a rental. */
export type SpentLot = {
  readonly lot: LotId
  readonly amount: number
  readonly spent_at: Date
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly frozen_at: Date | null
  /** Credits that a lost dispute takes as soon as they are back. */
  readonly owed: number
}

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
  /** What the keys of lots that replace expired ones begin with, after 'goodwill:'. */
  readonly goodwill: string
  readonly fault: 'shopper' | 'other'
  /** The latest payments first. */
  readonly spent: readonly SpentLot[]
}

/** Part of `restore` and `restorePart`, which choose the credits; the rules are theirs. */
export async function returnToLots(
  tx: Tx,
  { userId, rentalId, kind, key, goodwill, fault, spent }: ReturnToLots,
  now: Date,
): Promise<Returned> {
  if (spent.length === 0) return NOTHING
  const parts = byLot(spent).flatMap((one) => {
    const owed = one.revoked_at ? one.amount : Math.min(one.amount, one.owed)
    const free = one.expires_at > now ? ('available' as const) : ('expired' as const)
    return [
      { ...one, amount: owed, side: 'revoked' as const },
      { ...one, amount: one.amount - owed, side: free },
    ].filter(({ amount }) => amount > 0)
  })
  const sumOf = (chosen: typeof parts) => chosen.reduce((sum, { amount }) => sum + amount, 0)
  const alive = parts.filter(({ side }) => side === 'available')
  const returned = {
    credits: sumOf(alive),
    onHold: sumOf(alive.filter(({ frozen_at }) => frozen_at !== null)),
    revoked: sumOf(parts.filter(({ side }) => side === 'revoked')),
  }
  const change = { amount: returned.credits, held: returned.onHold }
  const transaction = await begin(tx, kind, { userId, rentalId, key }, change, now)
  if (transaction === null) return NOTHING
  for (const { lot, amount, revoked_at, side } of parts)
    if (side === 'revoked' && !revoked_at)
      await tx
        .updateTable('credit_lots')
        .set((set) => ({ owed: set('owed', '-', amount) }))
        .where('id', '=', lot)
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
  if (fault === 'shopper') return returned
  for (const part of parts.filter(({ side }) => side === 'expired')) {
    const timeLeft = part.expires_at.getTime() - part.spent_at.getTime()
    await mint(
      tx,
      {
        userId,
        rentalId,
        key: `goodwill:${goodwill}:${part.lot}`,
        source: 'goodwill',
        amount: part.amount,
        expiresAt: new Date(now.getTime() + timeLeft),
      },
      now,
    )
  }
  return returned
}

/**
 * One row for each lot, which may have paid for the rental and for extending it. What it owes is
 * counted once, and the time that was left counts from the first payment: the latest come first.
 */
function byLot(spent: readonly SpentLot[]): readonly SpentLot[] {
  const lots = new Map<LotId, SpentLot>()
  for (const one of spent) {
    const later = lots.get(one.lot)
    lots.set(one.lot, { ...one, amount: one.amount + (later?.amount ?? 0) })
  }
  return [...lots.values()]
}
