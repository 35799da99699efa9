import { expect, test } from 'vitest'
import { closeAccount } from '#domain/accounts/closing/close-account.ts'
import { removeOutsideAccess } from '#domain/accounts/closing/outside-access.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { signIn, signUp } from './accounts.ts'
import { createAuth } from './auth.ts'
import { requestEmailChange } from './change-email.ts'
import { changePassword } from './own-password.ts'
import { mailResetLink, resetPassword } from './recovery.ts'
import { findSession } from './sessions.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { requestVerification } from './verify-email.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date()
const nextDay = new Date(now.getTime() + 86_400_000)
const origin = 'https://shop.example'
const password = 'silk and linen'

let people = 0
async function somebody(email = `somebody-${++people}@example.test`): Promise<Person> {
  const entered = await signUp(db, auth, { fullName: 'Ann', email, password, origin }, now)
  if (!entered.ok) throw new Error(entered.problem.reason)
  const session = await findSession(db, entered.value.sessionToken, now)
  if (!session) throw new Error('no session')
  return session.person
}

function wantAddress(person: Person, email: string, at = now) {
  return requestEmailChange(db, auth, { person, email, password, origin }, at)
}

async function mailsTo(email: string) {
  const mails = await readRows(
    db,
    'mail_outbox',
    ['template', 'text_body'],
    { to_address: email },
    'id',
  )
  return mails
}

async function flood(email: string) {
  const crowd = []
  for (let i = 0; i < 12; i++) crowd.push(await somebody())
  return { crowd, answers: await Promise.all(crowd.map((one) => wantAddress(one, email))) }
}

test('an unconfirmed address gets ten emails a day, however many accounts request them at once', async () => {
  const email = 'no-account@example.test'
  const { crowd, answers } = await flood(email)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  expect(answers.find(({ ok }) => !ok)).toEqual({
    ok: false,
    problem: { reason: 'too-many-links' },
  })
  expect(await mailsTo(email)).toHaveLength(10)

  const [first] = crowd
  if (!first) throw new Error('nobody')
  expect(await wantAddress(first, 'another@example.test')).toMatchObject({ ok: true })
  expect(await wantAddress(first, email, nextDay)).toMatchObject({ ok: true })
})

test('repeatedly creating accounts with an address does not raise its limit', async () => {
  const email = 'signed-up@example.test'
  for (let i = 0; i < 7; i++) {
    const person = await somebody(email)
    expect(await closeAccount(db, auth, { person, password }, now)).toMatchObject({ ok: true })
  }
  const counted = await db.selectFrom('unconfirmed_addresses').select('emails').execute()
  expect(counted).toContainEqual({ emails: 10 })
  // One for each closed account within the limit; the welcome emails were deleted with them.
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(Array(5).fill('farewell'))
})

test('links and notices to an unconfirmed address share a limit, and the refusal says when to try again', async () => {
  const person = await somebody()
  for (let i = 0; i < 5; i++) await requestVerification(db, { person, origin }, now)
  for (let i = 0; i < 6; i++) {
    const wanted = { person, password, wanted: password, browser: null }
    expect(await changePassword(db, auth, wanted, now)).toMatchObject({ ok: true })
  }
  const later = new Date(nextDay.getTime() - 60_000)
  expect(await requestVerification(db, { person, origin }, later)).toEqual({
    ok: false,
    problem: { reason: 'too-many', retryAfterSeconds: 60 },
  })
  expect((await mailsTo(person.email)).map(({ template }) => template)).toEqual([
    'welcome',
    ...Array(5).fill('verification'),
    ...Array(4).fill('password-changed'),
  ])
  expect(await requestVerification(db, { person, origin }, nextDay)).toMatchObject({ ok: true })
})

test('an owner whose address others have used up can still sign up and confirm it by a password reset', async () => {
  const email = 'flooded@example.test'
  await flood(email)
  const person = await somebody(email)
  expect((await requestVerification(db, { person, origin }, now)).ok).toBe(false)
  await mailResetLink(db, auth, { email, origin }, now)
  const link = (await mailsTo(email)).at(-1)?.text_body ?? ''
  const token = /\/auth\/reset\?token=(\S+)/.exec(link)?.[1] ?? ''
  const reset = await resetPassword(
    db,
    auth,
    { token, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(reset).toMatchObject({ ok: true })
  const entered = await signIn(db, { email, password: 'wool and tweed' }, now)
  if (!entered.ok) throw new Error(entered.problem.reason)
  const session = await findSession(db, entered.value.sessionToken, now)
  expect(session?.person.emailVerified).toBe(true)
})

test('a confirmed address gets every notice', async () => {
  const person = { ...(await somebody()), emailVerified: true }
  for (let i = 0; i < 12; i++) {
    const wanted = { person, password, wanted: password, browser: null }
    await changePassword(db, auth, wanted, now)
  }
  expect(await mailsTo(person.email)).toHaveLength(13)
})

test('the counts contain no address, and are removed after a day', async () => {
  const { email } = await somebody()
  const stored = await db.selectFrom('unconfirmed_addresses').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(email)
  await sweepSessions(db, now)
  const remaining = await db.selectFrom('unconfirmed_addresses').selectAll().execute()
  expect(remaining).toHaveLength(stored.length)
  await sweepSessions(db, new Date(nextDay.getTime() + 86_400_000))
  const left = await db.selectFrom('unconfirmed_addresses').selectAll().execute()
  expect(left).toEqual([])
})

test('after the clock was set back, emails of the future do not count', async () => {
  const email = 'ahead@example.test'
  const { crowd } = await flood(email)
  const [first] = crowd
  if (!first) throw new Error('nobody')
  const yesterday = new Date(now.getTime() - 26 * 3_600_000)
  expect(await wantAddress(first, email, yesterday)).toMatchObject({ ok: true })
})
