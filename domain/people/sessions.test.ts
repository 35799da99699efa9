import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { signUp } from './accounts.ts'
import { createAuth } from './auth.ts'
import { openToken, sealToken } from './session-token.ts'
import {
  endSession,
  extendSession,
  findSession,
  isDueForExtension,
  sessionExpiry,
} from './sessions.ts'

const { db } = await testDatabase()
const secret = 'a secret of the tests, long enough to sign'
const auth = createAuth({ secret })
const now = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 86_400_000

async function session({ expiresAt = sessionExpiry(now), deleted = false } = {}) {
  const person = await make(db).person({ deleted_at: deleted ? now : null })
  const id = newId()
  const token = `token-${id}`
  await db
    .insertInto('auth_sessions')
    .values({ id, token, user_id: person.id, expires_at: expiresAt })
    .execute()
  return { id, token, person }
}

test('a session knows its person until it expires', async () => {
  const { token, person, id } = await session({ expiresAt: new Date(now.getTime() + 1000) })
  expect(await findSession(db, token, now)).toMatchObject({ id, person, creditsBalance: 0 })
  expect(await findSession(db, token, new Date(now.getTime() + 1000))).toBeNull()
})

test('a session that was ended, or whose person is gone, is none', async () => {
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
  await db
    .updateTable('credit_lots')
    .set({ frozen_at: now })
    .where('user_id', '=', frozen.person.id)
    .execute()
  expect((await findSession(db, frozen.token, now))?.creditsBalance).toBe(0)
  expect((await findSession(db, token, now))?.creditsBalance).toBe(12)
})

test('a session in use slides once a day', async () => {
  const { id, token } = await session()
  const expiry = sessionExpiry(now)
  expect(isDueForExtension(expiry, new Date(now.getTime() + DAY_MS - 1000))).toBe(false)
  const nextDay = new Date(now.getTime() + DAY_MS + 1000)
  expect(isDueForExtension(expiry, nextDay)).toBe(true)
  await extendSession(db, id, nextDay)
  expect((await findSession(db, token, nextDay))?.expiresAt).toEqual(sessionExpiry(nextDay))
})

test('we and better-auth sign and believe the same cookies', async () => {
  const account = { fullName: 'Ann', email: 'ann@example.test', password: 'silk and linen' }
  const result = await signUp(db, auth, { ...account, origin: 'https://shop.example' }, now)
  if (!result.ok) throw new Error('refused')
  const sealed = sealToken(secret, result.value.sessionToken)
  // better-auth reads the real clock.
  const { api } = auth.over(db, new Date())
  const { headers } = await api.signInEmail({ body: account, returnHeaders: true })
  const [theirs = ''] = headers.getSetCookie()[0]?.split(';') ?? []
  const [name, value = ''] = theirs.split('=', 2)
  const opened = openToken(secret, decodeURIComponent(value))
  expect(opened).not.toBeNull()
  expect(sealToken(secret, opened ?? '')).toBe(decodeURIComponent(value))

  const theyBelieve = async (cookie: string) => {
    const asked = new Headers({ cookie: `${name}=${encodeURIComponent(cookie)}` })
    return (await api.getSession({ headers: asked })) !== null
  }
  expect(await theyBelieve(decodeURIComponent(value))).toBe(true)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sealed.length - 1),
      fc.constantFrom('', 'A', 'b', '.', '=', 'é', '%'),
      async (at, put) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + 1)
        fc.pre(changed !== sealed)
        expect(openToken(secret, changed)).toBeNull()
        // Of a signature's last digit they ignore two bits; the token has to be the same at least.
        if (await theyBelieve(changed)) expect(at).toBe(sealed.length - 2)
      },
    ),
    { numRuns: 60 },
  )
})

test.for(['', '.', 'a', 'a.', '.a', 'a.b', 'a.b.c'])('%j is no sealed token', (text) => {
  expect(openToken(secret, text)).toBeNull()
})

test('a token sealed with another secret stays closed', () => {
  expect(openToken(secret, sealToken(`${secret}!`, 'token'))).toBeNull()
})
