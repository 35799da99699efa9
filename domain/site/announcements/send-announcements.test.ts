import { expect, test } from 'vitest'
import type { AnnouncementId } from '#db/ids.ts'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { sendQueuedMail } from '#domain/outbound/mail/outbox.ts'
import { disableMailTopic } from '#domain/outbound/notify/mail-choices.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Message } from '#gateways/mail/transport.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { findAnnouncement } from './announcements.ts'
import { endAnnouncement } from './publish-announcement.ts'
import { sendAnnouncements } from './send-announcements.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-11-20T15:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const origin = 'https://shop.example'
const byEmail = { hasBanner: false, hasEmail: true, timeZone: 'UTC', now }

async function open() {
  const { db, made } = await testDatabase()
  const city = await made.city()
  const here = { city: city.name, state: city.state, created_at: now }
  const renter = () => made.shopper(here)
  const forCity = { audience: 'renters', cityId: city.id, ...byEmail } as const
  const send = async (at = now, limits = {}) => {
    let steps = 0
    while ((await sendAnnouncements(db, { now: at, origin }, limits)) > 0) steps += 1
    return steps
  }
  const recipients = async (announcement_id: AnnouncementId) => {
    const mails = await readRows(db, 'mail_outbox', 'recipient_id', { announcement_id })
    return mails.map(({ recipient_id }) => recipient_id).toSorted()
  }
  return { db, made, here, renter, forCity, send, recipients }
}

test('everybody whom it is for gets one email, in batches, and none who have turned it off', async () => {
  const { db, made, here, renter, forCity, send, recipients } = await open()
  const people = [await renter(), await renter(), await renter(), await renter(), await renter()]
  const off = await renter()
  await disableMailTopic(db, off, 'announcements', now)
  await made.shopper({ ...here, email_verified: false })
  await made.shopper({ ...here, blocked_at: now, blocked_reason: 'No.' })
  await made.shopper({ ...here, deleted_at: now, city: null, state: null })
  await made.shopper({ ...here, created_at: later(1) })
  const { id } = await made.announcement(forCity)
  expect(await send(new Date(now.getTime() - 1)), 'not yet').toBe(0)
  expect(await send(now, { max: 2 })).toBe(3)
  expect(await send(later(1))).toBe(0)
  expect(await recipients(id)).toEqual(people.map((person) => person.id).toSorted())
  expect(await readRow(db, 'announcements', ['emails', 'emails_done_at'], id)).toEqual({
    emails: 5,
    emails_done_at: now,
  })
})

test('workers at the same time send one email to each', async () => {
  const { made, renter, forCity, send, recipients } = await open()
  for (let n = 0; n < 6; n++) await renter()
  const { id } = await made.announcement(forCity)
  await Promise.all([send(now, { max: 1 }), send(now, { max: 1 }), send(now, { max: 1 })])
  await send(now, { max: 1 })
  const all = await recipients(id)
  expect([all.length, new Set(all).size]).toEqual([6, 6])
})

test('the email says what the announcement says, and can be turned off from the mail program', async () => {
  const { db, made, renter, forCity, send } = await open()
  const person = await renter()
  const link = { linkAddress: '/styles?code=a', linkLabel: 'See the styles' }
  await made.announcement({ ...forCity, title: 'Sale <1>', words: 'One.\n\nTwo.', ...link })
  await send()
  const mail = await readRow(db, 'mail_outbox', ['id', 'subject', 'topic'], {
    recipient_id: person.id,
  })
  expect(mail).toMatchObject({ subject: 'Sale <1>', topic: 'announcements' })
  const messages: Message[] = []
  const transport = {
    send: async (message: Message) => void messages.push(message),
    close: () => undefined,
  }
  await sendQueuedMail(db, transport, mail.id, now, (wanted) =>
    unsubscribeAddress('a secret of the tests, long enough to sign', origin, wanted),
  )
  expect(messages[0]?.text).toContain(
    'One.\n\nTwo.\n\nSee the styles:\nhttps://shop.example/styles?code=a',
  )
  expect(messages[0]?.html).toContain('Sale &lt;1&gt;')
  expect(messages[0]?.unsubscribe).toContain('topic=announcements')
})

test('ended early, what has not been sent is not sent', async () => {
  const { db, made, renter, forCity, send, recipients } = await open()
  for (let n = 0; n < 4; n++) await renter()
  const { id, admin } = await made.announcement(forCity)
  await sendAnnouncements(db, { now, origin }, { max: 3 })
  const [sent] = await readRows(db, 'mail_outbox', ['id', 'recipient_id'], { announcement_id: id })
  if (!sent) throw new Error('no email')
  const transport = { send: async () => undefined, close: () => undefined }
  await sendQueuedMail(db, transport, sent.id, now, () => origin)
  expect(await endAnnouncement(db, admin, id, later(1))).toMatchObject({ ok: true })
  expect(await send(later(2))).toBe(0)
  expect(await recipients(id)).toEqual([sent.recipient_id])
  expect(await findAnnouncement(db, admin, id)).toMatchObject({ emails: 1, emailsDoneAt: later(1) })
})

test('no more are queued while many wait, and none once its last day is over', async () => {
  const { db, made, renter, forCity, send, recipients } = await open()
  for (let n = 0; n < 5; n++) await renter()
  const { id } = await made.announcement(forCity)
  expect(await send(now, { max: 1, maxWaiting: 2 })).toBe(2)
  expect(await recipients(id)).toHaveLength(2)
  expect(await send(later(72), { max: 1, maxWaiting: 2 })).toBe(1)
  expect(await recipients(id)).toHaveLength(2)
  expect(await readRow(db, 'announcements', 'emails_done_at', id)).toEqual({
    emails_done_at: later(72),
  })
})

test('emails of a later day wait for its morning', async () => {
  const { made, renter, forCity, send, recipients } = await open()
  await renter()
  const startsOn = addDays(calendarDateIn('UTC', now), 1)
  const { id } = await made.announcement({ ...forCity, startsOn })
  expect(await send(new Date('2026-11-21T08:59:59Z'))).toBe(0)
  expect(await send(new Date('2026-11-21T09:00:00Z'))).toBe(1)
  expect(await recipients(id)).toHaveLength(1)
})
