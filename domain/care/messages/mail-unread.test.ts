import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '#db/ids.ts'
import { block } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { mailUnreadMessages } from './mail-unread.ts'
import { markRead } from './mark-read.ts'
import { sendMessage } from './messages.ts'
import { withdrawMessage } from './withdraw-message.ts'

const { db, pool, made } = await testDatabase()
const start = new Date('2026-11-20T15:00:00Z')
const minute = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const origin = 'https://shop.example'

type Job = { readonly payload: { readonly messageId: MessageId }; readonly run_at: Date }

/** Runs the jobs due by this minute once each, in order, like the queue. */
async function runUntil(minutes: number) {
  for (;;) {
    const { rows } = await pool.query<Job>(
      `with due as (select j.id from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'mail-unread-messages' and run_at <= $1 order by run_at, j.id limit 1)
       delete from graphile_worker._private_jobs where id in (select id from due)
       returning payload, run_at`,
      [minute(minutes)],
    )
    const [job] = rows
    if (!job) return
    await mailUnreadMessages(db, job.payload, { origin }, job.run_at)
  }
}

async function send(writer: Person, id: ConversationId, body: string, minutes: number) {
  const message = { to: { conversationId: id }, body, imageIds: [], requestKey: newId() }
  const sent = await sendMessage(db, writer, message, minute(minutes))
  if (!sent.ok) throw new Error(sent.problem.reason)
  return sent.value.messageId
}

async function mailsTo(person: Person): Promise<string[]> {
  const mails = await readRows(
    db,
    'mail_outbox',
    ['text_body', 'confidential'],
    { recipient_id: person.id },
    'created_at',
  )
  expect(mails.every(({ confidential }) => confidential)).toBe(true)
  return mails.map(({ text_body }) =>
    [...text_body.matchAll(/“(.*)”/g)].map(([, words]) => words).join(' '),
  )
}

test('a message still unread after five minutes is mailed with its text, once', async () => {
  const { closet, shopper } = await made.conversation({ words: ['Is it lined?'], now: start })
  await runUntil(4.9)
  expect(await mailsTo(closet)).toEqual([])
  await runUntil(5)
  await runUntil(600)
  expect(await mailsTo(closet)).toEqual(['Is it lined?'])
  expect(await mailsTo(shopper)).toEqual([])
})

test('a message read or withdrawn in the meantime is not mailed', async () => {
  const { id, shopper, closet } = await made.conversation({ words: ['One'], now: start })
  const second = await send(shopper, id, 'Two', 1)
  await markRead(db, closet, { conversationId: id, seenId: second })
  const third = await send(shopper, id, 'Three', 2)
  await withdrawMessage(db, shopper, third, minute(3))
  await runUntil(600)
  expect(await mailsTo(closet)).toEqual([])
})

test('each side gets at most one email an hour, with all messages since the last one', async () => {
  const { id, shopper, closet } = await made.conversation({ words: ['0'], now: start })
  for (let at = 1; at < 60; at += 10) {
    await runUntil(at)
    await send(shopper, id, String(at), at)
  }
  await send(closet, id, 'Please wait', 59)
  await runUntil(64)
  expect(await mailsTo(closet)).toEqual(['0 1'])
  expect(await mailsTo(shopper)).toEqual(['Please wait'])
  await runUntil(65)
  // Five messages are shown, and the others counted.
  expect(await mailsTo(closet)).toEqual(['0 1', '11 21 31 41 51'])
  await runUntil(600)
  expect(await mailsTo(closet)).toHaveLength(2)
})

test('withdrawing the last of several leaves the others to be mailed', async () => {
  const { id, shopper, closet } = await made.conversation({ words: ['0'], now: start })
  await runUntil(5)
  await send(shopper, id, 'first', 10)
  const last = await send(shopper, id, 'second', 20)
  await runUntil(26)
  await withdrawMessage(db, shopper, last, minute(27))
  await runUntil(600)
  expect(await mailsTo(closet)).toEqual(['0', 'first'])
})

test('a recent message waits for its own five minutes', async () => {
  const { id, shopper, closet } = await made.conversation({ words: ['0'], now: start })
  const [first] = await readRows(db, 'messages', 'id', { conversation_id: id })
  if (!first) throw new Error('no message')
  await markRead(db, closet, { conversationId: id, seenId: first.id })
  await send(shopper, id, 'young', 4)
  await runUntil(8.9)
  expect(await mailsTo(closet)).toEqual([])
  await runUntil(9)
  expect(await mailsTo(closet)).toEqual(['young'])
})

test('nobody gets an email from a person they have blocked, or after closing their account', async () => {
  const shopper = await made.shopper()
  const blocked = await made.conversation({ shopper, now: start })
  const closet = await made.shopper({ account_type: 'business', business_status: 'approved' })
  const left = await made.conversation({ closet, now: start })
  await block(db, shopper, blocked.closet.id, start)
  await updateRows(db, 'user_profiles', closet.id, { deleted_at: start })
  await runUntil(600)
  expect(await mailsTo(blocked.closet)).toEqual([])
  expect(await mailsTo(left.closet)).toEqual([])
})
