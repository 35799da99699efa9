import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { MailId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { MailRefused, type MailTransport, type Message } from '#gateways/mail/transport.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { type Email, renderEmail } from './email.ts'
import { hello } from './names.ts'
import { type Mail, outboxPage, queueMail, readMail, sendQueuedMail, sweepMail } from './outbox.ts'

const noLink = () => ''

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')

function mail(changes: Partial<Mail> = {}): Mail {
  const message: Email = { template: 'test', subject: 'A dress', paragraphs: ['Returned.'] }
  return { ...message, to: `${newId()}@example.test`, topic: null, ...changes }
}

const nothing: MailId = newId()

async function queued(changes: Partial<Mail> = {}, at = now) {
  const one = mail(changes)
  await inTransaction(db, (tx) => queueMail(tx, one, at))
  const row = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', one.to)
    .executeTakeFirst()
  return row?.id ?? nothing
}

async function rowOf(id: MailId) {
  return db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function jobsFor(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker._private_jobs where payload ->> 'mailId' = ${id}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** A minimal mail server: `answers` gives its response to the nth message. */
function transport(...answers: (Error | undefined)[]): MailTransport & { sent: Message[] } {
  const sent: Message[] = []
  return {
    sent,
    send: async (message) => {
      const answer = answers.shift()
      if (answer) throw answer
      sent.push(message)
    },
    close: () => {},
  }
}

test('an email and its job are committed in the transaction of the change they are about', async () => {
  const stored = await queued()
  expect(await jobsFor(stored)).toBe(1)
  const lost = mail()
  await expect(
    inTransaction(db, async (tx) => {
      await queueMail(tx, lost, now)
      throw new Error('thought better of it')
    }),
  ).rejects.toThrow('thought better of it')
  const rows = await readRows(db, 'mail_outbox', 'id', { to_address: lost.to })
  expect(rows).toEqual([])
})

test('an email is sent once, even when its job runs again', async () => {
  const id = await queued({ subject: 'Your dress is on its way' })
  const server = transport()
  await sendQueuedMail(db, server, id, now, noLink)
  await sendQueuedMail(db, server, id, now, noLink)
  expect(server.sent.map(({ subject }) => subject)).toEqual(['Your dress is on its way'])
  expect(await rowOf(id)).toMatchObject({ sent_at: now, attempts: 1, last_error: null })
})

test('a failed attempt is recorded and retried with the same Message-ID', async () => {
  const id = await queued()
  const server = transport(new Error('connection refused'))
  await expect(sendQueuedMail(db, server, id, now, noLink)).rejects.toThrow('connection refused')
  expect(await rowOf(id)).toMatchObject({
    sent_at: null,
    attempts: 1,
    last_error: 'connection refused',
  })
  await sendQueuedMail(db, server, id, now, noLink)
  expect(server.sent[0]?.messageId).toBe((await rowOf(id)).message_id)
  expect(await rowOf(id)).toMatchObject({ sent_at: now, attempts: 2, last_error: null })
})

test('nothing is sent while the attempt cannot be recorded', async () => {
  const { db: own } = await testDatabase()
  const one = mail()
  await inTransaction(own, (tx) => queueMail(tx, one, now))
  const { id } = await own
    .selectFrom('mail_outbox')
    .select('id')
    .where('to_address', '=', one.to)
    .executeTakeFirstOrThrow()
  await sql`alter table mail_outbox add constraint disk_full check (attempts = 0)`.execute(own)
  const server = transport()
  await expect(sendQueuedMail(own, server, id, now, noLink)).rejects.toThrow('disk_full')
  expect(server.sent).toEqual([])
})

test('an email that is rejected permanently fails with its reason', async () => {
  const id = await queued()
  await sendQueuedMail(db, transport(new MailRefused('no such mailbox')), id, now, noLink)
  expect(await rowOf(id)).toMatchObject({ sent_at: null, last_error: 'no such mailbox' })
})

test('an email with a key is queued once', async () => {
  const key = `reminder-${newId()}`
  const first = await queued({ messageKey: key })
  const second = await queued({ messageKey: key })
  expect((await rowOf(first)).message_id).toBe(key)
  expect(second).toBe(nothing)
})

test('a key with characters not allowed in a Message-ID throws', async () => {
  await expect(queued({ messageKey: 'x>\r\nBcc: all' })).rejects.toThrow('Message-ID')
})

test('a line break in subject or address cannot start a header', async () => {
  const id = await queued({ subject: 'Hello\r\nBcc: everybody@example.test' })
  expect((await rowOf(id)).subject).toBe('Hello Bcc: everybody@example.test')
})

test('the outbox is read page by page, newest first, each email once', async () => {
  const { db: own } = await testDatabase()
  for (let i = 0; i < 30; i++) {
    const at = new Date(now.getTime() + Math.floor(i / 2) * 1000)
    await inTransaction(own, (tx) => queueMail(tx, mail({ subject: `Number ${i}` }), at))
  }
  const first = await outboxPage(own, null)
  const second = await outboxPage(own, first.next)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([24, 6, null])
  const all = [...first.rows, ...second.rows]
  expect(new Set(all.map(({ id }) => id)).size).toBe(30)
  const times = all.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('an email is read with its contents', async () => {
  const id = await queued()
  expect(await readMail(db, id, noLink)).toMatchObject({ subject: 'A dress', sentAt: null })
  expect((await readMail(db, id, noLink))?.text).toContain('Returned.')
  expect(await readMail(db, newId(), noLink)).toBeNull()
})

test('confidential emails are not stored once they are sent, except in the local outbox', async () => {
  const message: Email = {
    template: 'test',
    confidential: true,
    subject: 'A link',
    paragraphs: ['A secret.'],
  }
  const sent = await queued(message)
  await sendQueuedMail(db, transport(), sent, now, noLink)
  expect(await rowOf(sent)).toMatchObject({ subject: 'A link', text_body: '', html_body: '' })

  const here = await queued(message)
  await sendQueuedMail(db, { ...transport(), isLocal: true }, here, now, noLink)
  expect((await rowOf(here)).text_body).toContain('A secret.')

  const refused = await queued(message)
  await sendQueuedMail(db, transport(new MailRefused('no such box')), refused, now, noLink)
  expect((await rowOf(refused)).text_body).toContain('A secret.')
})

test('an email with a private link must be marked confidential', () => {
  const draft = {
    template: 'test',
    subject: 'A link',
    paragraphs: [],
    button: { text: 'Open', url: 'https://shop.example/auth/new?token=abc' },
  }
  expect(() => renderEmail(draft, null)).toThrow('is not marked confidential')
  expect(renderEmail({ ...draft, confidential: true }, null).text).toContain('token=abc')
})

test('emails are deleted 90 days after sending, account deletions after a week, unsent ones never', async () => {
  const days = (n: number) => new Date(now.getTime() - n * 86_400_000)
  const sentAgo = async (n: number, template = 'test') => {
    const id = await queued({ template }, days(n))
    await sendQueuedMail(db, transport(), id, days(n), noLink)
    return id
  }
  const stored = [await sentAgo(89), await sentAgo(6, 'farewell'), await queued({}, days(400))]
  const gone = [await sentAgo(91), await sentAgo(8, 'farewell')]
  await sweepMail(db, now)
  const left = await db.selectFrom('mail_outbox').select('id').execute()
  const ids = left.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(stored))
  expect(ids.filter((id) => gone.includes(id))).toEqual([])
})

test('emails queued after an admin has set a support address link to it', async () => {
  const url = 'https://shop.example/feedback'
  const button = { text: 'Contact support', url, isContact: true } as const
  const message: Email = { template: 'test', subject: 'Blocked', paragraphs: [], button }
  const before = await rowOf(await queued(message))
  await insertRows(db, 'site_customization', {
    setting_key: 'support_email',
    setting_value: 'help@shop.example',
    setting_type: 'text',
    category: 'content',
  })
  const after = await rowOf(await queued(message))
  expect([before.html_body, after.html_body].map((html) => html.includes('mailto:'))).toEqual([
    false,
    true,
  ])
  expect(after.html_body).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact support</)
  expect(after.text_body).toContain('Contact support:\nhelp@shop.example\n')
})

test('a closet is greeted with its whole name, unless its owner applied under that name', async () => {
  const closet = await made.closet({ full_name: 'Lakeshore Tailors' })
  const shopper = await made.shopper({ full_name: 'Lake Shore' })
  const greetingTo = async ({ id, fullName }: typeof closet | typeof shopper) => {
    const { text_body } = await rowOf(await queued({ recipientId: id, greeting: hello(fullName) }))
    return text_body.split('\n')[0]
  }
  const applied = (full_name: string) =>
    insertRows(db, 'business_applications', {
      ...{ id: newId(), user_id: closet.id, full_name, city: 'Troy', state: 'NY' },
      ...{ instagram: 'lake', outfit_images: [newId()], driving_distance: '5 miles' },
      ...{ meeting_flexibility: 'Evenings', contact_phone: '555 0100', applied_at: now },
      ...{ status: 'approved', reviewed_at: now },
    })
  expect(await greetingTo(shopper)).toBe('Hi Lake,')
  expect(await greetingTo(closet)).toBe('Hi Lakeshore Tailors,')
  await applied('Ann Archer')
  expect(await greetingTo(closet)).toBe('Hi Lakeshore Tailors,')
  await applied('Lakeshore Tailors')
  expect(await greetingTo(closet)).toBe('Hi Lakeshore,')
})
