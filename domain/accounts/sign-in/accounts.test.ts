import { scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { changeProfile, readProfile } from '#domain/accounts/people/profiles.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { signIn, signUp } from './accounts.ts'
import { createAuth } from './auth.ts'
import { setHashing } from './password-hash.ts'
import { mailResetLink } from './recovery.ts'
import { findSession } from './sessions.ts'
import { isVerificationLinkValid, requestVerification, verifyEmail } from './verify-email.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'

let strangers = 0
function stranger(changes: Partial<Parameters<typeof signUp>[2]> = {}) {
  const email = `stranger-${++strangers}@example.test`
  return { fullName: 'Zoë 🦋 Ångström', email, password: 'silk and linen', origin, ...changes }
}

function mailTo(email: string) {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
}

function personWith(email: string) {
  return db.selectFrom('user_profiles').selectAll().where('email', '=', email).executeTakeFirst()
}

async function linkIn(email: string): Promise<string> {
  const [mail] = await mailTo(email)
  const token = /\/auth\/verify\?token=(\S+)/.exec(mail?.text_body ?? '')?.[1]
  return decodeURIComponent(token ?? '')
}

test('signing up creates a regular account, signed in, with a wallet and an email that links to this site', async () => {
  const account = stranger()
  const result = await signUp(db, auth, account, now)
  if (!result.ok) throw new Error('refused')
  const person = await personWith(account.email)
  expect(person).toMatchObject({
    full_name: 'Zoë 🦋 Ångström',
    account_type: 'regular',
    business_status: null,
    email_verified: false,
    created_at: now,
  })
  const session = await findSession(db, result.value.sessionToken, now)
  expect(session?.person.id).toBe(person?.id)
  expect(session?.expiresAt).toEqual(new Date('2026-12-20T15:00:00Z'))
  const wallet = await readRows(db, 'wallets', 'freeze_reason', { user_id: person?.id ?? newId() })
  expect(wallet).toHaveLength(1)
  const mails = await mailTo(account.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain(`${origin}/auth/verify?token=`)
  expect(mails[0]?.recipient_id).toBe(person?.id)
})

test.for([
  ['Your parcel waits: https://evil.example/pay', 'Hi,'],
  ['See www.evil', 'Hi,'],
  ['Pay at evil.example now', 'Hi,'],
  ['J.R. Smith', 'Hi J.R. Smith,'],
  ['Zoë Ångström', 'Hi Zoë,'],
  // A sign can be part of a message, so names with any are left out.
  ['Zoë 🦋 Ångström', 'Hi,'],
])('an email to an address that nobody has confirmed greets %s with %s', async ([
  fullName,
  greeting,
]) => {
  const account = stranger({ fullName })
  await signUp(db, auth, account, now)
  const [mail] = await mailTo(account.email)
  expect(mail?.text_body.split('\n')[0]).toBe(greeting)
  expect(mail?.html_body.includes('evil')).toBe(false)
})

test('of many simultaneous sign-ups with one email address, exactly one succeeds', async () => {
  const account = stranger()
  const tries = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      signUp(
        db,
        auth,
        { ...account, email: i % 2 ? account.email : account.email.toUpperCase() },
        now,
      ),
    ),
  )
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of tries) if (!one.ok) expect(one.problem).toEqual({ reason: 'email-taken' })
  expect(await mailTo(account.email)).toHaveLength(1)
})

test('a weak password is refused with its reasons and leaves nothing behind', async () => {
  const account = stranger({ password: 'aaa' })
  expect(await signUp(db, auth, account, now)).toEqual({
    ok: false,
    problem: { reason: 'weak-password', weaknesses: ['too-short', 'one-character-repeated'] },
  })
  expect(await personWith(account.email)).toBeUndefined()
})

test('no account is created if its email cannot be queued', async () => {
  const { db: broken } = await testDatabase()
  await sql`alter table mail_outbox rename to mail_outbox_gone`.execute(broken)
  const account = stranger()
  await expect(signUp(broken, auth, account, now)).rejects.toThrow('mail_outbox')
  const people = await broken.selectFrom('user_profiles').select('id').execute()
  expect(people).toEqual([])
  await sql`alter table mail_outbox_gone rename to mail_outbox`.execute(broken)
})

