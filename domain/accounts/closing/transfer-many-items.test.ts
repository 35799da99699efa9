import { expect, test } from 'vitest'
import type { AccountType } from '#db/enums.ts'
import { retireItem } from '#domain/catalogue/items/listing/listing.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { addManyItems, allItems, itemStates, nextItems } from '#test/make/many-items.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { now, origin, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { changeAccountType } from './change-account-type.ts'

// When an admin with many listings is demoted, the listings are transferred in batches.

async function setUp() {
  const database = await testDatabase()
  const { db } = database
  const world = waitlistWorld(db)
  const { made } = world
  const admin = await made.admin()
  const former = await made.admin()
  const items = [await made.item({ closet: former }), await made.item({ closet: former })] as const
  await addManyItems(database, former)
  const change = (person: Admin, from: AccountType, to: AccountType, by = admin) =>
    changeAccountType(db, by, { personId: person.id, from, to, origin }, now)
  const owners = async () => (await itemStates(db, ...items)).map((item) => item?.business_id)
  return { ...world, db, admin, former, items, change, owners }
}

test('listings pass with their rentals and conversations, and cannot be rented before that', async () => {
  const { db, made, admin, former, items, change, owners, rent } = await setUp()
  const [first, second] = items
  await made.rental({ item: first })
  const { id } = await made.rental({ item: await made.item({ closet: former }) })
  await made.conversation({ item: first, closet: former })
  await made.conversation({ item: second, closet: former })
  const retired = await made.item({ closet: former })
  await made.conversation({ item: retired, closet: former })
  await retireItem(db, former, retired.id, now)
  const entry = await made.entry({ item: first, start: '2026-12-05', end: '2026-12-06' })
  expect(await change(former, 'admin', 'regular')).toMatchObject({ ok: true })
  expect(await owners()).toEqual([former.id, former.id])
  expect(await rent(await made.readyShopper(), second.id)).toMatchObject({
    problem: { reason: 'item-not-found' },
  })
  await nextItems(db, former, 1, now)
  expect(await owners()).toEqual([admin.id, former.id])
  const rentals = () =>
    db.selectFrom('rentals').select(['id', 'item_id', 'owner_id']).orderBy('id').execute()
  expect(await rentals()).toMatchObject([
    { item_id: first.id, owner_id: admin.id },
    { id, owner_id: former.id },
  ])
  const listers = async () => {
    const conversations = db.selectFrom('conversations').select('lister_id').orderBy('id')
    return (await conversations.execute()).map(({ lister_id }) => lister_id)
  }
  expect(await listers()).toEqual([admin.id, former.id, former.id])
  await allItems(db, former, now)
  expect(await owners()).toEqual([admin.id, admin.id])
  expect(await rentals()).toMatchObject([{ owner_id: admin.id }, { owner_id: admin.id }])
  expect(await listers()).toEqual([admin.id, admin.id, admin.id])
  const due = db.selectFrom('waitlist_entries').select('due_since').where('id', '=', entry)
  expect(await due.execute()).toEqual([{ due_since: now }])
  expect(await itemStates(db, ...items)).toMatchObject([{ deleted_at: null }, { is_public: true }])
})

test('items that a former admin lists as a closet stay theirs', async () => {
  const { db, made, admin, former, change, owners } = await setUp()
  await change(former, 'admin', 'business')
  const later = new Date(Date.now() + 60_000)
  const added = await made.item({ closet: former, created_at: later })
  await allItems(db, former, now)
  expect(await owners()).toEqual([admin.id, admin.id])
  expect(await itemStates(db, added)).toMatchObject([{ business_id: former.id, is_public: true }])
})

test('listings not yet transferred when their new lister is demoted pass to the next admin', async () => {
  const { db, made, admin, former, change, owners } = await setUp()
  await change(former, 'admin', 'regular')
  await nextItems(db, former, 1, now)
  const third = await made.admin()
  await change(admin, 'admin', 'regular', third)
  await allItems(db, former, now)
  expect(await owners()).toEqual([third.id, third.id])
})

test('listings not yet transferred stay with an admin who takes over from the new lister', async () => {
  const { db, admin, former, change, owners } = await setUp()
  await change(former, 'admin', 'regular')
  await change(former, 'regular', 'admin')
  await change(admin, 'admin', 'regular', former)
  await allItems(db, former, now)
  expect(await owners()).toEqual([former.id, former.id])
})
