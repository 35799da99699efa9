import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { LotId } from '#db/ids.ts'
import { readShopTimeZone } from '#domain/site/settings/settings.ts'
import { endOfLastDay } from './last-day.ts'
import {
  costKeyOf,
  paidForRental,
  type RentalLife,
  returnedPartOf,
  SWAP_GOODWILL_KEYS,
} from './operation.ts'

/**
 * What paid for this life of a rental and was not returned yet: goodwill for a swap first, then the
 * latest movements.
 */
export async function spentOn(read: DbOrTx, life: RentalLife): Promise<readonly SpentLot[]> {
  const left = (await movementsOf(read, life)).map((one) => ({ ...one }))
  for (const returned of await returnedOf(read, life)) {
    // What a form has cost is returned as a whole; fewer days return the latest movements before.
    const cost = costKeyOf(returned.key)
    const isOwn = left.some(({ key }) => key === cost)
    let amount = returned.amount
    for (const one of left) {
      if (one.lot !== returned.lot) continue
      if (isOwn ? one.key !== cost : isAfter(one, returned)) continue
      const gone = Math.min(one.amount, amount)
      one.amount -= gone
      amount -= gone
    }
  }
  return left.filter(({ amount }) => amount > 0)
}

type At = { readonly spent_at: Date; readonly operation: string }

function isAfter(one: At, other: At): boolean {
  const later = one.spent_at.getTime() - other.spent_at.getTime()
  return later === 0 ? one.operation > other.operation : later > 0
}

/** What other dates have returned of it, oldest first. */
async function returnedOf(read: DbOrTx, life: RentalLife) {
  return await read
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .select(['m.lot_id as lot', 'm.amount', 't.idempotency_key as key'])
    .select(['t.effective_at as spent_at', 't.id as operation'])
    .where(returnedPartOf(life))
    .where('m.from_side', '=', 'spent')
    .orderBy('t.effective_at')
    .orderBy('t.id')
    .orderBy('m.id')
    .execute()
}

async function movementsOf(read: DbOrTx, life: RentalLife) {
  return await read
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['l.id as lot', 'l.expires_at', 'l.revoked_at', 'l.frozen_at', 'l.owed'])
    .select(['t.effective_at as spent_at', 't.idempotency_key as key', 'm.amount'])
    .select('t.id as operation')
    // When the lot expired as they were spent; movements of earlier versions do not say it.
    .select(sql<Date>`coalesce(m.lot_expires_at, l.expires_at)`.as('expired_at'))
    // Goodwill for this rental only, because it cost more than the one it was swapped for.
    .select(sql<boolean>`l.source_key like ${SWAP_GOODWILL_KEYS}`.as('is_for_swap'))
    .where(paidForRental(life))
    .orderBy('is_for_swap', 'desc')
    .orderBy('t.effective_at', 'desc')
    .orderBy('t.id', 'desc')
    // Within one operation, the credits that expire first were spent first.
    .orderBy('expired_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
}

/** Credits of a lot that paid for a rental. */
export type SpentLot = Awaited<ReturnType<typeof movementsOf>>[number]

/** What becomes of the credits of one lot that paid for a rental that ends at `now`. */
export type LotPart = {
  readonly lot: LotId
  readonly amount: number
  readonly side: 'available' | 'expired' | 'revoked'
  /** For a dispute, null for others. */
  readonly frozenAt: Date | null
  /** The lot owes these credits; its others come back. */
  readonly isOwed: boolean
  /** When the lot expires from now on. */
  readonly expiresAt: Date
}

/**
 * What becomes of these credits at `now`. Their lots last at least as long as they had left when
 * the credits were spent, to the end of that day in the shop's time zone.
 */
export async function partsOf(
  read: DbOrTx,
  spent: readonly SpentLot[],
  now: Date,
): Promise<readonly LotPart[]> {
  const timeZone = await readShopTimeZone(read)
  return byLot(spent).flatMap((one) => {
    const owed = one.revoked_at ? one.amount : Math.min(one.amount, one.owed)
    const lasting = endOfLastDay(new Date(now.getTime() + one.timeLeft), timeZone)
    const lot = {
      lot: one.lot,
      frozenAt: one.frozen_at,
      expiresAt: lasting > one.expires_at && !one.is_for_swap ? lasting : one.expires_at,
    }
    const isOwed = owed > 0 && !one.revoked_at
    const free = one.is_for_swap ? ('expired' as const) : ('available' as const)
    return [
      { ...lot, amount: owed, side: 'revoked' as const, isOwed },
      { ...lot, amount: one.amount - owed, side: free, isOwed: false },
    ].filter(({ amount }) => amount > 0)
  })
}

/**
 * One row for each lot, which may have paid for the rental and for its extensions. What the lot
 * owes counts once, and the time left in milliseconds is the longest.
 */
function byLot(spent: readonly SpentLot[]) {
  const lots = new Map<LotId, SpentLot & { readonly timeLeft: number }>()
  for (const one of spent) {
    const timeLeft = one.expired_at.getTime() - one.spent_at.getTime()
    const other = lots.get(one.lot)
    lots.set(one.lot, {
      ...one,
      amount: one.amount + (other?.amount ?? 0),
      timeLeft: Math.max(timeLeft, other?.timeLeft ?? 0),
    })
  }
  return [...lots.values()]
}
