import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { mint } from './mint.ts'
import { begin, paidForRental, timeOf } from './operation.ts'

/** The credits restored from a rental, and how many of them are on hold for a dispute. */
type Restored = {
  readonly credits: number
  readonly onHold: number
  /** Credits that a lost dispute revoked as soon as they were restored. */
  readonly revoked: number
}

const NOTHING_RESTORED: Restored = { credits: 0, onHold: 0, revoked: 0 }

/**
 * Restores a rental's credits, with those of its extensions, to the lots that they came from. If a lot has expired since, its
 * credits stay expired when the shopper cancelled; when someone else was at fault, a new lot
 * replaces them, with the time that was left when they were spent. Credits of a lot that was
 * revoked since are revoked too, and so are credits that a lot owes. Part of a command that holds
 * the wallet; a second call does nothing.
 */
export async function restore(
  tx: Tx,
  operation: {
    readonly userId: PersonId
    readonly rentalId: RentalId
    readonly fault: 'shopper' | 'other'
    /** How often the rental was reopened after it was cancelled. */
    readonly reopened?: number
  },
  now: Date,
): Promise<Restored> {
  const { userId, rentalId, reopened = 0 } = operation
  // One row for each lot, which may have paid for the rental and for extending it. What it owes
  // is counted once, and the time that was left counts from the first payment.
  const spent = await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['l.id as lot', 'l.expires_at', 'l.revoked_at', 'l.frozen_at', 'l.owed'])
    .select(sql<Date>`min(t.effective_at)`.as('spent_at'))
    .select(sql<number>`sum(m.amount)::integer`.as('amount'))
    .where(paidForRental({ rentalId, reopened }))
    .groupBy('l.id')
    .execute()
  if (spent.length === 0) return NOTHING_RESTORED
  const parts = spent.flatMap((one) => {
    const owed = one.revoked_at ? one.amount : Math.min(one.amount, one.owed)
    const free = one.expires_at > now ? ('available' as const) : ('expired' as const)
    return [
      { ...one, amount: owed, side: 'revoked' as const },
      { ...one, amount: one.amount - owed, side: free },
    ].filter(({ amount }) => amount > 0)
  })
  const sumOf = (chosen: typeof parts) => chosen.reduce((sum, { amount }) => sum + amount, 0)
  const alive = parts.filter(({ side }) => side === 'available')
  const key = `rental-cancelled:${rentalId}${timeOf(reopened)}`
  const restored = {
    credits: sumOf(alive),
    onHold: sumOf(alive.filter(({ frozen_at }) => frozen_at !== null)),
    revoked: sumOf(parts.filter(({ side }) => side === 'revoked')),
  }
  const change = { amount: restored.credits, held: restored.onHold }
  const transaction = await begin(tx, 'cancellation', { userId, rentalId, key }, change, now)
  if (transaction === null) return NOTHING_RESTORED
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
  if (operation.fault === 'shopper') return restored
  for (const part of parts.filter(({ side }) => side === 'expired')) {
    const timeLeft = part.expires_at.getTime() - part.spent_at.getTime()
    await mint(
      tx,
      {
        userId,
        rentalId,
        key: `goodwill:${rentalId}${timeOf(reopened)}:${part.lot}`,
        source: 'goodwill',
        amount: part.amount,
        expiresAt: new Date(now.getTime() + timeLeft),
      },
      now,
    )
  }
  return restored
}
