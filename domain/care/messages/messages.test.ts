import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ConversationId } from '#db/ids.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { block } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { conversationsOf, messagesVersion } from './conversation-list.ts'
import { findConversation, messagesAbout, messagesIn } from './conversation-queries.ts'
import { markRead } from './mark-read.ts'
import { type NewMessage, sendMessage } from './messages.ts'
import { withdrawMessage } from './withdraw-message.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

async function send(
  person: Person,
  to: NewMessage['to'],
  body: string,
  { at = now, ...message }: Partial<NewMessage> & { at?: Date } = {},
) {
  return await sendMessage(
    db,
    person,
    { to, body, imageIds: [], requestKey: newId(), ...message },
    at,
  )
}

const reasonOf = (outcome: Awaited<ReturnType<typeof send>>) =>
  outcome.ok ? 'sent' : outcome.problem.reason

async function unreadOf(id: ConversationId) {
  return await db
    .selectFrom('conversations')
    .select(['shopper_unread as shopper', 'lister_unread as lister'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function shown(person: Person, id: ConversationId, before: string | null = null) {
  const conversation = await findConversation(db, person, id)
  if (!conversation) return null
  return await messagesIn(db, person, conversation, before, now)
}

test('a shopper asks, the closet answers, and the unread messages of each side are counted', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const item = await made.item({ closet })
  const opened = await send(shopper, { itemId: item.id }, '  Is it lined?\r\n')
  if (!opened.ok) throw new Error('not sent')
  const { conversationId, messageId } = opened.value
  expect(await unreadOf(conversationId)).toEqual({ shopper: 0, lister: 1 })
  const [listed] = (await conversationsOf(db, closet, null)).rows
  expect(listed).toMatchObject({ begins: 'Is it lined?', isOwn: false, isUnread: true })
  await markRead(db, closet, { conversationId, seenId: messageId })
  expect(await unreadOf(conversationId)).toEqual({ shopper: 0, lister: 0 })
  await send(closet, { conversationId }, 'Yes, in silk.', { at: later(1) })
  await send(shopper, { itemId: item.id }, 'Thank you!', { at: later(2) })
  expect(await unreadOf(conversationId)).toEqual({ shopper: 1, lister: 1 })
  const page = await shown(shopper, conversationId)
  expect(page?.messages.map(({ body, isOwn }) => [body, isOwn])).toEqual([
    ['Is it lined?', true],
    ['Yes, in silk.', false],
    ['Thank you!', true],
  ])
})

test('answering marks only the messages seen as read', async () => {
  const { id, shopper, closet } = await made.conversation({ now })
  const seen = await shown(closet, id)
  await send(shopper, { conversationId: id }, 'And is it lined?', { at: later(1) })
  const seenId = seen?.messages.at(-1)?.id ?? null
  await send(closet, { conversationId: id }, 'True to size.', { at: later(2), seenId })
  expect(await unreadOf(id)).toEqual({ shopper: 1, lister: 1 })
})

test('messages written at the same instant keep their order', async () => {
  const { id, shopper, closet } = await made.conversation({ now, words: ['0'] })
  const bodies = Array.from({ length: 20 }, (_, index) => String(index + 1))
  await Promise.all(
    bodies.map((body, index) => send(index % 2 ? shopper : closet, { conversationId: id }, body)),
  )
  const page = await shown(shopper, id)
  const times = page?.messages.map(({ writtenAt }) => writtenAt.getTime()) ?? []
  expect(new Set(times).size).toBe(21)
  expect(times).toEqual(times.toSorted())
  expect(await unreadOf(id)).toEqual({ shopper: 10, lister: 11 })
})

test('a message submitted twice, even concurrently, is sent once', async () => {
  const [shopper, item] = [await made.shopper(), await made.item()]
  const requestKey = newId()
  const twice = () => send(shopper, { itemId: item.id }, 'Hello', { requestKey })
  const [first, second] = await Promise.all([twice(), twice()])
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual(first)
  expect(await twice()).toEqual(first)
  const other = await made.conversation()
  const elsewhere = await send(other.shopper, { conversationId: other.id }, 'x', { requestKey })
  expect(reasonOf(elsewhere)).toBe('request-used')
})

test('opening the same conversation twice at once creates one', async () => {
  const [shopper, item] = [await made.shopper(), await made.item()]
  const sent = await Promise.all(
    ['a', 'b', 'c'].map((body) => send(shopper, { itemId: item.id }, body)),
  )
  expect(new Set(sent.map((one) => one.ok && one.value.conversationId)).size).toBe(1)
})

test('a message has text of at most 2,000 characters, and at most 4 photos of its writer', async () => {
  const [shopper, item] = [await made.shopper(), await made.item()]
  const to = { itemId: item.id }
  const photos = await Promise.all(
    Array.from({ length: 5 }, () =>
      made.image({ use: 'message', owner_id: shopper.id, attached_at: null }),
    ),
  )
  const ids = photos.map(({ id }) => id)
  expect(reasonOf(await send(shopper, to, ' \n'))).toBe('words-missing')
  expect(reasonOf(await send(shopper, to, '🙂'.repeat(2001)))).toBe('words-too-long')
  expect(reasonOf(await send(shopper, to, '', { imageIds: ids }))).toBe('too-many-photos')
  const foreign = (await made.image({ use: 'message', attached_at: null })).id
  expect(reasonOf(await send(shopper, to, 'x', { imageIds: [foreign] }))).toBe('image-unknown')
  expect((await conversationsOf(db, shopper, null)).rows).toEqual([])
  expect(reasonOf(await send(shopper, to, '🙂'.repeat(2000)))).toBe('sent')
  expect(reasonOf(await send(shopper, to, '', { imageIds: ids.slice(0, 4) }))).toBe('sent')
})

test('only its two sides can read or answer a conversation; the lister and admins cannot open one', async () => {
  const { id, item, closet } = await made.conversation({ now })
  const others = [await made.shopper(), await made.closet(), await made.admin()]
  for (const person of others) {
    expect(await findConversation(db, person, id)).toBeNull()
    expect(reasonOf(await send(person, { conversationId: id }, 'Hi'))).toBe(
      'conversation-not-found',
    )
    expect(await conversationsOf(db, person, null)).toEqual({ rows: [], next: null })
  }
  expect(reasonOf(await send(closet, { itemId: item.id }, 'Hi'))).toBe('conversation-not-found')
  const [admin] = others.slice(2)
  if (admin)
    expect(reasonOf(await send(admin, { itemId: item.id }, 'x'))).toBe('conversation-not-found')
  const hidden = await made.item({ approval_status: 'pending' })
  const about = { itemId: hidden.id }
  expect(reasonOf(await send(await made.shopper(), about, 'Hi'))).toBe('conversation-not-found')
})

test('any admin reads and answers questions about the items of admins', async () => {
  const [lister, colleague] = [await made.admin(), await made.admin()]
  const { id, shopper } = await made.conversation({
    closet: lister,
    item: await made.item({ business_id: lister.id }),
    now,
  })
  expect((await conversationsOf(db, colleague, null)).rows).toMatchObject([{ id, isUnread: true }])
  expect(reasonOf(await send(colleague, { conversationId: id }, 'Yes.', { at: later(1) }))).toBe(
    'sent',
  )
  const page = await shown(lister, id)
  expect(page?.messages.at(-1)).toMatchObject({ isOwn: false, isOwnSide: true })
  expect(await unreadOf(id)).toEqual({ shopper: 1, lister: 1 })
  expect((await shown(shopper, id))?.messages.at(-1)).toMatchObject({ isOwnSide: false })
})

test('blocked people can read, but not write', async () => {
  const shopper = await made.shopper()
  const { id, closet } = await made.conversation({ shopper, now })
  await block(db, shopper, closet.id, now)
  for (const person of [shopper, closet]) {
    expect(await findConversation(db, person, id)).toMatchObject({
      readOnly: 'blocked',
      hasBlocked: person === shopper,
    })
    expect(reasonOf(await send(person, { conversationId: id }, 'Hi'))).toBe('blocked')
  }
  const item = await made.item({ closet })
  expect(reasonOf(await send(shopper, { itemId: item.id }, 'Hi'))).toBe('blocked')
})

test('a conversation with a closed account is read-only and has no name', async () => {
  const { id, shopper, closet } = await made.conversation({ now })
  const version = await messagesVersion(db, shopper, id)
  await db.transaction().execute((tx) => anonymizeProfile(tx as never, closet.id, now))
  expect(await findConversation(db, shopper, id)).toMatchObject({
    readOnly: 'closed',
    other: { fullName: 'Former member' },
  })
  expect(reasonOf(await send(shopper, { conversationId: id }, 'Hi'))).toBe('closed')
  expect(await messagesVersion(db, shopper, id)).not.toBe(version)
})

test('only its writer can withdraw a message, within ten minutes', async () => {
  const { id, shopper, closet } = await made.conversation({ now })
  const [message] = (await shown(shopper, id))?.messages ?? []
  if (!message) throw new Error('no message')
  const by = async (person: Person, at: Date) => {
    const outcome = await withdrawMessage(db, person, message.id, at)
    return outcome.ok ? 'withdrawn' : outcome.problem.reason
  }
  expect(await by(closet, now)).toBe('message-not-found')
  expect(await by(shopper, later(10.01))).toBe('withdraw-too-late')
  expect(await unreadOf(id)).toEqual({ shopper: 0, lister: 1 })
  expect(await by(shopper, later(10))).toBe('withdrawn')
  expect(await by(shopper, later(20))).toBe('withdrawn')
  expect(await unreadOf(id)).toEqual({ shopper: 0, lister: 0 })
  expect((await shown(closet, id))?.messages).toMatchObject([{ body: null, imageIds: [] }])
  expect((await conversationsOf(db, closet, null)).rows).toMatchObject([{ begins: null }])
})

test('withdrawing a read message does not change the unread count', async () => {
  const { id, shopper, closet } = await made.conversation({ now })
  const [message] = (await shown(closet, id))?.messages ?? []
  if (!message) throw new Error('no message')
  await markRead(db, closet, { conversationId: id, seenId: message.id })
  await withdrawMessage(db, shopper, message.id, later(1))
  expect(await unreadOf(id)).toEqual({ shopper: 0, lister: 0 })
})

test('the steps of the shopper’s rentals appear between messages, by time', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const item = await made.item({ closet })
  const rental = await made.rental({ item, renter: shopper, createdAt: later(-60) })
  await made.rental({ item: await made.item({ closet }), renter: shopper })
  const words = Array.from({ length: 70 }, (_, index) => `Message ${index}`)
  const { id } = await made.conversation({ item, shopper, closet, words, now })
  const seen: string[] = []
  const requests: number[] = []
  let before: string | null = null
  for (let page = 0; page < 3; page++) {
    const read = await shown(shopper, id, before)
    seen.unshift(...(read?.messages.map(({ body }) => body ?? '') ?? []))
    requests.push(read?.lines.filter(({ event }) => event === 'request').length ?? 0)
    before = read?.earlier ?? null
  }
  expect(before).toBeNull()
  expect(seen).toEqual(words)
  expect(requests).toEqual([0, 0, 1])
  const about = await messagesAbout(db, closet, rental.id, now)
  expect(about?.messages.map(({ body }) => body)).toEqual(words.slice(-3))
  expect(await messagesAbout(db, await made.admin(), rental.id, now)).toBeNull()
})

test('lists of conversations are paged without losing or repeating one', async () => {
  const shopper = await made.shopper()
  for (let n = 0; n < 30; n++) await made.conversation({ shopper, now: later(-n) })
  const first = await conversationsOf(db, shopper, null)
  const second = await conversationsOf(db, shopper, first.next)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([24, 6, null])
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(new Set(ids).size).toBe(30)
})

test('the integrity checks find wrong unread counters and message times', async () => {
  const { id } = await made.conversation({ now })
  const violated = async () => {
    const { rows } = await sql<{ check_name: string }>`select check_name from invariant_violations
      where subject = ${id} order by 1`.execute(db)
    return rows.map((row) => row.check_name)
  }
  expect(await violated()).toEqual([])
  await updateRows(db, 'conversations', id, { lister_unread: 0, last_message_at: later(1) })
  expect(await violated()).toEqual([
    'a conversation is as new as its last message',
    'unread counters equal unread messages',
  ])
  await updateRows(db, 'conversations', id, { lister_unread: 1, last_message_at: now })
})
