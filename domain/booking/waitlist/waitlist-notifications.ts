import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { WaitlistEntryId } from '#db/ids.ts'
import type { Jobs } from '#db/jobs.ts'
import { placeOfRenter, readReach, whyNotDelivered } from '#domain/catalogue/reach/reach.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { pages } from '#domain/shared/pages.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { isUnusedOffer } from './unused-offers.ts'
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
  const entry = await readEntry(db, entryId)
  if (!entry || (event === 'offer' && !entry.offer_expires_at)) return
  const message = {
    template: `waitlist-${event}`,
    greeting: hello(entry.full_name),
    ...EMAILS[event]({ ...factsOf(entry, timeZone), origin }),
  }
  const recipient = { to: entry.email, recipientId: entry.shopper_id }
  // An offer may have been withdrawn, and made again later.
  const offer = event === 'offer' ? `-${entry.offered_at?.getTime()}` : ''
  const messageKey = `waitlist-${entryId}-${event}${offer}`
  await inTransaction(db, (tx) => notify(tx, { ...message, ...recipient, messageKey }, now))
}

function readEntry(db: Db, entryId: WaitlistEntryId) {
  return db
    .selectFrom('waitlist_entries as w')
    .innerJoin('clothing_items as i', 'i.id', 'w.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'w.shopper_id')
    .innerJoin('user_profiles as l', 'l.id', 'i.business_id')
    .select(['w.item_id', 'i.title', 'w.start_date', 'w.end_date'])
    .select(['w.offered_at', 'w.offer_expires_at'])
    .select(['p.id as shopper_id', 'p.full_name', 'p.email', 'p.zip', 'p.delivery_address'])
    .select(['i.reach', 'l.full_name as fullName', 'l.city', 'l.state'])
    .select('l.driving_distance as drivingDistance')
    .select(
      sql<number>`(select count(*)::int from waitlist_entries e where e.item_id = w.item_id
        and e.shopper_id = w.shopper_id and ${isUnusedOffer('e')})`.as('unused'),
    )
    .where('w.id', '=', entryId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
}

type Entry = NonNullable<Awaited<ReturnType<typeof readEntry>>>

function factsOf(entry: Entry, timeZone: string) {
  const { start_date: start, end_date: end, offer_expires_at: until } = entry
  const place = placeOfRenter({ typed: null, zip: entry.zip, stored: entry.delivery_address })
  return {
    itemId: entry.item_id,
    title: entry.title,
    start,
    end,
    dates: datesInWords(start, end),
    heldUntil: until ? showInstant(until, timeZone) : '',
    outOfArea: whyNotDelivered(entry, readReach(entry.reach), place),
    mayJoinAgain: entry.unused < MAX_UNUSED_OFFERS,
  }
}

type Words = ReturnType<typeof factsOf> & { readonly origin: string }

const EMAILS = {
  offer: ({ title, dates, heldUntil, outOfArea, itemId, start, end, origin }: Words) => ({
    subject: `${title} is held for you`,
    paragraphs: [
      `You were on the waitlist for ${title} ${dates}. It is now available for your dates, and we are holding it for you until ${heldUntil}.`,
      ...(outOfArea ? [`${outOfArea} You choose how you get it when you rent it.`] : []),
      'Please rent it by then. After that, it may go to the next person in line.',
    ],
    button: {
      text: 'Rent it now',
      url: `${origin}${pages.item(itemId)}?${new URLSearchParams({ start, end })}`,
    },
  }),
  expired: ({ title, dates, itemId, origin, mayJoinAgain }: Words) => ({
    subject: `Your offer for ${title} has expired`,
    paragraphs: [
      `We held ${title} ${dates} for you, and you did not rent it in time, so we are no longer holding it for you.`,
      mayJoinAgain
        ? 'If you still want it, rent it if it is available or join the waitlist again.'
        : 'Two offers for this item expired, so you cannot join its waitlist again. You can still rent it whenever it is available.',
    ],
    button: { text: 'View the item', url: `${origin}${pages.item(itemId)}` },
  }),
  passed: ({ title, dates, origin }: Words) => ({
    subject: `You are no longer on the waitlist for ${title}`,
    paragraphs: [
      `You were on the waitlist for ${title} ${dates}. It can no longer be rented for these dates, so we have removed you from its waitlist.`,
      'Nothing was charged.',
    ],
    button: { text: 'Browse Items', url: `${origin}${pages.styles}` },
  }),
} as const
