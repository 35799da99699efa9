import { sql } from 'kysely'
import { type Tx, violatedConstraint } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { preventNewHolidays } from '#domain/booking/calendar/calendar.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { endEntry } from './end-entry.ts'
import { offerEnd } from './offer-end.ts'
import { isRentable } from './rentable-items.ts'
import { MAX_ENTRIES_PER_ITEM } from './waitlist-limits.ts'

/**
 * The last step of every command that frees days of an item or lets it be rented again, under the
 * item's lock: everybody in line whose days are free now gets an offer, in order, so that nobody
 * waits for free days. The offer and its email job commit together with the change.
 *
 * A shopper has at most one open offer. A shopper with an offer for another item is skipped here;
 * their entry is marked as due, and a job processes it once that offer has ended.
 */
export async function offerFreedPeriod(tx: Tx, itemId: ItemId, now: Date): Promise<void> {
  const line = await readLine(tx, itemId, now)
  if (line.length > 0) await preventNewHolidays(tx, itemId)
  for (const entry of line) {
    const isFree = entry.isRentable && (await areDaysFree(tx, entry, now))
    if (!isFree) await setDue(tx, entry, null)
    else if (entry.isGone || entry.offerEndsAt <= now) await endEntry(tx, entry, 'passed', now)
    else await offer(tx, entry, now)
  }
}

type Waiting = Awaited<ReturnType<typeof readLine>>[number]

async function readLine(tx: Tx, itemId: ItemId, now: Date) {
  const line = await tx
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .innerJoin('user_profiles as shopper', 'shopper.id', 'w.shopper_id')
    .select(['w.id', 'w.item_id', 'w.shopper_id', 'w.start_date', 'w.end_date', 'w.time_zone'])
    .select(['w.due_since', sql<'waiting'>`w.status`.as('status')])
    .select([
      isRentable.as('isRentable'),
      // They can no longer rent the item.
      sql<boolean>`shopper.blocked_at is not null or shopper.account_type = 'admin'
        or ${eitherBlocked(sql`w.shopper_id`, sql`i.business_id`)}`.as('isGone'),
      'lister.notice_days as noticeDays',
    ])
    .where('w.item_id', '=', itemId)
    .where('w.status', '=', sql.lit('waiting' as const))
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(MAX_ENTRIES_PER_ITEM)
    .execute()
  return line.map(({ noticeDays, ...entry }) => ({
    ...entry,
    offerEndsAt: offerEnd(now, { start: entry.start_date, noticeDays }, entry.time_zone),
  }))
}

async function areDaysFree(tx: Tx, entry: Waiting, now: Date): Promise<boolean> {
  const today = calendarDateIn(entry.time_zone, now)
  const { free } = await tx
    .selectFrom('waitlist_entries as w')
    .select(
      sql<boolean>`check_item_availability(w.item_id, w.start_date, w.end_date, ${today}::date,
        w.shopper_id)`.as('free'),
    )
    .where('w.id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return free
}

async function setDue(tx: Tx, entry: Waiting, since: Date | null): Promise<void> {
  if (entry.due_since === null && since === null) return
  await tx
    .updateTable('waitlist_entries')
    .set({ due_since: since })
    .where('id', '=', entry.id)
    .execute()
}

async function offer(tx: Tx, entry: Waiting, now: Date): Promise<void> {
  const change = {
    status: 'offered',
    offered_at: now,
    offer_expires_at: entry.offerEndsAt,
  } as const
  // Another transaction may make them an offer concurrently; only the unique index sees both.
  await sql`savepoint offer`.execute(tx)
  try {
    await tx
      .updateTable('waitlist_entries')
      .set({ ...change, due_since: null })
      .where('id', '=', entry.id)
      .execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'one_open_offer_per_shopper') throw error
    await sql`rollback to savepoint offer`.execute(tx)
    await setDue(tx, entry, now)
    return
  }
  await sql`release savepoint offer`.execute(tx)
  const { id: entryId, item_id: nounId } = entry
  const after = { entry: entryId, start: entry.start_date, end: entry.end_date }
  await recordAction(tx, null, { action: 'offer dates', noun: 'item', nounId, after }, now)
  await enqueue(tx, 'tell-about-waitlist', { entryId, event: 'offer' })
  await enqueue(tx, 'expire-waitlist-offer', { entryId }, { runAt: entry.offerEndsAt })
}
