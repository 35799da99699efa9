import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { makeAdmin } from '#domain/accounts/closing/make-admin.ts'
import { removeOutsideAccess } from '#domain/accounts/closing/outside-access.ts'
import { makeApiToken } from '#domain/accounts/tokens/api-tokens.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { signIn, signUp } from './accounts.ts'
import { createAuth } from './auth.ts'
import { emailOfLink, requestEmailChange } from './change-email.ts'
import { changePassword } from './own-password.ts'
import { hashPassword } from './password-hash.ts'
import { revokePendingAccess } from './pending-access.ts'
import { isResetLinkValid, mailResetLink, resetPassword } from './recovery.ts'
import { findSession } from './sessions.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date()
const origin = 'https://shop.example'
const PASSWORD = 'silk and linen'

async function tokenIn(to: string, path: string): Promise<string> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('to_address', '=', to)
    .where('text_body', 'like', `%${path}%`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return new RegExp(`${path}\\?token=(\\S+)`).exec(mail.text_body)?.[1] ?? ''
}

let people = 0
/** An account that somebody else can access in every way except its password. */
async function shared() {
  const email = `shared-${++people}@example.test`
  const evil = `evil-${people}@example.test`
  const entered = await signUp(
    db,
    auth,
    { fullName: 'Ann', email, password: PASSWORD, origin },
    now,
  )
  if (!entered.ok) throw new Error('refused')
  const { sessionToken } = entered.value
  const session = await findSession(db, sessionToken, now)
  if (!session) throw new Error('no session')
  const { person } = session
  await requestEmailChange(db, auth, { person, email: evil, password: PASSWORD, origin }, now)
  await mailResetLink(db, auth, { email, origin }, now)
  await insertRows(db, 'auth_two_factors', {
    id: newId(),
    user_id: person.id,
    secret: 'x',
    backup_codes: 'x',
    verified: false,
  })
  const change = await tokenIn(evil, '/auth/email')
  const reset = await tokenIn(email, '/auth/reset')
  return {
    person,
    evil,
    reset,
    opens: async () => ({
      session: (await findSession(db, sessionToken, now)) !== null,
      change: (await emailOfLink(db, change, now)) !== null,
      reset: await isResetLinkValid(db, auth, reset, now),
      factors: (await readRows(db, 'auth_two_factors', 'id', { user_id: person.id })).length,
    }),
  }
}

const NOTHING = { session: false, change: false, reset: false, factors: 0 }

async function lastMailTo(email: string) {
  const mail = await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail
}

test('before revoking, every way gives access to the account', async () => {
  expect(await (await shared()).opens()).toEqual({
    session: true,
    change: true,
    reset: true,
    factors: 1,
  })
})

