import { expect, test } from 'vitest'
import { decideReport } from '#domain/accounts/closing/decide-report.ts'
import { reportList } from '#domain/care/reports/report-list.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { conversationsOf } from './conversation-list.ts'
import { findConversation, messagesIn } from './conversation-queries.ts'
import { mailUnreadMessages } from './mail-unread.ts'
import { findRemovable, type Removal, removeMessage } from './remove-message.ts'
import { readReportedConversation } from './reported-conversation.ts'
import { withdrawMessage } from './withdraw-message.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const reason = 'It asks for payment outside Hemline.'
const admin = await made.admin()

async function conversation() {
  const words = ['Is it free?', 'Pay me in cash.', 'No, thank you.']
  const talk = await made.conversation({ words, now })
  const rows = await readRows(db, 'messages', 'id', { conversation_id: talk.id }, 'written_at')
  const [, cash, last] = rows
  if (!cash || !last) throw new Error('no message')
  return { ...talk, cash: cash.id, last: last.id }
}

async function remove(removal: Omit<Removal, 'origin' | 'reason'>, why = reason) {
  const outcome = await removeMessage(db, admin, { ...removal, reason: why, origin }, now)
  return outcome.ok ? 'removed' : outcome.problem.reason
}

async function seenBy(person: Person, { id }: Awaited<ReturnType<typeof conversation>>) {
  const found = await findConversation(db, person, id)
  if (!found) throw new Error('not found')
  const { messages } = await messagesIn(db, person, found, null, now)
  return messages.map(({ body, gone }) => body ?? gone)
}

test('an admin removes a message of a reported conversation: both people and the audit log get the reason', async () => {
  const talk = await conversation()
  const { cash, last, shopper, closet } = talk
  expect(await remove({ reading: cash, messageId: cash })).toBe('message-not-found')
  await made.messageReport(shopper, cash, now)
  expect(await remove({ reading: cash, messageId: cash }, ' ')).toBe('reason-missing')
  expect(await remove({ reading: cash, messageId: cash }, 'x'.repeat(1001))).toBe('reason-too-long')
  const other = await conversation()
  expect(await remove({ reading: cash, messageId: other.cash })).toBe('message-not-found')
  expect(await remove({ reading: last, messageId: cash })).toBe('message-not-found')
  expect(await findRemovable(db, admin, { reading: cash, messageId: last })).not.toBeNull()
  const { rows } = await reportList(db, admin, { part: 'open', after: null })
  const reportId = rows.find(({ title }) => title === 'Pay me in cash.')?.id
  if (!reportId) throw new Error('no report')
  expect(await remove({ reading: cash, messageId: cash })).toBe('removed')
  expect(await remove({ reading: cash, messageId: cash })).toBe('not-shown')
  const decision = { reportId, outcome: 'removed', reasons: 'It is a scam.', origin } as const
  const later = new Date(now.getTime() + 60_000)
  expect(await decideReport(db, admin, decision, later)).toMatchObject({ ok: true })
  expect(await remove({ reading: cash, messageId: cash })).toBe('not-shown')
  for (const person of [shopper, closet])
    expect(await seenBy(person, talk)).toEqual(['Is it free?', 'removed', 'No, thank you.'])
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'recipient_id', 'text_body'])
    .where('template', 'in', ['message-removed', 'message-to-you-removed'])
    .orderBy('template')
    .execute()
  expect(mails).toMatchObject([
    { template: 'message-removed', recipient_id: closet.id },
    { template: 'message-to-you-removed', recipient_id: shopper.id },
  ])
  for (const { text_body } of mails) {
    expect(text_body).toContain(reason)
    expect(text_body).toContain(`tell us why: ${origin}/feedback`)
  }
  expect(mails[0]?.text_body).toContain('Pay me in cash.')
  expect(mails[1]?.text_body).not.toContain('Pay me in cash.')
  const lines = await readRows(db, 'audit_log', ['actor_id', 'action', 'after'], {
    noun: 'message',
    noun_id: cash,
    action: 'remove',
  })
  expect(lines).toEqual([{ actor_id: admin.id, action: 'remove', after: { reason } }])
  const page = { reading: cash, before: null }
  const read = await readReportedConversation(db, admin, page, now)
  expect(read?.messages[1]).toMatchObject({ body: 'Pay me in cash.', gone: 'removed' })
})

test('a removed message can no longer be mailed, listed, reported or withdrawn', async () => {
  const talk = await conversation()
  const { last, shopper, closet } = talk
  await made.messageReport(closet, last, now)
  await remove({ reading: last, messageId: last })
  const later = new Date(now.getTime() + 6 * 60_000)
  await mailUnreadMessages(db, { messageId: last }, { origin }, later)
  const mails = await readRows(db, 'mail_outbox', 'text_body', { template: 'unread-messages' })
  expect(mails.map(({ text_body }) => text_body).join()).not.toContain('No, thank you.')
  const [listed] = (await conversationsOf(db, closet, null)).rows
  expect(listed).toMatchObject({ begins: null, gone: 'removed' })
  expect((await withdrawMessage(db, shopper, last, now)).ok).toBe(true)
  expect(await seenBy(closet, talk)).toContain('removed')
})
