import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { removeOldConversations } from './end-conversations.ts'
import { mayReadPhoto, mayReadReportedPhoto } from './message-photos.ts'
import { sendMessage } from './messages.ts'
import { removeMessage } from './remove-message.ts'
import { readReportedConversation } from './reported-conversation.ts'
import { withdrawMessage } from './withdraw-message.ts'

const { db } = await testDatabase()
const { admin, closet, conversation, image, item, messageReport, shopper } = make(db)
const now = new Date('2026-11-20T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** A conversation whose last message, by the shopper, has a photo. */
async function withPhoto(given: Parameters<typeof conversation>[0] = {}) {
  const talk = await conversation({ ...given, now })
  const { id: imageId } = await image({
    owner_id: talk.shopper.id,
    use: 'message',
    attached_at: null,
  })
  const { id: conversationId } = talk
  const message = { to: { conversationId }, body: '', imageIds: [imageId], requestKey: newId() }
  const sent = await sendMessage(db, talk.shopper, message, now)
  if (!sent.ok) throw new Error(sent.problem.reason)
  return { ...talk, photo: { conversationId, messageId: sent.value.messageId, imageId } }
}

test('only the two people of a conversation see a photo', async () => {
  const { shopper: asking, closet: lister, photo } = await withPhoto()
  const mayRead = [asking, lister, await shopper(), await closet(), await admin()].map((person) =>
    mayReadPhoto(db, person, photo),
  )
  expect(await Promise.all(mayRead)).toEqual([true, true, false, false, false])
})

test('any admin sees photos about the items that admins list', async () => {
  const boss = await admin()
  const { photo } = await withPhoto({ closet: boss, item: await item({ closet: boss }) })
  expect(await mayReadPhoto(db, await admin(), photo)).toBe(true)
  expect(await mayReadPhoto(db, await closet(), photo)).toBe(false)
})

test('a photo is found only with its own message and conversation', async () => {
  const { shopper: asking, photo, lastOfShopper } = await withPhoto()
  const other = await withPhoto({ shopper: asking })
  if (!lastOfShopper) throw new Error('no message')
  const wrong = [
    { ...photo, conversationId: other.photo.conversationId },
    { ...photo, messageId: lastOfShopper },
    { ...photo, imageId: other.photo.imageId },
    { ...photo, messageId: newId() },
  ]
  for (const one of wrong) expect(await mayReadPhoto(db, asking, one)).toBe(false)
})

test('nobody sees a photo once its message is withdrawn, removed or too old', async () => {
  const boss = await admin()
  const [first, second, third] = [await withPhoto(), await withPhoto(), await withPhoto()]
  const isSeen = ({ shopper: one, closet: other, photo }: typeof first) =>
    Promise.all([one, other].map((person) => mayReadPhoto(db, person, photo)))
  await withdrawMessage(db, first.shopper, first.photo.messageId, now)
  expect(await isSeen(first)).toEqual([false, false])

  const { messageId } = second.photo
  await messageReport(second.closet, messageId, now)
  const removal = { reading: messageId, messageId, reason: 'Rude', origin: 'https://a.example' }
  expect((await removeMessage(db, boss, removal, now)).ok).toBe(true)
  expect(await isSeen(second)).toEqual([false, false])

  expect(await isSeen(third)).toEqual([true, true])
  await removeOldConversations(db, new Date('2029-11-20T12:00:00Z'))
  expect(await isSeen(third)).toEqual([false, false])
})

test('an admin sees photos of a reported conversation for an hour after reading a page of it', async () => {
  const [reader, other] = [await admin(), await admin()]
  const { closet: lister, photo, lastOfShopper } = await withPhoto()
  if (!lastOfShopper) throw new Error('no message')
  const reported = { ...photo, reading: lastOfShopper }
  const mayRead = (who: typeof reader, at = now) => mayReadReportedPhoto(db, who, reported, at)
  const read = (at: Date) =>
    readReportedConversation(db, reader, { reading: lastOfShopper, before: null }, at)
  expect(await mayRead(reader)).toBe(false)
  await messageReport(lister, lastOfShopper, now)
  expect(await mayRead(reader)).toBe(false)
  await read(now)
  expect(await mayRead(reader)).toBe(true)
  expect(await mayRead(other)).toBe(false)
  expect(await mayRead(reader, later(61))).toBe(false)
  await read(later(61))
  expect(await mayRead(reader, later(62))).toBe(true)
  // The clock is set back.
  expect(await mayRead(reader, later(-61))).toBe(false)
  const elsewhere = await withPhoto()
  expect(
    await mayReadReportedPhoto(db, reader, { ...elsewhere.photo, reading: lastOfShopper }, now),
  ).toBe(false)
})

test('an admin who handles a report sees photos of withdrawn messages', async () => {
  const boss = await admin()
  const { closet: lister, shopper: asking, photo } = await withPhoto()
  const { messageId } = photo
  await messageReport(lister, messageId, now)
  await withdrawMessage(db, asking, messageId, now)
  await readReportedConversation(db, boss, { reading: messageId, before: null }, now)
  expect(await mayReadReportedPhoto(db, boss, { ...photo, reading: messageId }, now)).toBe(true)
})
