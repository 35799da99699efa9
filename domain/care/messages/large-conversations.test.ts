import { expect, test } from 'vitest'
import { createPool } from '#db/connection.ts'
import type { ConversationId, PersonId } from '#db/ids.ts'
import { findSession } from '#domain/accounts/sign-in/sessions.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { conversationsOf, messagesVersion } from './conversation-list.ts'
import { findConversation, messagesIn } from './conversation-queries.ts'
import { markRead } from './mark-read.ts'
import { mayReadPhoto, mayReadReportedPhoto } from './message-photos.ts'
import { readReportedConversation } from './reported-conversation.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const now = new Date('2026-11-20T15:00:00Z')

const [shopper, closet, admin] = [await made.shopper(), await made.closet(), await made.admin()]
const { id } = await made.conversation({ shopper, closet, now })

/** Messages of one conversation, and others of one person, of one closet and of an admin. */
async function fill(of: { messages: number; conversations: number }) {
  const others = (column: 'shopper_id' | 'lister_id', person: PersonId, other: PersonId) => `
    with items as (
      insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
          approval_status, created_at, updated_at)
        select gen_random_uuid(), '${column === 'lister_id' ? person : other}', 'Listing ' || n, 'M',
          'Formal', 'Party', 2, 'approved', now(), now()
        from generate_series(1, ${of.conversations}) n
        returning id
    ), opened as (
      insert into conversations (id, item_id, ${column}, ${column === 'lister_id' ? 'shopper_id' : 'lister_id'},
          last_message_at, shopper_unread, lister_unread)
        select gen_random_uuid(), id, '${person}', '${other}',
          timestamptz '2026-01-01Z' + row_number() over () * interval '1 minute', 1, 1
        from items
        returning *
    )
    insert into messages (id, conversation_id, writer_id, body, request_key, written_at)
      select gen_random_uuid(), id, shopper_id, 'Hello', gen_random_uuid(), last_message_at
      from opened;`
  const stranger = await made.shopper()
  // Millions of rows take longer than any query of the app may.
  const filling = createPool(database.target, { max: 1, limited: false })
  await filling.query(`
    set session_replication_role = replica;
    insert into messages (id, conversation_id, writer_id, body, request_key, written_at)
      select gen_random_uuid(), '${id}', '${shopper.id}', 'Message ' || n, gen_random_uuid(),
        timestamptz '2026-01-01Z' + n * interval '1 minute'
      from generate_series(1, ${of.messages}) n;
    ${others('shopper_id', shopper.id, closet.id)}
    ${others('lister_id', closet.id, stranger.id)}
    ${others('lister_id', admin.id, stranger.id)}
    set session_replication_role = origin`)
  await vacuumFilled(filling)
  await filling.end()
}

// `MESSAGES=10000000` runs the test with ten million messages.
const messages = Number(process.env.MESSAGES ?? 25_000)
await fill({ messages, conversations: Math.max(5_000, messages / 50) })

/** Two pages, with a few rows for each message. */
const MAX_ROWS = 120

async function messagesPage(before: string | null) {
  const conversation = await findConversation(db, shopper, id)
  if (!conversation) throw new Error('not found')
  return (on: typeof db) => messagesIn(on, shopper, conversation, before, now)
}

test('the newest page of a conversation and any other read one page of messages', async () => {
  const newest = await messagesPage(null)
  expect(await maxRowsHandled(database, newest)).toBeLessThan(MAX_ROWS)
  const { earlier } = await newest(db)
  expect(await maxRowsHandled(database, await messagesPage(earlier))).toBeLessThan(MAX_ROWS)
  expect(await maxRowsHandled(database, (on) => findConversation(on, shopper, id))).toBeLessThan(
    MAX_ROWS,
  )
})

test.for([
  ['a shopper', shopper],
  ['a closet', closet],
  ['an admin', admin],
] as const)('the list of %s and its version read one page', async ([, person]) => {
  const first = await conversationsOf(db, person, null)
  expect(first.next).not.toBeNull()
  for (const after of [null, first.next])
    expect(await maxRowsHandled(database, (on) => conversationsOf(on, person, after))).toBeLessThan(
      MAX_ROWS,
    )
  expect(await maxRowsHandled(database, (on) => messagesVersion(on, person, id))).toBeLessThan(
    MAX_ROWS,
  )
})

test('the dot in the navigation reads one row, however many messages are unread', async () => {
  for (const person of [shopper, closet, admin]) {
    const token = `token of ${person.id}`
    await pool.query(
      `insert into auth_sessions (id, token, user_id, expires_at, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, now() + interval '1 day', now(), now())`,
      [token, person.id],
    )
    const ask = (on: typeof db) => findSession(on, token, new Date())
    expect(await ask(db)).toMatchObject({ hasUnread: true })
    expect(await maxRowsHandled(database, ask)).toBeLessThan(10)
  }
})

test('checking access to a photo reads a few rows', async () => {
  const { id: imageId } = await made.image({ use: 'message', owner_id: shopper.id })
  const { id: messageId } = await db
    .updateTable('messages')
    .set({ image_ids: [imageId] })
    .where('id', '=', (last) =>
      last.selectFrom('messages').select('id').where('conversation_id', '=', id).limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const photo = { conversationId: id, messageId, imageId }
  const sides = (on: typeof db) => mayReadPhoto(on, closet, photo)
  expect(await sides(db)).toBe(true)
  expect(await maxRowsHandled(database, sides)).toBeLessThan(10)
  await made.messageReport(closet, messageId, now)
  await readReportedConversation(db, admin, { reading: messageId, before: null }, now)
  await pool.query(
    `insert into audit_log (id, actor_id, action, noun, noun_id, at)
       select gen_random_uuid(), $1, 'read conversation', 'conversation', gen_random_uuid()::text, $2
       from generate_series(1, 5000)`,
    [admin.id, now],
  )
  await pool.query('analyze audit_log')
  const ofAdmin = (on: typeof db) =>
    mayReadReportedPhoto(on, admin, { ...photo, reading: messageId }, now)
  expect(await ofAdmin(db)).toBe(true)
  expect(await maxRowsHandled(database, ofAdmin)).toBeLessThan(20)
})

test('marking as read counts only later messages', async () => {
  const last = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', id as ConversationId)
    .orderBy('written_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await markRead(db, closet, { conversationId: id, seenId: last.id })
  expect(await findConversation(db, closet, id)).toMatchObject({ unread: 0 })
})
