import { expect, onTestFinished, test } from 'vitest'
import { createAuth } from './auth.ts'
import { consumeBackupCode, makeBackupCodes } from './backup-codes.ts'
import { hashPassword, setHashing, verifyPassword } from './password-hash.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { stepOfCode } from './totp.ts'

const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const other = createAuth({ secret: 'another secret of the tests, long enough too' })

test('a sealed secret can be read only with its key, and not after any bit has changed', async () => {
  const sealed = sealSecret(auth, 'a key of an app')
  expect(sealed).not.toContain(Buffer.from('a key of an app').toString('base64url'))
  expect(openSecret(auth, sealed)).toBe('a key of an app')
  expect(openSecret(other, sealed)).toBeNull()
  const bytes = Buffer.from(sealed.slice(4), 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openSecret(auth, `gcm.${changed.toString('base64url')}`)).toBeNull()
  }
})

test('sealing the same secret twice gives different results', () => {
  const sealed = new Set(Array.from({ length: 500 }, () => sealSecret(auth, 'x')))
  expect(new Set([...sealed].map((one) => one.slice(4, 20))).size).toBe(500)
})

test('there are ten different backup codes of fifty-eight bits, and each works once', async () => {
  const { codes, storedCodes } = await makeBackupCodes()
  const more = await makeBackupCodes()
  expect(new Set([...codes, ...more.codes]).size).toBe(20)
  for (const code of codes) {
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/)
    expect(storedCodes).not.toContain(code)
  }
  expect(JSON.parse(storedCodes).salt).not.toBe(JSON.parse(more.storedCodes).salt)
  const typed = ` ${codes[3]?.toLowerCase().replaceAll('-', '')} `
  const left = await consumeBackupCode(storedCodes, typed)
  expect(JSON.parse(left ?? '').hashes).toHaveLength(9)
  expect(await consumeBackupCode(left ?? '', codes[3] ?? '')).toBeNull()
})

test('a code of an app is right for its half minute and ten more seconds', () => {
  // RFC 6238, appendix B: 94287082 at 59 seconds, of which apps show six digits.
  const key = Buffer.from('12345678901234567890')
  const at = (seconds: number) => stepOfCode(key, '287082', new Date(seconds * 1000))
  expect([29.9, 30, 59, 60, 69.9, 70, 90].map(at)).toEqual([null, 1, 1, 1, 1, null, null])
  expect(stepOfCode(key, '94287082', new Date(59_000))).toBeNull()
})

test('a password is compared exactly as typed, to its last character', async () => {
  const password = `Silk and Linen ${'é'.repeat(113)}`
  setHashing('secure')
  onTestFinished(() => setHashing('fast'))
  const secure = await hashPassword(password)
  expect(secure).toMatch(/^scrypt\$15\$8\$3\$/)
  expect(await verifyPassword({ hash: secure, password })).toBe(true)
  expect(await verifyPassword({ hash: secure, password: `${password} ` })).toBe(false)
  setHashing('fast')
  const hash = await hashPassword(password)
  expect(await verifyPassword({ hash, password })).toBe(true)
  for (const wrong of [
    password.toLowerCase(),
    password.slice(0, -1),
    `${password} `,
    ` ${password}`,
    password.replace('  ', ' ').replace('k a', 'ka'),
  ])
    expect(await verifyPassword({ hash, password: wrong })).toBe(false)
})
