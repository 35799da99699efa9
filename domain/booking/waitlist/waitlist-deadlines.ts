import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { WaitlistEntryId } from '#db/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { endEntry } from './end-entry.ts'
import { lockItemOfEntry } from './entry-locks.ts'
import { offerFreedPeriod } from './offer-freed-period.ts'
import { withdrawIfLost } from './withdraw-offers.ts'

// The deadlines of waitlist entries. Every run handles a bounded number; each entry has its own
// database transaction.

const BATCH_SIZE = 200

/** Ends offers whose time is over and makes the next ones. Returns how many. */
export async function expireOffers(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('status', '=', sql.lit('offered' as const))
    .where('offer_expires_at', '<=', now)
    .orderBy('offer_expires_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of due) await expireOffer(db, id, now)
  return due.length
}

/**
 * The timer of one offer: ends it, unless it was accepted or left. An offer that could not be
 * accepted is withdrawn instead, so that it does not count as expired.
 */
export async function expireOffer(db: Db, entryId: WaitlistEntryId, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const entry = await lockItemOfEntry(tx, entryId)
    if (!entry?.offer_expires_at || entry.offer_expires_at > now) return
    if (!(await withdrawIfLost(tx, entry, now))) await endEntry(tx, entry, 'expired', now)
    await offerFreedPeriod(tx, entry.item_id, now)
  })
}

/** Ends entries whose first day has come. Returns how many. */
export async function passEntries(db: Db, now: Date): Promise<number> {
  const open = await db
    .selectFrom('waitlist_entries')
    .select(['id', 'start_date', 'time_zone'])
    .where('status', 'in', [sql.lit('waiting' as const), sql.lit('offered' as const)])
    // No time zone is past tomorrow.
    .where('start_date', '<=', addDays(calendarDateIn('UTC', now), 1))
    .orderBy('start_date')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const past = open.filter((one) => one.start_date <= calendarDateIn(one.time_zone, now))
  for (const { id } of past)
    await inTransaction(db, async (tx) => {
      const entry = await lockItemOfEntry(tx, id)
      if (!entry) return
      await endEntry(tx, entry, 'passed', now)
      await offerFreedPeriod(tx, entry.item_id, now)
    })
  return past.length
}