test('a password reset revokes every other way into the account and says so', async () => {
  const { person, evil, reset, opens } = await shared()
  await resetPassword(
    db,
    auth,
    { token: reset, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(await opens()).toEqual(NOTHING)
  const mail = await lastMailTo(person.email)
  expect(mail.template).toBe('password-changed')
  expect(mail.text_body).toContain(`Your pending change of email address to ${evil} was canceled.`)
})

/** Turns on a second factor whose app only the person who signed up has. */
async function turnOnSecondFactor({ id }: Person): Promise<void> {
  await updateRows(db, 'auth_two_factors', { user_id: id }, { verified: true })
  await updateRows(db, 'user_profiles', id, { two_factor_enabled: true })
}

test('a second factor set up before the address was confirmed does not keep its owner out', async () => {
  const { person, reset, opens } = await shared()
  await turnOnSecondFactor(person)
  await resetPassword(
    db,
    auth,
    { token: reset, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(await opens()).toEqual(NOTHING)
  const { email } = person
  expect(await signIn(db, { email, password: 'wool and tweed' }, now)).toMatchObject({ ok: true })
  expect((await lastMailTo(email)).text_body).toContain('Two-step verification was turned off')
})

test('a password reset leaves the second factor of a confirmed address', async () => {
  const { person, reset, opens } = await shared()
  await turnOnSecondFactor(person)
  await updateRows(db, 'user_profiles', person.id, { email_verified: true })
  await resetPassword(
    db,
    auth,
    { token: reset, password: 'wool and tweed' },
    now,
    removeOutsideAccess,
  )
  expect(await opens()).toEqual({ ...NOTHING, factors: 1 })
  const { email } = person
  const entered = await signIn(db, { email, password: 'wool and tweed' }, now)
  expect(entered).toMatchObject({ problem: { reason: 'second-factor-needed' } })
  expect((await lastMailTo(email)).text_body).not.toContain('Two-step verification')
})

test('a changed password revokes all other access, and starts one new session', async () => {
  const { person, evil, opens } = await shared()
  const change = { person, password: PASSWORD, wanted: 'wool and tweed', browser: null }
  const changed = await changePassword(db, auth, change, now)
  expect(await opens()).toEqual(NOTHING)
  expect(changed.ok && (await findSession(db, changed.value.sessionToken, now))).toBeTruthy()
  expect((await lastMailTo(person.email)).text_body).toContain(evil)
})

test('an account made admin by the command keeps no sessions or links', async () => {
  const { person, opens } = await shared()
  await turnOnSecondFactor(person)
  await makeAdmin(db, auth, { ...person, password: 'wool and tweed' }, now)
  expect(await opens()).toEqual(NOTHING)
  const { two_factor_enabled } = await readRow(db, 'user_profiles', 'two_factor_enabled', person.id)
  expect(two_factor_enabled).toBe(false)
})

test('a promoted admin must sign in again', async () => {
  const { person, opens } = await shared()
  const admin = await make(db).admin()
  const change = { personId: person.id, from: 'regular', to: 'admin', origin } as const
  expect((await changeAccountType(db, admin, change, now)).ok).toBe(true)
  expect(await opens()).toEqual(NOTHING)
})

test('any other change of an account leaves its sessions', async () => {
  const { person, opens } = await shared()
  const admin = await make(db).admin()
  const change = { personId: person.id, from: 'regular', to: 'business', origin } as const
  await changeAccountType(db, admin, change, now)
  expect((await opens()).session).toBe(true)
})

/** Sets a new password with the row locked, while `old` acts on the old one and waits. */
async function whileChanged<T>(userId: PersonId, old: () => Promise<T>): Promise<T> {
  const { hash, begun } = await db.transaction().execute(async (tx) => {
    const wanted = await hashPassword('wool and tweed')
    await updateRows(tx, 'auth_accounts', { user_id: userId }, { password: wanted })
    const started = old()
    await waitForLock()
    await revokePendingAccess(tx as unknown as Tx, userId)
    return { hash: wanted, begun: { started } }
  })
  const answer = await begun.started
  const { password } = await readRow(db, 'auth_accounts', 'password', { user_id: userId })
  expect(password).toBe(hash)
  return answer
}

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(1)
}

test('signing in with a password that is being changed starts no session', async () => {
  const { person, opens } = await shared()
  const { email, id } = person
  const entered = await whileChanged(id, () => signIn(db, { email, password: PASSWORD }, now))
  expect(entered).toEqual({ ok: false, problem: { reason: 'wrong-email-or-password' } })
  expect(await opens()).toEqual(NOTHING)
  const sessions = await readRows(db, 'auth_sessions', 'id', { user_id: id })
  expect(sessions).toEqual([])
})

test('an action proven with a password that is being changed is refused', async () => {
  const refused = { ok: false, problem: { reason: 'wrong-password' } }
  const actions = {
    token: (person: Person) => {
      const token = { name: 'till', scopes: ['my-rentals:read'], days: 30, origin } as const
      return makeApiToken(db, auth, { person, password: PASSWORD, ...token }, now)
    },
    email: (person: Person) => {
      const email = `other-${person.id}@example.test`
      return requestEmailChange(db, auth, { person, password: PASSWORD, email, origin }, now)
    },
    password: (person: Person) => {
      const change = { wanted: 'lace and lace', browser: null }
      return changePassword(db, auth, { person, password: PASSWORD, ...change }, now)
    },
  }
  for (const action of Object.values(actions)) {
    const { person, opens } = await shared()
    expect(await whileChanged<unknown>(person.id, () => action(person))).toEqual(refused)
    expect(await opens()).toEqual(NOTHING)
    const tokens = await readRows(db, 'api_tokens', 'id', { owner_id: person.id })
    expect(tokens).toEqual([])
  }
})

test('a session started while a second factor is turned on ends with the others', async () => {
  const { person } = await shared()
  const { email, id } = person
  const entered = await db.transaction().execute(async (tx) => {
    await updateRows(tx, 'user_profiles', id, { two_factor_enabled: true })
    await revokePendingAccess(tx as unknown as Tx, id)
    const started = signIn(db, { email, password: PASSWORD }, now)
    await waitForLock()
    return { started }
  })
  expect(await entered.started).toMatchObject({ problem: { reason: 'second-factor-needed' } })
})
