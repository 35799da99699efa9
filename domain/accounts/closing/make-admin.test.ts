import { expect, test } from 'vitest'
import { signIn, signUp } from '#domain/accounts/sign-in/accounts.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { findSession } from '#domain/accounts/sign-in/sessions.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { changeAccountType } from './change-account-type.ts'
import { makeAdmin } from './make-admin.ts'

const { db } = await testDatabase()
const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date('2026-11-20T15:00:00Z')

async function roleAfterSigningIn(email: string, password: string) {
  const result = await signIn(db, { email, password }, now)
  if (!result.ok) return null
  return (await findSession(db, result.value.sessionToken, now))?.person.accountType
}

test('a new admin can sign in and is recorded in the audit log', async () => {
  const owner = { fullName: 'Owner', email: 'owner@example.test', password: 'silk and linen' }
  const result = await makeAdmin(db, auth, owner, now)
  expect(result).toMatchObject({ ok: true, value: { isNew: true } })
  expect(await roleAfterSigningIn(owner.email, owner.password)).toBe('admin')
  const log = await readRows(db, 'audit_log', ['actor_id', 'action', 'noun'], {
    noun_id: result.ok ? result.value.id : '',
  })
  expect(log).toEqual([{ actor_id: null, action: 'make admin', noun: 'person' }])
})

test('an account that exists becomes an admin with the new password, signed out everywhere', async () => {
  const ann = { fullName: 'Ann', email: 'ann@example.test', password: 'silk and linen' }
  const before = await signUp(db, auth, { ...ann, origin: 'https://shop.example' }, now)
  if (!before.ok) throw new Error('refused')
  const changed = { ...ann, email: 'ANN@example.test', password: 'wool and tweed' }
  const result = await makeAdmin(db, auth, changed, now)
  expect(result).toMatchObject({ ok: true, value: { isNew: false } })
  expect(await findSession(db, before.value.sessionToken, now)).toBeNull()
  expect(await roleAfterSigningIn(ann.email, ann.password)).toBeNull()
  expect(await roleAfterSigningIn(ann.email, changed.password)).toBe('admin')
})

test('make-admin sets a password for an account without one', async () => {
  const closet = await make(db).closet()
  await makeAdmin(db, auth, { ...closet, password: 'wool and tweed' }, now)
  expect(await roleAfterSigningIn(closet.email, 'wool and tweed')).toBe('admin')
})

test('the command unblocks the account that it makes an admin', async () => {
  const blocked = { blocked_at: now, blocked_reason: 'Fraud' }
  const person = await make(db).person(blocked)
  await makeAdmin(db, auth, { ...person, password: 'wool and tweed' }, now)
  expect(await roleAfterSigningIn(person.email, 'wool and tweed')).toBe('admin')
})

test('a closet made admin by the command has no webhooks, and its items are offered again', async () => {
  const things = make(db)
  const closet = await things.closet()
  await insertRows(db, 'webhook_endpoints', {
    ...{ id: newId(), owner_id: closet.id, place: 1, url: 'https://a.test/', created_at: now },
    ...{ events: ['rental.late'], secret: 'gcm.a' },
  })
  await makeAdmin(db, auth, { ...closet, password: 'wool and tweed' }, now)
  expect(await db.selectFrom('webhook_endpoints').select('id').execute()).toEqual([])

  const other = await things.closet()
  const item = await things.item({ closet: other })
  await things.entry({ item, start: '2026-12-05', end: '2026-12-06' })
  const change = {
    personId: other.id,
    from: 'business',
    to: 'regular',
    origin: 'https://a.test',
  } as const
  await changeAccountType(db, await things.admin(), change, now)
  await makeAdmin(db, auth, { ...other, password: 'wool and tweed' }, now)
  const due = await db.selectFrom('waitlist_entries').select('due_since').execute()
  expect(due).toEqual([{ due_since: now }])
})

test('a weak password is refused', async () => {
  const owner = { fullName: 'Owner', email: 'weak@example.test', password: 'password1' }
  expect(await makeAdmin(db, auth, owner, now)).toEqual({
    ok: false,
    problem: { reason: 'weak-password', weaknesses: ['common'] },
  })
})