test('the right password signs in, regardless of the case of the address', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const result = await signIn(db, { ...account, email: account.email.toUpperCase() }, now)
  if (!result.ok) throw new Error('refused')
  expect((await findSession(db, result.value.sessionToken, now))?.person.email).toBe(account.email)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const wrong = await signIn(db, { ...account, password: 'linen and silk' }, now)
  const unknown = await signIn(db, stranger(), now)
  expect(wrong).toEqual({ ok: false, problem: { reason: 'wrong-email-or-password' } })
  expect(unknown).toEqual(wrong)
})

test('an account without a password cannot sign in with an empty one', async () => {
  const person = await make(db).person()
  const result = await signIn(db, { email: person.email, password: '' }, now)
  expect(result.ok).toBe(false)
})

test('the emailed link verifies the address once', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const token = await linkIn(account.email)
  expect(await isVerificationLinkValid(db, token, now)).toBe(true)
  expect(await personWith(account.email)).toMatchObject({ email_verified: false })
  expect(await verifyEmail(db, token, now)).toEqual({ ok: true, value: null })
  expect(await personWith(account.email)).toMatchObject({ email_verified: true })
  expect(await isVerificationLinkValid(db, token, now)).toBe(false)
  expect((await verifyEmail(db, token, now)).ok).toBe(false)
})

test('a verification link is valid for a day; a modified link or one for another purpose verifies nothing', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const token = await linkIn(account.email)
  await mailResetLink(db, auth, { email: account.email, origin }, now)
  const mails = await mailTo(account.email)
  const reset = /\/auth\/reset\?token=(\S+)/.exec(mails.at(-1)?.text_body ?? '')?.[1] ?? ''
  expect(reset).not.toBe('')
  for (const link of ['', 'no token', `${token.slice(0, -3)}abc`, reset]) {
    expect(await verifyEmail(db, link, now)).toEqual({
      ok: false,
      problem: { reason: 'link-not-valid' },
    })
  }
  const nextDay = new Date(now.getTime() + 24 * 3_600_000)
  expect((await verifyEmail(db, token, nextDay)).ok).toBe(false)
  expect(await personWith(account.email)).toMatchObject({ email_verified: false })
})

test('a password with a weaker hash is rehashed at the next sign-in', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const person = await personWith(account.email)
  const accounts = () =>
    readRow(db, 'auth_accounts', 'password', { user_id: person?.id ?? newId() })
  setHashing('secure')
  onTestFinished(() => setHashing('fast'))
  const salt = 'bb'.repeat(16)
  const key = scryptSync(account.password, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 })
  await updateRows(
    db,
    'auth_accounts',
    { user_id: person?.id ?? newId() },
    { password: `${salt}:${key.toString('hex')}` },
  )
  expect((await signIn(db, { ...account, password: 'linen and silk' }, now)).ok).toBe(false)
  expect((await signIn(db, account, now)).ok).toBe(true)
  expect((await accounts()).password).toMatch(/^scrypt\$15\$8\$3\$/)
  expect((await signIn(db, account, now)).ok).toBe(true)
})

test('the verification link is emailed again on request, but not to a verified address', async () => {
  const pending = await make(db).person({ email_verified: false })
  const verified = await make(db).person({ email_verified: true })
  for (const person of [pending, verified]) {
    await requestVerification(db, { person, origin }, now)
  }
  expect(await mailTo(verified.email)).toEqual([])
  expect(await verifyEmail(db, await linkIn(pending.email), now)).toMatchObject({ ok: true })
})

test('a name that could be the shop’s own is refused at sign-up and in profiles, not to admins', async () => {
  const account = stranger({ fullName: 'Неmline Support' })
  expect(await signUp(db, auth, account, now)).toEqual(refused({ reason: 'name-reserved' }))
  const change = { fullName: 'Hemline Support' }
  const closet = await make(db).closet()
  expect(await changeProfile(db, closet, change, now)).toEqual(refused({ reason: 'name-reserved' }))
  expect((await readProfile(db, closet)).fullName).toBe(closet.fullName)
  const admin = await make(db).admin()
  expect(await changeProfile(db, admin, change, now)).toEqual(done('saved'))
})
