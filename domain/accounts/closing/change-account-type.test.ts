import { expect, test } from 'vitest'
import type { AccountType } from '#db/enums.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { changeAccountType } from './change-account-type.ts'

const now = new Date('2026-11-20T12:00:00Z')
const origin = 'https://hemline.test'

async function setUp() {
  const { db, made: things } = await testDatabase()
  const admin = await things.admin()
  const change = (person: Person, to: AccountType, by = admin) =>
    changeAccountType(db, by, { personId: person.id, from: person.accountType, to, origin }, now)
  const account = (person: Person) =>
    readRow(db, 'user_profiles', ['account_type', 'business_status'], person.id)
  const apply = async (person: Person) => {
    const photo = await things.image({ use: 'outfit' })
    await insertRows(db, 'business_applications', {
      ...{ id: newId(), user_id: person.id, full_name: 'A', city: 'Austin', state: 'TX' },
      ...{ instagram: 'a', outfit_images: [photo.id], driving_distance: '5 miles' },
      ...{ meeting_flexibility: 'Any', contact_phone: '1', applied_at: now },
    })
  }
  return { db, make: things, admin, change, account, apply }
}

test('changing an account to business approves its pending application and sends an email', async () => {
  const { db, make, change, account, admin, apply } = await setUp()
  const person = await make.person({ business_status: 'pending' })
  await apply(person)
  expect(await change(person, 'business')).toEqual({ ok: true, value: null })
  expect(await account(person)).toEqual({ account_type: 'business', business_status: 'approved' })
  expect(
    await db.selectFrom('business_applications').select(['status', 'reviewed_by']).execute(),
  ).toEqual([{ status: 'approved', reviewed_by: admin.id }])
  expect(await db.selectFrom('mail_outbox').select(['to_address', 'template']).execute()).toEqual([
    { to_address: person.email, template: 'account-changed' },
  ])
  expect(
    await db.selectFrom('audit_log').select(['action', 'noun_id', 'before']).execute(),
  ).toEqual([
    {
      action: 'change account type',
      noun_id: person.id,
      before: {
        full_name: person.fullName,
        account_type: 'regular',
        business_status: 'pending',
      },
    },
  ])
})

test('business to regular blocks and hides the items; live rentals stay', async () => {
  const { db, make, change, account } = await setUp()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const rented = await make.item({ closet })
  const rental = await make.rental({ item: rented })
  await change(closet, 'regular')
  expect(await account(closet)).toEqual({ account_type: 'regular', business_status: 'blocked' })
  const items = await db.selectFrom('clothing_items').select(['id', 'is_public']).execute()
  expect(items.filter(({ is_public }) => is_public)).toEqual([])
  expect(items.map(({ id }) => id).sort()).toEqual([item.id, rented.id].sort())
  const live = await db.selectFrom('rentals').select(['id', 'status', 'owner_id']).execute()
  expect(live).toEqual([{ id: rental.id, status: 'pending', owner_id: closet.id }])
})

test('a change back to business shows everything again', async () => {
  const { db, make, change, account } = await setUp()
  const closet = await make.closet()
  const [shown, item] = [await make.item({ closet }), await make.item({ closet })]
  for (const wanted of [item, await make.item()]) {
    await make.rental({ item: wanted, start: '2026-12-05', createdAt: now })
    await make.entry({ item: wanted, start: '2026-12-05', end: '2026-12-06' })
  }
  const due = async () =>
    (await db.selectFrom('waitlist_entries').select('due_since').orderBy('id').execute()).map(
      ({ due_since }) => due_since,
    )
  await change(closet, 'regular')
  expect(await due()).toEqual([null, null])
  await change({ ...closet, accountType: 'regular' }, 'business')
  expect(await due()).toEqual([now, null])
  expect(await account(closet)).toEqual({ account_type: 'business', business_status: 'approved' })
  const items = db.selectFrom('clothing_items').select('is_public')
  expect(await items.where('id', '=', shown.id).execute()).toEqual([{ is_public: true }])
})

test('a change to admin changes nothing else, and a change to the same type changes nothing', async () => {
  const { db, make, change, account, apply } = await setUp()
  const closet = await make.closet()
  const item = await make.item({ closet })
  expect(await change(closet, 'business')).toEqual({ ok: true, value: null })
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  await apply(closet)
  await change(closet, 'admin')
  const application = await db.selectFrom('business_applications').select('status').execute()
  expect(application).toEqual([{ status: 'pending' }])
  expect(await account(closet)).toEqual({ account_type: 'admin', business_status: 'approved' })
  expect(
    await db.selectFrom('clothing_items').select(['id', 'business_id', 'is_public']).execute(),
  ).toEqual([{ id: item.id, business_id: closet.id, is_public: true }])
})

