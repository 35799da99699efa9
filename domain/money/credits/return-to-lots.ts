import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { LotId, PersonId, RentalId } from '#db/ids.ts'
import { expiryFrom } from './expiry.ts'
import { freezeLots } from './freeze-lots.ts'
import { mint } from './mint.ts'
import { beginOperation, paidForRental, type RentalLife, SWAP_GOODWILL_KEYS } from './operation.ts'

/** What paid for this life of a rental: goodwill for a swap first, then the latest movements. */
export async function spentOn(tx: Tx, life: RentalLife) {
  return await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['l.id as lot', 'l.source', 'l.expires_at', 'l.revoked_at', 'l.frozen_at', 'l.owed'])
    // The payment that bought the lot, if any.
    .select(['l.payment_intent', 'l.payment_cents', 'l.payment_credits'])
    .select(['t.effective_at as spent_at', 'm.amount'])
    // Goodwill for this rental only, because it cost more than the one it was swapped for.
    .select(sql<boolean>`l.source_key like ${SWAP_GOODWILL_KEYS}`.as('is_for_swap'))
    .where(paidForRental(life))
    .orderBy('is_for_swap', 'desc')
    .orderBy('t.effective_at', 'desc')
    .orderBy('t.id', 'desc')
    // Within one operation, the credits that expire first were spent first.
    .orderBy('l.expires_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
}

/** Credits of a lot that paid for a rental. */
export type SpentLot = Awaited<ReturnType<typeof spentOn>>[number]

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
  /** After 'goodwill:', the prefix of the keys of lots that replace expired ones. */
  readonly goodwill: string
  readonly fault: 'shopper' | 'other'
  /** The latest movements first. */
  readonly spent: readonly SpentLot[]
}

/** Part of `restore` and `restorePart`, which choose the credits and describe the rules. */
export async function returnToLots(
  tx: Tx,
  { userId, rentalId, kind, key, goodwill, fault, spent }: ReturnToLots,
  now: Date,
): Promise<Returned> {
  if (spent.length === 0) return NOTHING
  const parts = byLot(spent).flatMap((one) => {
    const owed = one.revoked_at ? one.amount : Math.min(one.amount, one.owed)
    const isAlive = one.expires_at > now && !one.is_for_swap
    const free = isAlive ? ('available' as const) : ('expired' as const)
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
  const transaction = await beginOperation(tx, kind, { userId, rentalId, key }, change, now)
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
  const isReplaced = ({ side, is_for_swap }: (typeof parts)[number]) =>
    side === 'expired' && !is_for_swap
  for (const part of parts.filter(isReplaced)) {
    const timeLeft = part.expires_at.getTime() - part.spent_at.getTime()
    const key = `goodwill:${goodwill}:${part.lot}`
    const expiresAt = await expiryFrom(tx, new Date(now.getTime() + timeLeft))
    const lot = {
      userId,
      rentalId,
      key,
      source: 'goodwill',
      amount: part.amount,
      expiresAt,
    } as const
    const { paymentIntent, paid } = boughtWith(part)
    await mint(tx, { ...lot, ...(paymentIntent && { paymentIntent }), ...(paid && { paid }) }, now)
    if (paymentIntent && part.frozen_at)
      await freezeLots(tx, { userId, paymentIntent, key }, part.frozen_at, now)
  }
  return returned
}

/**
 * A lot that replaces an expired one belongs to the same payment. A dispute or a refund of the
 * payment takes it too; otherwise the payer would have both the money and the credits. Credits that
 * a friend has claimed stay with the friend, whatever happens to the payment.
 */
function boughtWith(lot: SpentLot) {
  const { source, payment_intent, payment_cents: cents, payment_credits: credits } = lot
  return {
    paymentIntent: source === 'gift_claim' ? null : payment_intent,
    paid: cents === null || credits === null ? null : { cents, credits },
  }
}

/**
 * One row for each lot, which may have paid for the rental and for its extensions. What the lot
 * owes counts once, and the time left is that at the first movement, the last one in `spent`.
 */
function byLot(spent: readonly SpentLot[]): readonly SpentLot[] {
  const lots = new Map<LotId, SpentLot>()
  for (const one of spent) {
    const later = lots.get(one.lot)
    lots.set(one.lot, { ...one, amount: one.amount + (later?.amount ?? 0) })
  }
  return [...lots.values()]
}
