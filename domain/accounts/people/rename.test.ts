import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { anonymizeProfile } from './close-person.ts'
import { ownData } from './own-data.ts'
import { changeProfile, readProfile } from './profiles.ts'
import { withdrawName } from './rename.ts'
import { approveName, denyName } from './review-names.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const admin = await made.admin()

const namesOf = async (person: Person) => {
  const { fullName, requestedName } = await readProfile(db, person)
  return [fullName, requestedName]
}
const rename = (person: Person, fullName: string) => changeProfile(db, person, { fullName }, now)
const seen = ({ id }: Person, requestedName: string) => ({ personId: id, requestedName, origin })
const logged = async ({ id }: Person) =>
  await readRows(
    db,
    'audit_log',
    ['actor_id', 'action', 'after'],
    { noun: 'closet', noun_id: id },
    'id',
  )
const mailed = async ({ id }: Person) =>
  await readRows(db, 'mail_outbox', ['template', 'subject', 'text_body'], { recipient_id: id })

async function waitingCloset() {
  const closet = await made.closet({ full_name: 'The Old Room' })
  await rename(closet, 'The New Room')
  return closet
}

test('a closet’s new name waits until an admin approves it', async () => {
  const closet = await made.closet({ full_name: 'The Old Room' })
  const saved = await changeProfile(db, closet, { fullName: 'The New Room', phone: '1' }, now)
  expect(saved).toEqual(done('to-review'))
  expect(await readProfile(db, closet)).toMatchObject({ fullName: 'The Old Room', phone: '1' })
  expect(await ownData(db, closet, now)).toMatchObject({
    profile: { requested_name: 'The New Room', name_requested_at: now },
  })
  expect(await approveName(db, admin, seen(closet, 'The New Room'), now)).toEqual(done(null))
  expect(await namesOf(closet)).toEqual(['The New Room', null])
  expect(await logged(closet)).toEqual([
    {
      actor_id: closet.id,
      action: 'request name',
      after: { full_name: 'The Old Room', requested_name: 'The New Room' },
    },
    {
      actor_id: admin.id,
      action: 'approve name',
      after: { full_name: 'The New Room', requested_name: null },
    },
  ])
  const [mail, ...others] = await mailed(closet)
  expect(others).toEqual([])
  expect([mail?.template, mail?.subject]).toEqual(['name-approved', 'Approved: The New Room'])
})

test('a denied name is gone, and its closet learns the reason', async () => {
  const closet = await waitingCloset()
  const denied = { ...seen(closet, 'The New Room'), reason: 'It is another shop’s.' }
  expect(await denyName(db, admin, denied, now)).toEqual(done(null))
  expect(await namesOf(closet)).toEqual(['The Old Room', null])
  expect((await logged(closet)).at(-1)).toEqual({
    actor_id: admin.id,
    action: 'deny name',
    after: { full_name: 'The Old Room', requested_name: null, reason: denied.reason },
  })
  const [mail] = await mailed(closet)
  expect(mail).toMatchObject({ template: 'name-denied', subject: 'Not approved: The New Room' })
  expect(mail?.text_body).toContain('you are still shown as “The Old Room”')
  expect(mail?.text_body).toContain('Reason: It is another shop’s.')
})

test('only one name waits: a later one replaces it, the same one changes nothing', async () => {
  const closet = await waitingCloset()
  expect(await rename(closet, 'The New Room')).toEqual(done('saved'))
  expect(await rename(closet, 'the new room')).toEqual(done('to-review'))
  expect(await namesOf(closet)).toEqual(['The Old Room', 'the new room'])
  expect(await logged(closet)).toHaveLength(2)
  const outdated = await approveName(db, admin, seen(closet, 'The New Room'), now)
  expect(outdated).toEqual(refused({ reason: 'edit-conflict' }))
})

