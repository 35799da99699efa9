import { expect, test } from 'vitest'
import type { MessageId } from '#db/ids.ts'
import { report } from '#domain/care/reports/reports.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { findReportedConversation, readReportedConversation } from './reported-conversation.ts'
import { withdrawMessage } from './withdraw-message.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'

async function reported(reporter: Person, id: MessageId) {
  const about = { noun: 'message', id, reason: 'offensive', words: 'Rude.', origin } as const
  const outcome = await report(db, reporter, about, now)
  return outcome.ok ? 'reported' : outcome.problem.reason
}

async function auditLines(adminId: string) {
  const lines = await db.selectFrom('audit_log').select(['actor_id', 'action', 'noun_id']).execute()
  return lines.filter(({ actor_id }) => actor_id === adminId)
}

test('an admin can read a conversation only after a report, and each page read is in the audit log', async () => {
  const admin = await made.admin()
  const words = ['Is it lined?', 'Find out yourself!']
  const { id, shopper, closet, lastOfShopper } = await made.conversation({ words, now })
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', id)
    .orderBy('written_at', 'desc')
    .execute()
  const [rude] = messages
  if (!rude || !lastOfShopper) throw new Error('no message')
  const read = () => readReportedConversation(db, admin, { reading: rude.id, before: null }, now)
  expect(await findReportedConversation(db, admin, rude.id)).toBeNull()
  expect(await read()).toBeNull()
  expect(await reported(await made.shopper(), rude.id)).toBe('nothing-to-report')
  expect(await reported(closet, rude.id)).toBe('own')
  expect(await reported(shopper, rude.id)).toBe('reported')
  await withdrawMessage(db, closet, rude.id, now)
  expect(await auditLines(admin.id)).toEqual([])
  const page = await read()
  expect(page?.messages.map(({ body, gone }) => [body, gone])).toEqual([
    ['Is it lined?', null],
    ['Find out yourself!', 'withdrawn'],
  ])
  expect(await auditLines(admin.id)).toMatchObject([{ action: 'read conversation', noun_id: id }])
  expect(await findReportedConversation(db, admin, lastOfShopper)).toBeNull()
})
