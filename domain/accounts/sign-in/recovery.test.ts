import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { removeOutsideAccess } from '#domain/accounts/closing/outside-access.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { signIn, signUp } from './accounts.ts'
import { createAuth } from './auth.ts'
import { isResetLinkValid, mailResetLink, requestReset, resetPassword } from './recovery.ts'
import { findSession } from './sessions.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date()
const origin = 'https://shop.example'
const anHourLater = new Date(now.getTime() + 3_601_000)

let people = 0
async function somebody() {
  const email = `somebody-${++people}@example.test`
  const password = 'silk and linen'
  const result = await signUp(db, auth, { fullName: 'Ann Archer', email, password, origin }, now)
  if (!result.ok) throw new Error('refused')
  return { email, password, sessionToken: result.value.sessionToken }
}

async function linkFor(email: string): Promise<string> {
  await mailResetLink(db, auth, { email, origin }, now)
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('to_address', '=', email)
    .where('template', '=', 'reset')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const token = new RegExp(`${origin}/auth/reset\\?token=(\\S+)`).exec(mail.text_body)?.[1]
  return token ?? ''
}

test('a reset link sets a new password once, confirms the address and ends every session', async () => {
  const { email, password, sessionToken } = await somebody()
  const token = await linkFor(email)
  expect(await isResetLinkValid(db, auth, token, now)).toBe(true)
  const result = await resetPassword(
    db,
    auth,
    { token, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(result).toEqual({ ok: true, value: { email } })
  expect(await findSession(db, sessionToken, now)).toBeNull()
  expect((await signIn(db, { email, password }, now)).ok).toBe(false)
  const entered = await signIn(db, { email, password: 'wool and tweed' }, now)
  if (!entered.ok) throw new Error('refused')
  const session = await findSession(db, entered.value.sessionToken, now)
  expect(session?.person.emailVerified).toBe(true)

  expect(await isResetLinkValid(db, auth, token, now)).toBe(false)
  const again = await resetPassword(
    db,
    auth,
    { token, password: 'lace and lace' },
    now,
    removeOutsideAccess,
  )
  expect(again).toEqual({ ok: false, problem: { reason: 'link-not-valid' } })
})

test('of many simultaneous uses of a reset link, exactly one sets the password', async () => {
  const { email } = await somebody()
  const token = await linkFor(email)
  const passwords = Array.from({ length: 5 }, (_, i) => `velvet number ${i}`)
  const results = await Promise.all(
    passwords.map((password) =>
      resetPassword(db, auth, { token, password }, now, removeOutsideAccess),
    ),
  )
  const won = results.findIndex(({ ok }) => ok)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  for (const [index, password] of passwords.entries()) {
    expect((await signIn(db, { email, password }, now)).ok).toBe(index === won)
  }
})

test('a reset link expires after an hour', async () => {
  const { email } = await somebody()
  const token = await linkFor(email)
  expect(await isResetLinkValid(db, auth, token, anHourLater)).toBe(false)
  const late = await resetPassword(
    db,
    auth,
    { token, password: 'wool and tweed' },
    anHourLater,
    removeOutsideAccess,
  )
  expect(late).toEqual({ ok: false, problem: { reason: 'link-not-valid' } })
})

test('using a reset link revokes all other links of this person, and of nobody else', async () => {
  const ann = await somebody()
  const ben = await somebody()
  const [first, second, bens] = [
    await linkFor(ann.email),
    await linkFor(ann.email),
    await linkFor(ben.email),
  ]
  await resetPassword(
    db,
    auth,
    { token: first, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(await isResetLinkValid(db, auth, second, now)).toBe(false)
  expect(await isResetLinkValid(db, auth, bens, now)).toBe(true)
})

test('a weak new password is refused with reasons and leaves the link usable', async () => {
  const { email } = await somebody()
  const token = await linkFor(email)
  expect(
    await resetPassword(db, auth, { token, password: 'archer' }, now, removeOutsideAccess),
  ).toEqual({
    ok: false,
    problem: {
      reason: 'weak-password',
      weaknesses: ['too-short', 'contains-name-or-email'],
    },
  })
  expect(await isResetLinkValid(db, auth, token, now)).toBe(true)
})

test('an old link does not restore a closed account', async () => {
  const { email } = await somebody()
  const token = await linkFor(email)
  await updateRows(db, 'user_profiles', { email }, { deleted_at: now })
  expect(
    (await resetPassword(db, auth, { token, password: 'wool and tweed' }, now, removeOutsideAccess))
      .ok,
  ).toBe(false)
})

test('requesting a reset behaves the same for an address with and without an account', async () => {
  const { email } = await somebody()
  const before = await waitingJobs()
  await requestReset(db, { email, origin })
  await requestReset(db, { email: 'nobody@example.test', origin })
  const requested = (await waitingJobs()).slice(before.length)
  expect(requested).toEqual(['mail-reset-link', 'mail-reset-link'])
})

test('at most three reset links an hour are sent for an account', async () => {
  const { email } = await somebody()
  const mails = () => readRows(db, 'mail_outbox', 'id', { to_address: email, template: 'reset' })
  for (let i = 0; i < 5; i++) await mailResetLink(db, auth, { email, origin }, now)
  expect(await mails()).toHaveLength(3)
  await mailResetLink(db, auth, { email, origin }, anHourLater)
  expect(await mails()).toHaveLength(4)
})

test('an address without an account gets no email', async () => {
  await mailResetLink(db, auth, { email: 'nobody@example.test', origin }, now)
  const sent = await readRows(db, 'mail_outbox', 'id', { to_address: 'nobody@example.test' })
  expect(sent).toEqual([])
})

test('a copy of the database holds no link that could be used', async () => {
  const { email } = await somebody()
  const token = await linkFor(email)
  const stored = await db.selectFrom('auth_verifications').select(['identifier', 'value']).execute()
  expect(stored).not.toEqual([])
  expect(JSON.stringify(stored)).not.toContain(token)
})

async function waitingJobs(): Promise<string[]> {
  const { rows } = await sql<{ task_identifier: string }>`
    select task_identifier from graphile_worker.jobs order by id`.execute(db)
  return rows.map(({ task_identifier }) => task_identifier)
}

test.for(['', 'nonsense', newId()])('%j is not a valid link', async (token) => {
  expect(await isResetLinkValid(db, auth, token, now)).toBe(false)
  expect(
    (await resetPassword(db, auth, { token, password: 'wool and tweed' }, now, removeOutsideAccess))
      .ok,
  ).toBe(false)
})

test('after the clock was set back, links of the future do not count', async () => {
  const { email } = await somebody()
  const links = async () => {
    const mails = await readRows(db, 'mail_outbox', 'id', { to_address: email, template: 'reset' })
    return mails.length
  }
  for (let n = 0; n < 5; n++) await mailResetLink(db, auth, { email, origin }, now)
  const before = await links()
  const yesterday = new Date(now.getTime() - 26 * 3_600_000)
  await mailResetLink(db, auth, { email, origin }, yesterday)
  expect(await links()).toBe(before + 1)
})
