import { expect, test } from 'vitest'
import { closeAccount } from '#domain/accounts/closing/close-account.ts'
import { blockPerson } from '#domain/accounts/people/block.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { changePassword } from '#domain/accounts/sign-in/own-password.ts'
import { hashPassword } from '#domain/accounts/sign-in/password-hash.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { MAX_API_TOKENS } from './api-token-limits.ts'
import {
  findApiCaller,
  makeApiToken,
  ownApiTokens,
  revokeApiToken,
  sweepApiTokens,
} from './api-tokens.ts'

const { db, made } = await testDatabase()
const auth = createAuth({ secret: 'a secret for tests that is long enough' })
const now = new Date('2027-03-01T12:00:00Z')
const origin = 'https://shop.example'
const password = 'silk and linen'

async function withPassword<Who extends Person>(person: Who): Promise<Who> {
  const row = { id: newId(), user_id: person.id, account_id: person.id, provider_id: 'credential' }
  await insertRows(db, 'auth_accounts', {
    ...row,
    password: await hashPassword(password),
    created_at: now,
    updated_at: now,
  })
  return person
}

const input = (person: Person) =>
  ({ person, password, name: 'Stock list', scopes: ['likes:read'], days: 30, origin }) as const

async function tokenOf(person: Person): Promise<string> {
  const outcome = await makeApiToken(db, auth, input(person), now)
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value.token
}

const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

test('only the hash of a token is stored, and it is valid until it expires', async () => {
  const shopper = await withPassword(await made.shopper())
  const token = await tokenOf(shopper)
  expect(token).toMatch(/^hml_[a-z0-9]{8}[\w-]{43}$/)
  const rows = await db.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const mails = await db.selectFrom('mail_outbox').selectAll().execute()
  expect(mails.map(({ template, to_address }) => [template, to_address])).toEqual([
    ['api-token-made', shopper.email],
  ])
  expect(JSON.stringify(mails)).not.toContain(token)

  expect(await findApiCaller(db, token, now)).toMatchObject({
    scopes: ['likes:read'],
    person: { id: shopper.id },
    consentIsDue: false,
  })
  expect(await findApiCaller(db, `${token.slice(0, -1)}!`, now)).toBeNull()
  expect((await ownApiTokens(db, shopper, now))[0]?.lastUsedAt).toEqual(now)
  // With a resolution of a day, so that a token in use is not written at each request.
  await findApiCaller(db, token, later(0.5))
  expect((await ownApiTokens(db, shopper, now))[0]?.lastUsedAt).toEqual(now)
  await findApiCaller(db, token, later(2))
  expect((await ownApiTokens(db, shopper, now))[0]?.lastUsedAt).toEqual(later(2))
  expect(await findApiCaller(db, token, later(30))).toBeNull()
  expect((await ownApiTokens(db, shopper, later(30)))[0]?.state).toBe('expired')
  expect(await ownApiTokens(db, shopper, later(60))).toEqual([])
  expect(await sweepApiTokens(db, later(59))).toBe(0)
  expect(await sweepApiTokens(db, later(60))).toBe(1)
})

test('creating a token needs the password and allowed scopes; ten at most', async () => {
  const shopper = await withPassword(await made.shopper())
  const refused = async (changes: object) => {
    const outcome = await makeApiToken(db, auth, { ...input(shopper), ...changes }, now)
    return outcome.ok ? null : outcome.problem.reason
  }
  expect(await refused({ password: 'another' })).toBe('wrong-password')
  expect(await refused({ scopes: [] })).toBe('scopes-not-allowed')
  expect(await refused({ scopes: ['likes:read', 'listings:read'] })).toBe('scopes-not-allowed')
  const admin = await withPassword(await made.admin())
  expect(await refused({ person: admin })).toBe('scopes-not-allowed')
  const closet = await withPassword(await made.closet())
  expect(await refused({ person: closet, scopes: ['listings:write'] })).toBeNull()

  const all = await Promise.all(
    Array.from({ length: MAX_API_TOKENS + 3 }, () => makeApiToken(db, auth, input(shopper), now)),
  )
  expect(all.filter(({ ok }) => ok)).toHaveLength(MAX_API_TOKENS)
  expect(await refused({})).toBe('too-many-tokens')
})

test('only its owner can revoke a token, with immediate effect', async () => {
  const shopper = await withPassword(await made.shopper())
  const token = await tokenOf(shopper)
  const [own] = await ownApiTokens(db, shopper, now)
  if (!own) throw new Error('there is no token')
  expect((await revokeApiToken(db, await made.shopper(), own.id, now)).ok).toBe(false)
  expect(await findApiCaller(db, token, now)).not.toBeNull()
  expect((await revokeApiToken(db, shopper, own.id, now)).ok).toBe(true)
  expect(await findApiCaller(db, token, now)).toBeNull()
})

test('whatever ends the sessions of an account also ends its tokens', async () => {
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'another password': (person) =>
      changePassword(
        db,
        auth,
        { person, password, wanted: 'velvet and tulle', browser: null },
        now,
      ),
    'a block': async ({ id: personId }) =>
      blockPerson(db, await made.admin(), { personId, reason: 'Spam', origin }, now),
    'closing the account': (person) => closeAccount(db, auth, { person, password }, now),
  }
  for (const [what, end] of Object.entries(ends)) {
    const shopper = await withPassword(await made.shopper())
    const token = await tokenOf(shopper)
    await end(shopper)
    const left = await db.selectFrom('api_tokens').where('owner_id', '=', shopper.id).execute()
    expect({ what, caller: await findApiCaller(db, token, now), left }).toEqual({
      what,
      caller: null,
      left: [],
    })
  }
})
