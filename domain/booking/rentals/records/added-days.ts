import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { type DateRange, isOnHoliday, takeHeldDates } from '#domain/booking/calendar/calendar.ts'
import { type LockedRental, lockItem } from '#domain/booking/rentals/records/rental-locks.ts'
import { acceptOffer } from '#domain/booking/waitlist/waitlist.ts'
import { isBlocked } from '#domain/care/blocks/blocks.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { type LiveDeposit, lockDeposit } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** Why a rental cannot have more days. */
export type AddedDaysProblem =
  | { readonly reason: 'deposit-missing' }
  | {
      readonly reason: 'deposit-barred'
      readonly why: NonNullable<LiveDeposit['barred']>
      /** The top-up needed, in cents; 0 when a top-up is not possible. */
      readonly topUpCents: number
    }
  | { readonly reason: 'item-paused' }
  | { readonly reason: 'dates-taken' }
  | { readonly reason: 'wallet-frozen' }

/**
 * The problems for which renting these days would be refused too; null for no days. Whether somebody
 * else has booked them is not among them.
 */
export async function whyNotAdded(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  added: readonly DateRange[],
): Promise<AddedDaysProblem | null> {
  if (added.length === 0) return null
  const deposit = await lockDeposit(tx, shopper.id)
  if (!deposit) return { reason: 'deposit-missing' }
  const { barred: why, topUpCents } = deposit
  if (why) return { reason: 'deposit-barred', why, topUpCents }
  const item = await lockItem(tx, rental.item_id)
  if (!item?.rentable || item.paused) return { reason: 'item-paused' }
  if (await isBlocked(tx, shopper.id, item.ownerId)) return { reason: 'item-paused' }
  for (const days of added) if (await isClosed(tx, rental, days)) return { reason: 'dates-taken' }
  // Already locked; this reads whether it is frozen.
  const wallet = await lockWallet(tx, shopper.id)
  return wallet.frozen ? { reason: 'wallet-frozen' } : null
}

/**
 * Part of adding days to a rental, before they are written: those that an offer or a payment page
 * holds for its renter become days of the rental. Returns whether there were such; afterwards the
 * rest of them may be free.
 */
export async function takeOwnDays(
  tx: Tx,
  shopper: Shopper,
  { item_id: itemId, turnaround_days: turnaroundDays }: LockedRental,
  added: readonly DateRange[],
  now: Date,
): Promise<boolean> {
  let isTaken = false
  for (const days of added) {
    const held = { ...days, itemId, turnaroundDays }
    const isAccepted = await acceptOffer(tx, shopper.id, held, now)
    isTaken = (await takeHeldDates(tx, shopper.id, held)) || isAccepted || isTaken
  }
  return isTaken
}

/** The closet has blocked one of these days, or is on holiday. */
async function isClosed(
  tx: Tx,
  { item_id, owner_id }: Pick<LockedRental, 'item_id' | 'owner_id'>,
  { start, end }: DateRange,
): Promise<boolean> {
  const blocked = tx
    .selectFrom('rental_availability')
    .select('blocked_date')
    .where('item_id', '=', item_id)
    .where('blocked_date', '>=', start)
    .where('blocked_date', '<=', end)
  const { isClosed: found } = await tx
    .selectNoFrom(({ or, exists }) =>
      or([exists(blocked), isOnHoliday(sql`${owner_id}::uuid`, { start, end })]).as('isClosed'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(found)
}