test("a demoted admin's listings and their live rentals pass to the acting admin", async () => {
  const { db, make, change, account } = await setUp()
  // The acting admin is not the first of the others.
  const admin = await make.admin()
  const other = await make.admin()
  const listing = await make.item({ closet: other })
  await make.rental({ item: listing })
  const past = await make.rental({ item: await make.item({ closet: other }), status: 'completed' })
  await change(other, 'regular', admin)
  expect(await account(other)).toEqual({ account_type: 'regular', business_status: null })
  const owners = await db.selectFrom('clothing_items').select('business_id').distinct().execute()
  expect(owners).toEqual([{ business_id: admin.id }])
  const rentals = await db.selectFrom('rentals').select(['id', 'owner_id']).execute()
  expect(rentals.map(({ id, owner_id }) => [id === past.id, owner_id]).sort()).toEqual([
    [false, admin.id],
    [true, other.id],
  ])
})

test("a demoted admin's listings never pass to an admin who rents one of them", async () => {
  const { db, make, admin, change, account } = await setUp()
  const other = await make.admin()
  const third = await make.admin()
  const rented = await make.rental({ item: await make.item({ closet: other }), renter: admin })
  expect(await change(other, 'regular', admin)).toEqual({ ok: true, value: null })
  const owner = await readRow(db, 'rentals', 'owner_id', rented.id)
  expect(owner.owner_id).toBe(third.id)
  expect(await change(third, 'regular', admin)).toEqual({
    ok: false,
    problem: { reason: 'admins-rent-items' },
  })
  expect(await account(third)).toMatchObject({ account_type: 'admin' })
  await cancelRental(db, third, { rentalId: rented.id, origin }, now)
  expect(await change(third, 'regular', admin)).toEqual({ ok: true, value: null })
})

test('demoting an admin makes the waitlist entries for their holidays due', async () => {
  const { db, make, change } = await setUp()
  const admin = await make.admin()
  const other = await make.admin()
  const item = await make.item({ closet: other })
  await make.holiday(other, '2026-12-01', '2026-12-10')
  await make.entry({ item, start: '2026-12-05', end: '2026-12-06' })
  await change(other, 'regular', admin)
  const due = await db.selectFrom('waitlist_entries').select('due_since').execute()
  expect(due).toEqual([{ due_since: now }])
})

test('the last admin cannot be demoted, not even by themselves', async () => {
  const { make, change, admin, account } = await setUp()
  await make.admin({ deleted_at: now })
  expect(await change(admin, 'regular')).toEqual({ ok: false, problem: { reason: 'last-admin' } })
  expect(await account(admin)).toMatchObject({ account_type: 'admin' })
})

test('an admin can demote themselves; their listings pass to the first other one', async () => {
  const { db, make, change, admin } = await setUp()
  const other = await make.admin()
  await make.admin()
  // Now a table scan returns this row after the admin who was made later.
  await db.updateTable('user_profiles').set({ city: 'X' }).where('id', '=', other.id).execute()
  await make.item({ closet: admin })
  expect(await change(admin, 'regular')).toMatchObject({ ok: true })
  const [item] = await db.selectFrom('clothing_items').select('business_id').execute()
  expect(item?.business_id).toBe(other.id)
})

test('when two admins demote each other at once, one admin remains', async () => {
  const { db, make, change, admin } = await setUp()
  const other = await make.admin()
  await Promise.all([change(other, 'regular', admin), change(admin, 'regular', other)])
  const admins = await readRows(db, 'user_profiles', 'id', { account_type: 'admin' })
  expect(admins).toHaveLength(1)
})

test('a blocked account becomes neither an admin nor a business account', async () => {
  const { make, change, account } = await setUp()
  const blocked = { blocked_at: now, blocked_reason: 'Fraud', business_status: 'pending' } as const
  const person = await make.person(blocked)
  for (const to of ['admin', 'business'] as const)
    expect(await change(person, to)).toEqual({ ok: false, problem: { reason: 'account-blocked' } })
  expect(await account(person)).toEqual({ account_type: 'regular', business_status: 'pending' })
  await expect(make.admin({ blocked_at: now, blocked_reason: 'Fraud' })).rejects.toThrow(
    'only_customers_are_blocked',
  )
})

test('an account changed since it was loaded, or deleted, is not changed', async () => {
  const { db, make, change } = await setUp()
  const person = await make.person()
  await change(person, 'business')
  expect(await change(person, 'admin')).toEqual({
    ok: false,
    problem: { reason: 'edit-conflict', accountType: 'business' },
  })
  const gone = await make.person({ deleted_at: now })
  expect(await change(gone, 'admin')).toEqual({
    ok: false,
    problem: { reason: 'person-not-found' },
  })
  expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(1)
})