test('a closet withdraws its new name, also by entering the one that it has', async () => {
  const closet = await waitingCloset()
  expect(await withdrawName(db, closet, now)).toBe(true)
  expect(await withdrawName(db, closet, now)).toBe(false)
  await rename(closet, 'The New Room')
  expect(await rename(closet, 'The Old Room')).toEqual(done('saved'))
  expect(await namesOf(closet)).toEqual(['The Old Room', null])
  expect((await logged(closet)).map(({ action }) => action)).toEqual([
    'request name',
    'withdraw name',
    'request name',
    'withdraw name',
  ])
  expect(await approveName(db, admin, seen(closet, 'The New Room'), now)).toEqual(
    refused({ reason: 'name-not-waiting' }),
  )
})

test('of two admins who decide at once, the second is told', async () => {
  const closet = await waitingCloset()
  const other = await made.admin()
  const outcomes = await Promise.all([
    approveName(db, admin, seen(closet, 'The New Room'), now),
    denyName(db, other, { ...seen(closet, 'The New Room'), reason: 'No.' }, now),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual(refused({ reason: 'name-not-waiting' }))
  expect(await mailed(closet)).toHaveLength(1)
})

test('a name that is reserved by now is not approved, only denied', async () => {
  const closet = await made.closet({ requested_name: 'Hemline Support', name_requested_at: now })
  expect(await approveName(db, admin, seen(closet, 'Hemline Support'), now)).toEqual(
    refused({ reason: 'name-reserved' }),
  )
  const denied = { ...seen(closet, 'Hemline Support'), reason: 'It is ours.' }
  expect(await denyName(db, admin, denied, now)).toEqual(done(null))
})

test('shoppers and admins get a new name at once', async () => {
  for (const person of [await made.shopper(), admin, await made.person()]) {
    expect(await rename(person, 'Nora New')).toEqual(done('saved'))
    expect(await namesOf(person)).toEqual(['Nora New', null])
    expect(await logged(person)).toEqual([])
  }
})

test('a session that is older than the account type does not avoid the review', async () => {
  const closet = await made.closet({ full_name: 'The Old Room' })
  const before = { ...closet, accountType: 'regular', businessStatus: null } as const
  expect(await rename(before, 'The New Room')).toEqual(done('to-review'))
  expect((await namesOf(closet))[0]).toBe('The Old Room')
})

test('an account that is no closet any more requests no name', async () => {
  const [demoted, promoted, closed] = [
    await waitingCloset(),
    await waitingCloset(),
    await waitingCloset(),
  ]
  const change = { from: 'business', origin } as const
  await changeAccountType(db, admin, { ...change, personId: demoted.id, to: 'regular' }, now)
  await changeAccountType(db, admin, { ...change, personId: promoted.id, to: 'admin' }, now)
  await inTransaction(db, (tx) => anonymizeProfile(tx, closed.id, now))
  expect(await namesOf(demoted)).toEqual(['The Old Room', null])
  expect(await namesOf(promoted)).toEqual(['The Old Room', null])
  expect(await namesOf(closed)).toEqual(['Former member', null])
})

test.for([
  ['a name of somebody who is no closet', 'only_closets_request_names', 'regular', 'A'],
  ['an empty name', 'requested_name_is_short', 'business', ''],
  ['a long name', 'requested_name_is_short', 'business', 'x'.repeat(121)],
  ['the name that it has', 'requested_name_is_another', 'business', 'The Old Room'],
] as const)('the database refuses %s', async ([, constraint, account_type, requested_name]) => {
  const row = { full_name: 'The Old Room', account_type, business_status: 'approved' } as const
  const stored = made.person({ ...row, requested_name, name_requested_at: now })
  await expect(stored).rejects.toMatchObject({ constraint })
})

test('the database refuses a requested name without its time', async () => {
  await expect(made.closet({ requested_name: 'A' })).rejects.toMatchObject({
    constraint: 'requested_name_has_its_time',
  })
})

test('the database refuses a name of a closet that was not requested', async () => {
  const closet = await waitingCloset()
  const renaming = updateRows(db, 'user_profiles', closet.id, { full_name: 'Another Room' })
  await expect(renaming).rejects.toMatchObject({ constraint: 'closets_are_renamed_after_review' })
})
