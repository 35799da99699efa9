import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { MAX_SWAP_GOODWILL, SWAP_GOODWILL_DAYS } from '#domain/booking/rentals/stage/let-down.ts'
import { keyOfSwapGoodwill, mint, swapGoodwillKey } from '#domain/money/credits/credits.ts'

const DAY_MS = 24 * 3_600_000

/**
 * SQL: the credits of goodwill that paid for `r` because it cost more than the rental it replaced;
 * 0 for none. The renter paid the rest, and only that can be restored.
 */
export const swapGoodwill = sql<number>`coalesce((
  select sum(m.amount)::integer from credit_lots l join credit_movements m on m.lot_id = l.id
  where l.source_key = ${keyOfSwapGoodwill} and m.to_side = 'spent'), 0)`

/** The same for one rental. */
export async function swapGoodwillOf(tx: Tx, rentalId: RentalId): Promise<number> {
  const row = await tx
    .selectFrom('rentals as r')
    .select(swapGoodwill.as('credits'))
    .where('r.id', '=', rentalId)
    .executeTakeFirstOrThrow()
  return row.credits
}

/**
 * The credits of goodwill that items taken in place of others can still cost this year; rentals
 * that were canceled cost none. `replaced` does not count, since its goodwill ends with it.
 */
export async function swapGoodwillLeft(
  read: DbOrTx,
  renter: PersonId,
  replaced: RentalId,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - SWAP_GOODWILL_DAYS * DAY_MS)
  const { used } = await read
    .selectFrom('rentals as r')
    .select(sql<number>`coalesce(sum(${swapGoodwill}), 0)::integer`.as('used'))
    .where('r.renter_id', '=', renter)
    .where('r.created_at', '>', since)
    .where('r.status', '<>', 'cancelled')
    .where('r.id', '<>', replaced)
    .executeTakeFirstOrThrow()
  return Math.max(0, MAX_SWAP_GOODWILL - used)
}

/** How long the goodwill for a more expensive item lasts; it is spent in the same transaction. */
const GOODWILL_LIFETIME_MS = 60_000

/**
 * Grants goodwill to be spent at once on this rental, separately each time it is reopened; does
 * nothing for 0 credits or fewer. Part of a command that holds the wallet's lock.
 */
export async function giveSwapGoodwill(
  tx: Tx,
  goodwill: {
    readonly userId: PersonId
    readonly rentalId: RentalId
    readonly reopened?: number
    readonly amount: number
  },
  now: Date,
): Promise<void> {
  const { userId, rentalId, amount } = goodwill
  if (amount <= 0) return
  const expiresAt = new Date(now.getTime() + GOODWILL_LIFETIME_MS)
  const lot = { userId, rentalId, amount, expiresAt, key: swapGoodwillKey(goodwill) }
  await mint(tx, { ...lot, source: 'goodwill' }, now)
}
