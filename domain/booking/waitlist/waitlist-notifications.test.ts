import { expect, test } from 'vitest'
import type { WaitlistEntryId } from '#db/ids.ts'
import type { WaitlistEvent } from '#db/jobs.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { leaveWaitlist } from './join-waitlist.ts'
import { expireOffers } from './waitlist-deadlines.ts'
import { notifyAboutWaitlist } from './waitlist-notifications.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const place = { origin, timeZone: 'America/New_York' }

/** A shopper with an offer, because the rental on their dates was cancelled. */
async function offered(title: string, closet?: ClosetOwner) {
  const item = await made.item({ title, creditsPerDay: 0, ...(closet && { closet }) })
  const renter = await made.shopper()
  const rental = await made.rental({ item, renter, start: '2026-12-05', createdAt: now })
  const shopper = await made.shopper({ full_name: 'Mia Stone' })
  const entryId = await made.entry({ item, shopper, start: '2026-12-05', end: '2026-12-12' })
  await cancelRental(db, renter, { rentalId: rental.id, origin }, now)
  return { entryId, shopper, item }
}

async function jobsOf(entryId: WaitlistEntryId) {
  const { rows } = await pool.query(
    `select t.identifier, payload->>'event' as event
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where payload->>'entryId' = $1 order by j.id`,
    [entryId],
  )
  return rows.map(({ identifier, event }) => [identifier, event])
}

async function mailsTo(email: string) {
  return await db
    .selectFrom('mail_outbox')
    .select(['template', 'subject', 'text_body as text'])
    .where('to_address', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const tell = (entryId: WaitlistEntryId, event: WaitlistEvent) =>
  notifyAboutWaitlist(db, { entryId, event }, place, now)

test('an offer commits with the jobs for its email and its end, and is emailed once', async () => {
  const { entryId, shopper, item } = await offered('Red Gown')
  expect(await jobsOf(entryId)).toEqual([
    ['tell-about-waitlist', 'offer'],
    ['expire-waitlist-offer', null],
  ])
  for (let run = 0; run < 2; run += 1) await tell(entryId, 'offer')
  const mails = await mailsTo(shopper.email)
  expect(mails).toMatchObject([{ template: 'waitlist-offer', subject: 'Red Gown is held for you' }])
  expect(mails[0]?.text).toContain('until Nov 20, 2026, 10:00 PM EST')
  expect(mails[0]?.text).toContain(`${origin}/item/${item.id}?start=2026-12-05&end=2026-12-12`)
})

test('an offer says when the item does not come to the shopper', async () => {
  const closet = await made.closet({
    ...{ city: 'Austin', state: 'TX', driving_distance: '10 miles' },
    full_name: 'Wild Fig',
  })
  const { entryId, shopper } = await offered('Far Gown', closet)
  await updateRows(db, 'user_profiles', shopper.id, { zip: '10001' })
  await tell(entryId, 'offer')
  const [mail] = await mailsTo(shopper.email)
  expect(mail?.text).toContain(
    'Wild Fig delivers within 10 miles of Austin, TX. New York is about 1,500 miles away. You choose how you get it when you rent it.',
  )
})

test('an offer that has ended is not announced, but its end is', async () => {
  const { entryId, shopper } = await offered('Blue Gown')
  await expireOffers(db, new Date(now.getTime() + 12 * 3_600_000))
  await tell(entryId, 'offer')
  await tell(entryId, 'expired')
  expect(await mailsTo(shopper.email)).toMatchObject([{ template: 'waitlist-expired' }])
  await tell(entryId, 'passed')
  const [, passed] = await mailsTo(shopper.email)
  expect(passed).toMatchObject({
    template: 'waitlist-passed',
    subject: 'You are no longer on the waitlist for Blue Gown',
  })
})

test('a shopper who leaves gets no email', async () => {
  const { entryId, shopper } = await offered('Green Gown')
  await leaveWaitlist(db, shopper, { entryId }, now)
  await tell(entryId, 'offer')
  expect(await mailsTo(shopper.email)).toEqual([])
  expect((await jobsOf(entryId)).map(([, event]) => event)).not.toContain('expired')
})
