import { symmetricEncrypt } from 'better-auth/crypto'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { make } from '#test/make/make.ts'
import { createAuth } from './auth.ts'
import { readSecondFactor } from './second-factor.ts'
import { consumeCode } from './second-factor-codes.ts'
import { base32 } from './totp.ts'

const { db } = await testDatabase()
const secret = 'a secret of the tests, long enough to sign'
const auth = createAuth({ secret })
const key = 'xJ4kZ0b7QwErTy12'
const codes = ['aBcDe-FgHiJ', 'kLmNo-pQrSt', 'uVwXy-z0123']
const now = new Date('2026-06-01T12:00:10Z')
const person = await make(db).person({ two_factor_enabled: true })

/** Stored like by a version in which better-auth managed secrets and codes. */
beforeAll(async () => {
  const sealed = (data: string) => symmetricEncrypt({ key: secret, data })
  await db
    .insertInto('auth_two_factors')
    .values({
      id: newId(),
      user_id: person.id,
      secret: await sealed(key),
      backup_codes: await sealed(JSON.stringify(codes)),
      verified: true,
    })
    .execute()
})

const take = (code: string) =>
  inTransaction(db, (tx) => consumeCode(tx, auth, { userId: person.id, code }, now))

test('an app set up with an earlier version can still sign in, using each code once', async () => {
  const code = codeFor(base32(Buffer.from(key)), now)
  expect(await take(code)).toBe('right')
  expect(await take(code)).toBe('wrong')
})

test('backup codes of an earlier version are counted, work once, and are hashed from then on', async () => {
  expect(await readSecondFactor(db, auth, person)).toEqual({ state: 'on', codesLeft: 3 })
  expect(await take('nobody-knows')).toBe('wrong')
  expect(await take('kLmNo-pQrSt')).toBe('right')
  expect(await readSecondFactor(db, auth, person)).toEqual({ state: 'on', codesLeft: 2 })
  const row = await db
    .selectFrom('auth_two_factors')
    .select('backup_codes')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.backup_codes)).toMatchObject({ salt: expect.any(String) })
  expect(await take('kLmNo-pQrSt')).toBe('wrong')
  expect(await take('uVwXy-z0123')).toBe('right')
})
