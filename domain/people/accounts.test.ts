import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { askForVerification, signIn, signUp, verifyEmail } from './accounts.ts'
import { createAuth } from './auth.ts'
import { findSession } from './sessions.ts'

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
  return db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).execute()
}

function personWith(email: string) {
  return db.selectFrom('user_profiles').selectAll().where('email', '=', email).executeTakeFirst()
}

async function linkIn(email: string): Promise<string> {
  const [mail] = await mailTo(email)
  const token = /\/auth\/verify\?token=(\S+)/.exec(mail?.text_body ?? '')?.[1]
  return decodeURIComponent(token ?? '')
}

test('signing up makes a regular account, signed in, with a wallet and a mail that leads to this site', async () => {
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
  const wallet = await db
    .selectFrom('wallets')
    .select('freeze_reason')
    .where('user_id', '=', person?.id ?? '')
    .execute()
  expect(wallet).toHaveLength(1)
  const mails = await mailTo(account.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain(`${origin}/auth/verify?token=`)
  expect(mails[0]?.recipient_id).toBe(person?.id)
})

test('of many at once with one address, however it is written, exactly one gets the account', async () => {
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
  for (const one of tries) if (!one.ok) expect(one.problem).toEqual({ reason: 'e-mail taken' })
  expect(await mailTo(account.email)).toHaveLength(1)
})

test('a weak password is refused with its reasons and leaves nothing behind', async () => {
  const account = stranger({ password: 'aaa' })
  expect(await signUp(db, auth, account, now)).toEqual({
    ok: false,
    problem: { reason: 'weak password', weaknesses: ['too short', 'one character repeated'] },
  })
  expect(await personWith(account.email)).toBeUndefined()
})

test('there is no account without its mail', async () => {
  const { db: broken } = await testDatabase()
  await sql`alter table mail_outbox rename to mail_outbox_gone`.execute(broken)
  const account = stranger()
  await expect(signUp(broken, auth, account, now)).rejects.toThrow('mail_outbox')
  const people = await broken.selectFrom('user_profiles').select('id').execute()
  expect(people).toEqual([])
  await sql`alter table mail_outbox_gone rename to mail_outbox`.execute(broken)
})

test('the right password signs in, however the address is written', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const result = await signIn(db, auth, { ...account, email: account.email.toUpperCase() }, now)
  if (!result.ok) throw new Error('refused')
  expect((await findSession(db, result.value.sessionToken, now))?.person.email).toBe(account.email)
})

test('a wrong password and an unknown address get one answer', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const wrong = await signIn(db, auth, { ...account, password: 'linen and silk' }, now)
  const unknown = await signIn(db, auth, stranger(), now)
  expect(wrong).toEqual({ ok: false, problem: 'wrong e-mail or password' })
  expect(unknown).toEqual(wrong)
})

test('somebody without a password cannot sign in by an empty one', async () => {
  const person = await make(db).person()
  const result = await signIn(db, auth, { email: person.email, password: '' }, now)
  expect(result.ok).toBe(false)
})

test('the mailed link verifies the address, as often as it is followed', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const token = await linkIn(account.email)
  expect(await verifyEmail(db, auth, token, now)).toEqual({ ok: true, value: null })
  expect(await personWith(account.email)).toMatchObject({ email_verified: true })
  expect(await verifyEmail(db, auth, token, now)).toEqual({ ok: true, value: null })
})

test('a link that was changed, or signed by another house, verifies nothing', async () => {
  const account = stranger()
  await signUp(db, auth, account, now)
  const token = await linkIn(account.email)
  const stranger2 = createAuth({ secret: 'the secret of another house, just as long' })
  for (const [keeper, link] of [
    [auth, ''],
    [auth, 'no token'],
    [auth, `${token.slice(0, -3)}abc`],
    [stranger2, token],
  ] as const) {
    expect(await verifyEmail(db, keeper, link, now)).toEqual({
      ok: false,
      problem: 'link not valid',
    })
  }
  expect(await personWith(account.email)).toMatchObject({ email_verified: false })
})

test('the verifying link is mailed again on demand, not to a verified address', async () => {
  const pending = await make(db).person({ email_verified: false })
  const verified = await make(db).person({ email_verified: true })
  for (const person of [pending, verified]) {
    await askForVerification(db, auth, { person, origin }, now)
  }
  expect(await mailTo(verified.email)).toEqual([])
  expect(await verifyEmail(db, auth, await linkIn(pending.email), now)).toMatchObject({ ok: true })
})
