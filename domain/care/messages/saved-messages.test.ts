import { expect, test } from 'vitest'
import { ownData } from '#domain/accounts/people/own-data.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { MAX_SAVED_CHARACTERS, MAX_SAVED_MESSAGES } from './message-limits.ts'
import { deleteSavedMessage, savedMessagesOf, saveMessage } from './saved-messages.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-06-01T12:00:00Z')
const ok = { ok: true, value: null }
const refusal = (reason: string) => ({ ok: false, problem: { reason } })
const added = (body: string, atAcceptance = false) => ({ body, atAcceptance, position: null })

test('a closet saves 20 messages of 1,000 characters, and a deleted one makes room', async () => {
  const closet = await made.closet()
  expect(await saveMessage(db, closet, added(' '), now)).toEqual(refusal('words-missing'))
  const long = 'x'.repeat(MAX_SAVED_CHARACTERS)
  expect(await saveMessage(db, closet, added(`${long}x`), now)).toEqual(refusal('words-too-long'))
  const all = Array.from({ length: MAX_SAVED_MESSAGES + 5 }, (_, n) =>
    saveMessage(db, closet, added(`${n}${long}`.slice(0, MAX_SAVED_CHARACTERS)), now),
  )
  const outcomes = await Promise.all(all)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAX_SAVED_MESSAGES)
  expect(await saveMessage(db, closet, added('more'), now)).toEqual(refusal('too-many'))
  await deleteSavedMessage(db, closet, 7)
  expect(await saveMessage(db, closet, added('more'), now)).toEqual(ok)
  const saved = await savedMessagesOf(db, closet)
  expect(saved.find(({ position }) => position === 7)?.body).toBe('more')
  expect((await ownData(db, closet, now)).savedMessages).toHaveLength(MAX_SAVED_MESSAGES)
  expect(await savedMessagesOf(db, await made.closet())).toEqual([])
})

test('one saved message is sent at acceptance: the one chosen last', async () => {
  const closet = await made.closet()
  await saveMessage(db, closet, added('First', true), now)
  await saveMessage(db, closet, added('Second', true), now)
  expect(await savedMessagesOf(db, closet)).toEqual([
    { position: 1, body: 'First', atAcceptance: false },
    { position: 2, body: 'Second', atAcceptance: true },
  ])
  const changed = { body: 'Third', atAcceptance: false, position: 2 }
  expect(await saveMessage(db, closet, changed, now)).toEqual(ok)
  expect((await savedMessagesOf(db, closet)).some(({ atAcceptance }) => atAcceptance)).toBe(false)
})
