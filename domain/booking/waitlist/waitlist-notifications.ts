import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { isUnusedOffer } from './unused-offers.ts'
import { waitlistEmail } from './waitlist-emails.ts'
import { MAX_UNUSED_OFFERS } from './waitlist-limits.ts'

/**
 * The job behind an offer, or an ending that the shopper did not cause: one email each, however
 * often it runs. An offer that has ended or was withdrawn by then needs no email.
 */
export async function notifyAboutWaitlist(
  db: Db,
  { entryId, event }: Jobs['tell-about-waitlist'],
  { origin, timeZone }: { readonly origin: string; readonly timeZone: string },
  now: Date,
): Promise<void> {
  const entry = await db
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'w.shopper_id')
    .select(['w.item_id', 'i.title', 'w.start_date', 'w.end_date'])
    .select(['w.offered_at', 'w.offer_expires_at'])
    .select(['p.id as shopper_id', 'p.full_name', 'p.email'])
    .select(
      sql<number>`(select count(*)::int from waitlist_entries e where e.item_id = w.item_id
        and e.shopper_id = w.shopper_id and ${isUnusedOffer('e')})`.as('unused'),
    )
    .where('w.id', '=', entryId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!entry || (event === 'offer' && !entry.offer_expires_at)) return
  const message = waitlistEmail(event, {
    itemId: entry.item_id,
    title: entry.title,
    shopperName: entry.full_name,
    start: entry.start_date,
    end: entry.end_date,
    heldUntil: entry.offer_expires_at ? showInstant(entry.offer_expires_at, timeZone) : '',
    mayJoinAgain: entry.unused < MAX_UNUSED_OFFERS,
    origin,
  })
  const recipient = { to: entry.email, recipientId: entry.shopper_id }
  // An offer may have been withdrawn, and made again later.
  const offer = event === 'offer' ? `-${entry.offered_at?.getTime()}` : ''
  const messageKey = `waitlist-${entryId}-${event}${offer}`
  await inTransaction(db, (tx) => notify(tx, { ...message, ...recipient, messageKey }, now))
}
