import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { createAuth } from './auth.ts'
import { sealSecret } from './sealed-secret.ts'
import { consumeCode } from './second-factor-codes.ts'
import { beginSecondStep, signInWithCode } from './second-step.ts'
import { base32 } from './totp.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const key = 'xJ4kZ0b7QwErTy12xJ4k'
const began = new Date('2026-06-01T12:00:10Z')
const after = (minutes: number) => new Date(began.getTime() + minutes * 60_000)
const codeAt = (now: Date) => codeFor(base32(Buffer.from(key)), now)

async function personWithApp() {
  const person = await make(db).person({ two_factor_enabled: true })
  await insertRows(db, 'auth_two_factors', {
    id: newId(),
    user_id: person.id,
    secret: sealSecret(auth, key),
    backup_codes: '',
    verified: true,
  })
  const take = (code: string, now: Date) =>
    inTransaction(db, (tx) => consumeCode(tx, auth, { userId: person.id, code }, now))
  const wrong = async (times: number, now: Date) => {
    for (let n = 0; n < times; n++) expect(await take('abc', now)).toBe('wrong')
  }
  const mails = async () => {
    const rows = await readRows(db, 'mail_outbox', 'template', { to_address: person.email }, 'id')
    return rows.map(({ template }) => template)
  }
  const password = async () =>
    (
      await db
        .selectFrom('auth_accounts')
        .select('password')
        .where('user_id', '=', person.id)
        .executeTakeFirst()
    )?.password
  return { person, take, wrong, mails, password }
}

test('ten wrong codes lock the second step and email its owner; each further lock lasts twice as long', async () => {
  const { take, wrong, mails } = await personWithApp()
  await wrong(9, began)
  expect(await mails()).toEqual([])
  await wrong(1, began)
  expect(await mails()).toEqual(['wrong-codes'])
  let now = began
  for (const minutes of [15, 30, 60, 120]) {
    const almost = new Date(now.getTime() + minutes * 60_000 - 1)
    expect(await take(codeAt(almost), almost)).toBe('locked')
    now = new Date(now.getTime() + minutes * 60_000)
    await wrong(10, now)
  }
  expect(await mails()).toEqual(['wrong-codes'])
})

test('a right code ends the counting', async () => {
  const { take, wrong, mails } = await personWithApp()
  await wrong(10, began)
  expect(await take(codeAt(after(15)), after(15))).toBe('right')
  await wrong(10, after(16))
  expect(await mails()).toEqual(['wrong-codes', 'wrong-codes'])
  expect(await take(codeAt(after(31)), after(31))).toBe('right')
})

test('a hundred wrong codes end the password, with an email', async () => {
  const { person, wrong, mails, password } = await personWithApp()
  await insertRows(db, 'auth_accounts', {
    id: newId(),
    user_id: person.id,
    account_id: person.id,
    provider_id: 'credential',
    password: 'hash',
    updated_at: began,
  })
  const challenge = await beginSecondStep(db, person.id, after(60_000))
  let now = began
  for (let lock = 0; lock < 10; lock++) {
    expect(await password()).toBe('hash')
    await wrong(10, now)
    now = new Date(now.getTime() + 86_400_000)
  }
  expect(await password()).toBeNull()
  expect(await mails()).toEqual(['wrong-codes', 'password-ended'])
  const input = { challenge, code: codeAt(now), browser: null }
  expect(await signInWithCode(db, auth, input, now)).toMatchObject({
    problem: { reason: 'begin-again' },
  })
})

test('a right code that is sent again is no guess', async () => {
  const { take, mails } = await personWithApp()
  const code = codeAt(began)
  expect(await take(code, began)).toBe('right')
  for (let n = 0; n < 20; n++) expect(await take(code, began)).toBe('wrong')
  expect(await take(codeAt(after(1)), after(1))).toBe('right')
  expect(await mails()).toEqual([])
})
