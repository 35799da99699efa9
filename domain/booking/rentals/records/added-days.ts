import type { Tx } from '#db/connection.ts'
import { type DateRange, rentableOn } from '#domain/booking/calendar/calendar.ts'
import { type LockedRental, lockItem } from '#domain/booking/rentals/records/rental-locks.ts'
import { isBlocked } from '#domain/care/blocks/blocks.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { type LiveDeposit, lockDeposit } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

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

/** The problems for which renting these days would be refused too; null for no days. */
export async function whyNotAdded(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  added: readonly DateRange[],
  today: CalendarDate,
): Promise<AddedDaysProblem | null> {
  if (added.length === 0) return null
  const deposit = await lockDeposit(tx, shopper.id)
  if (!deposit) return { reason: 'deposit-missing' }
  const { barred: why, topUpCents } = deposit
  if (why) return { reason: 'deposit-barred', why, topUpCents }
  const item = await lockItem(tx, rental.item_id)
  if (!item?.rentable || item.paused) return { reason: 'item-paused' }
  if (await isBlocked(tx, shopper.id, item.ownerId)) return { reason: 'item-paused' }
  for (const days of added)
    if (!(await areRentable(tx, shopper, rental, days, today))) return { reason: 'dates-taken' }
  // Already locked; this reads whether it is frozen.
  const wallet = await lockWallet(tx, shopper.id)
  return wallet.frozen ? { reason: 'wallet-frozen' } : null
}

async function areRentable(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  days: DateRange,
  today: CalendarDate,
): Promise<boolean> {
  const added = { rentalId: rental.id, needsNotice: days.start < rental.start_date }
  const item = await tx
    .selectFrom('clothing_items as i')
    .select('i.id')
    .where('i.id', '=', rental.item_id)
    .where(rentableOn('i', days, today, shopper.id, added))
    .executeTakeFirst()
  return item !== undefined
}
