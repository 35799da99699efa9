import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { MailTopic } from '#db/enums.ts'
import {
  readUnsubscribeAddress,
  unsubscribeAddress,
} from '#domain/accounts/people/unsubscribe-link.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { sendQueuedMail } from '#domain/outbound/mail/outbox.ts'
import type { Message } from '#gateways/mail/transport.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { disabledTopics, disableMailTopic, enableMailTopic } from './mail-choices.ts'
import { topicOf } from './mail-topics.ts'
import { notify } from './notify.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const secret = 'a secret of the tests, long enough to sign'
const origin = 'https://shop.example'

type Recipient = Awaited<ReturnType<typeof made.shopper>>

async function sent(to: Recipient, template: string): Promise<Message | null> {
  const message: Email = { template, subject: 'Hello', paragraphs: ['Something happened.'] }
  await inTransaction(db, (tx) => notify(tx, { ...message, to: to.email, recipientId: to.id }, now))
  const mail = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient_id', '=', to.id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!mail) return null
  const messages: Message[] = []
  const transport = {
    send: async (one: Message) => void messages.push(one),
    close: () => undefined,
  }
  await sendQueuedMail(db, transport, mail.id, now, (wanted) =>
    unsubscribeAddress(secret, origin, wanted),
  )
  return messages[0] ?? null
}

test('an email with a topic has a signed link that turns off this topic for this person only', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const message = await sent(shopper, 'waitlist-offer')
  const address = message?.unsubscribe ?? ''
  expect(message?.text).toContain(`Unsubscribe from these emails: ${address}`)
  expect(message?.html).toContain('Unsubscribe from these emails</a>')
  const { searchParams } = new URL(address)
  const wanted = { personId: shopper.id, topic: 'waitlist' } as const
  expect(readUnsubscribeAddress(secret, searchParams)).toEqual(wanted)
  const changed = (name: string, value: string) => {
    const query = new URLSearchParams(searchParams)
    query.set(name, value)
    return readUnsubscribeAddress(secret, query)
  }
  expect(changed('person', other.id)).toBeNull()
  expect(changed('topic', 'digest')).toBeNull()
  expect(changed('signature', '')).toBeNull()
  expect(readUnsubscribeAddress('another secret', searchParams)).toBeNull()
})

test('a topic that is turned off is not sent until it is turned on again; other emails are always sent', async () => {
  const shopper = await made.shopper()
  await disableMailTopic(db, shopper, 'waitlist', now)
  await disableMailTopic(db, shopper, 'waitlist', now)
  expect(await disabledTopics(db, shopper)).toEqual(['waitlist'])
  expect(await sent(shopper, 'waitlist-offer')).toBeNull()
  const accepted = await sent(shopper, 'rental-accept')
  expect(accepted).not.toBeNull()
  expect(accepted).not.toHaveProperty('unsubscribe')
  await enableMailTopic(db, shopper, 'waitlist')
  expect(await sent(shopper, 'waitlist-offer')).not.toBeNull()
})

/** Templates that are always sent, by prefix, with the reason. */
const ALWAYS = [
  // A running rental, and decisions about its deposit or return.
  ...['rental-', 'handover-', 'appeal-', 'return-request'],
  // Money: payments, credits, deposits and payouts.
  ...[
    'receipt-',
    'checkout-',
    'refund-',
    'dispute-',
    'gift-code',
    'credits-',
    'renewal-',
    'payout-',
  ],
  // Security and the account itself.
  ...['account-', 'welcome', 'verification', 'reset', 'password-', 'email-', 'new-email'],
  'wrong-codes',
  ...['second-factor-', 'farewell', 'api-token-'],
  // Something that a closet set up has stopped working.
  'webhook-disabled',
  // Decisions that the recipient has to learn about.
  ...['application-', 'item-', 'items-', 'name-', 'closet-page-', 'report-'],
  ...['rating-hide', 'rating-remove-reply'],
  // What people wrote to the admins themselves.
  'support-',
  // Tasks of admins.
  'admin-',
]

test('every email template has a topic or is always sent', () => {
  const files = globSync('domain/**/*.ts').filter((path) => !path.includes('.test.'))
  const templates = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\btemplate: ['`]([^'`$]+)/g)].map(
      ([, template = '']) => template,
    ),
  )
  expect(templates.length).toBeGreaterThan(30)
  const neither = templates.filter(
    (template) =>
      topicOf(template) === null &&
      // The rest of these names is the event.
      !['waitlist-', 'rating-'].includes(template) &&
      !ALWAYS.some((start) => template.startsWith(start)),
  )
  expect(neither).toEqual([])
  const topics: readonly MailTopic[] = ['waitlist', 'digest', 'announcements']
  expect(['waitlist-offer', 'closet-digest', 'announcement'].map(topicOf)).toEqual(topics)
})
