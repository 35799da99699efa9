import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { openToken, sealToken } from './session-token.ts'
import {
  beginSession,
  endSession,
  extendSession,
  findSession,
  isDueForExtension,
  sessionExpiry,
} from './sessions.ts'

const { db } = await testDatabase()
const secret = 'a secret of the tests, long enough to sign'
const now = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 86_400_000

async function session({ expiresAt = sessionExpiry(now), deleted = false } = {}) {
  const person = await make(db).person({ deleted_at: deleted ? now : null })
  const id = newId()
  const token = `token-${id}`
  await insertRows(db, 'auth_sessions', {
    id,
    token,
    user_id: person.id,
    expires_at: expiresAt,
    created_at: now,
  })
  return { id, token, person }
}

test('a session identifies its person until it expires', async () => {
  const { token, person, id } = await session({ expiresAt: new Date(now.getTime() + 1000) })
  expect(await findSession(db, token, now)).toMatchObject({ id, person, creditsBalance: 0 })
  expect(await findSession(db, token, new Date(now.getTime() + 1000))).toBeNull()
})

test('a session that was ended, or whose person was deleted, is not found', async () => {
  const ended = await session()
  await endSession(db, ended.id)
  await endSession(db, ended.id)
  expect(await findSession(db, ended.token, now)).toBeNull()
  const { token } = await session({ deleted: true })
  expect(await findSession(db, token, now)).toBeNull()
})

test('the balance counts lots that are neither expired nor frozen', async () => {
  const { token, person } = await session()
  const other = await session()
  const later = new Date(now.getTime() + DAY_MS)
  await make(db).credits(person, 5, { expiresAt: later, now })
  await make(db).credits(person, 7, { expiresAt: later, now })
  await make(db).credits(person, 100, { expiresAt: now, now })
  await make(db).credits(other.person, 1000, { expiresAt: later, now })
  const frozen = await session()
  await make(db).credits(frozen.person, 10, { expiresAt: later, now })
  await updateRows(db, 'credit_lots', { user_id: frozen.person.id }, { frozen_at: now })
  await updateRows(db, 'credit_transactions', { user_id: frozen.person.id }, { held: 10 })
  expect((await findSession(db, frozen.token, now))?.creditsBalance).toBe(0)
  expect((await findSession(db, token, now))?.creditsBalance).toBe(12)
})

test('a session in use is extended once a day', async () => {
  const { id, token } = await session()
  const started = { startedAt: now, expiresAt: sessionExpiry(now) }
  expect(isDueForExtension(started, new Date(now.getTime() + DAY_MS - 1000))).toBe(false)
  const nextDay = new Date(now.getTime() + DAY_MS + 1000)
  expect(isDueForExtension(started, nextDay)).toBe(true)
  await extendSession(db, id, nextDay)
  expect((await findSession(db, token, nextDay))?.expiresAt).toEqual(sessionExpiry(nextDay))
})

test('a session ends after ninety days, however much it is used', async () => {
  const { id, token } = await session()
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS)
  for (let days = 20; days < 90; days += 20) await extendSession(db, id, day(days))
  await extendSession(db, id, day(89.5))
  const last = await findSession(db, token, day(89.5))
  expect(last?.expiresAt).toEqual(day(90))
  expect(last && isDueForExtension(last, day(89.6))).toBe(false)
  await updateRows(db, 'auth_sessions', id, { expires_at: day(200) })
  expect(await findSession(db, token, day(90))).toBeNull()
})

test('with more than twenty sessions, the least recently used end', async () => {
  const person = await make(db).person()
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const tokens: string[] = []
  for (let i = 0; i < 23; i++) {
    tokens.push(await beginSession(db, { userId: person.id, browser: null }, at(i)))
  }
  const live = await Promise.all(tokens.map((token) => findSession(db, token, at(60))))
  expect(live.map(Boolean)).toEqual(tokens.map((_, i) => i >= 3))
})

test('a token has 256 random bits: each is set in about half of all tokens', async () => {
  const person = await make(db).person()
  const tokens: Buffer[] = []
  for (let i = 0; i < 256; i++) {
    const token = await beginSession(db, { userId: person.id, browser: null }, now)
    tokens.push(Buffer.from(token, 'base64url'))
  }
  expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([32]))
  const isSet = (token: Buffer, bit: number) => (((token[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
  for (let bit = 0; bit < 256; bit++) {
    const times = tokens.filter((token) => isSet(token, bit)).length
    // 128, plus or minus eight standard deviations.
    expect(Math.abs(times - 128), `bit ${bit}`).toBeLessThan(64)
  }
})

test('only the sealed token is accepted', async () => {
  const sealed = sealToken(secret, 'a-token')
  expect(openToken(secret, sealed)).toBe('a-token')
  await fc.assert(
    fc.property(
      fc.nat(sealed.length - 1),
      fc.constantFrom('', 'A', 'b', '.', '=', 'é', '%'),
      (at, put) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + 1)
        fc.pre(changed !== sealed)
        expect(openToken(secret, changed)).toBeNull()
      },
    ),
  )
})

test.for(['', '.', 'a', 'a.', '.a', 'a.b', 'a.b.c'])('%j is not a sealed token', (text) => {
  expect(openToken(secret, text)).toBeNull()
})

test('a token sealed with another secret is refused', () => {
  expect(openToken(secret, sealToken(`${secret}!`, 'token'))).toBeNull()
})
