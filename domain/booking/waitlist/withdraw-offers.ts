import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { hasBlocked } from '#domain/care/blocks/blocks.ts'
import { recordActions } from '#domain/shared/audit.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { offerIfDueElsewhere } from './end-entry.ts'
import type { LockedEntry } from './entry-locks.ts'
import { offerEnd } from './offer-end.ts'
import { isRentable } from './rentable-items.ts'

/**
 * Part of every command after which items cannot be rented, or only one at a time, under their
 * locks. Offers that can no longer be accepted go back to waiting, at their old place in line, and
 * do not count as expired: all offers of an item that cannot be rented or is rented, and without
 * advance booking all but the first in line, which blocks every day for the others.
 */
export async function withdrawOffers(
  tx: Tx,
  items: readonly ItemId[] | { readonly ownerId: PersonId },
  now: Date,
): Promise<void> {
  const isAmong =
    'ownerId' in items
      ? sql<boolean>`i.business_id = ${items.ownerId}`
      : sql<boolean>`i.id = any(${items}::uuid[])`
  const isLost = sql<boolean>`(not ${isRentable} or not i.available
    or not i.advance_booking and exists (select from waitlist_entries first
      where first.item_id = w.item_id and first.status = 'offered'
        and (first.created_at, first.id) < (w.created_at, w.id)))`
  await withdraw(tx, sql<boolean>`(${isAmong} and ${isLost})`, now)
}

/**
 * Part of every command that ends an offer without a rental, under the lock of its item: withdraws
 * the offer if at the end it could not be accepted, through no fault of its shopper. Returns
 * whether it was withdrawn.
 */
export async function withdrawIfLost(tx: Tx, entry: LockedEntry, now: Date): Promise<boolean> {
  const { id, offer_expires_at: endsAt, time_zone: timeZone } = entry
  if (!endsAt) return false
  const lastMoment = Math.min(now.getTime(), endsAt.getTime() - 1)
  const lastDay = calendarDateIn(timeZone, new Date(lastMoment))
  // Less time than offered: the closet has increased its notice since.
  const isCutShort = await hasLessTime(tx, entry, endsAt)
  const isFree = sql<boolean>`check_item_availability(w.item_id, w.start_date, w.end_date,
    ${lastDay}::date, w.shopper_id)`
  const isLost = sql<boolean>`(not ${isRentable} or ${isCutShort}::boolean or not ${isFree}
    or ${hasBlocked(sql`i.business_id`, sql`w.shopper_id`)})`
  return (await withdraw(tx, sql<boolean>`(w.id = ${id} and ${isLost})`, now)) > 0
}

async function hasLessTime(
  tx: Tx,
  { id, time_zone: timeZone }: LockedEntry,
  endsAt: Date,
): Promise<boolean> {
  const offer = await tx
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .select(['w.offered_at', 'w.start_date as start', 'lister.notice_days as noticeDays'])
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow()
  return offer.offered_at !== null && offerEnd(offer.offered_at, offer, timeZone) < endsAt
}

/** Withdraws the offers of matching entries `w` for items `i` of `lister`. Returns how many. */
async function withdraw(tx: Tx, which: RawBuilder<boolean>, now: Date): Promise<number> {
  const withdrawn = await tx
    .updateTable('waitlist_entries as w')
    .from('clothing_items as i')
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .set({ status: 'waiting', offered_at: null, offer_expires_at: null })
    .whereRef('i.id', '=', 'w.item_id')
    .where('w.status', '=', sql.lit('offered' as const))
    .where(which)
    .returning(['w.item_id', 'w.shopper_id'])
    .execute()
  if (withdrawn.length === 0) return 0
  const states = { before: { status: 'offered' }, after: { status: 'waiting' } }
  const lines = withdrawn.map(({ item_id: nounId }) => ({
    ...{ action: 'withdraw offer', noun: 'item', nounId, ...states },
  }))
  await recordActions(tx, null, lines, now)
  await offerIfDueElsewhere(
    tx,
    withdrawn.map(({ shopper_id }) => shopper_id),
  )
  return withdrawn.length
}
