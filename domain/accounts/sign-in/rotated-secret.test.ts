import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { type Auth, createAuth } from './auth.ts'
import { makeBackupCodes } from './backup-codes.ts'
import { sealSecret } from './sealed-secret.ts'
import { readSecondFactor } from './second-factor.ts'
import { consumeCode } from './second-factor-codes.ts'
import { base32 } from './totp.ts'

const { db } = await testDatabase()
const secret = 'a secret of the tests, long enough to sign'
const before = createAuth({ secret })
const after = createAuth({ secret: 'the one that has replaced it in the settings' })
const key = 'xJ4kZ0b7QwErTy12'
const now = new Date('2026-06-01T12:00:10Z')
const code = codeFor(base32(Buffer.from(key)), now)

type Factor = {
  readonly secret?: string
  readonly backup_codes?: string
  readonly verified?: boolean
}

async function withFactor({ verified = true, backup_codes = '', ...factor }: Factor) {
  const person = await make(db).person({ two_factor_enabled: verified })
  const row = { id: newId(), user_id: person.id, secret: sealSecret(before, key), ...factor }
  await insertRows(db, 'auth_two_factors', { ...row, verified, backup_codes })
  const take = (auth: Auth, typed: string) =>
    inTransaction(db, (tx) => consumeCode(tx, auth, { userId: person.id, code: typed }, now))
  return { person, take }
}

test('with a new SESSION_SECRET codes of an app are refused without being counted as wrong; backup codes still work', async () => {
  const { codes, storedCodes } = await makeBackupCodes()
  const { person, take } = await withFactor({ backup_codes: storedCodes })
  for (let tries = 0; tries < 12; tries++) expect(await take(after, code)).toBe('unreadable-app')
  expect(await take(after, codes[0] ?? '')).toBe('right')
  expect(await readSecondFactor(db, after, person)).toEqual({ state: 'on', codesLeft: 9 })
  expect(await take(before, code)).toBe('right')
})

test('an app whose setup began with another SESSION_SECRET has to be set up from the start', async () => {
  const { person } = await withFactor({ verified: false })
  expect(await readSecondFactor(db, before, person)).toHaveProperty('state', 'begun')
  expect(await readSecondFactor(db, after, person)).toEqual({ state: 'off' })
})
