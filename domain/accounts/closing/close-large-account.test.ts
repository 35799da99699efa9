import { expect, test } from 'vitest'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { addManyItems, allItems, itemStates, nextItems } from '#test/make/many-items.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { open, origin } from '#test/worlds/leaving-shop.ts'
import { changeAccountType } from './change-account-type.ts'

// When an account with many items is closed, its items are retired in batches.

const approved = { account_type: 'business', business_status: 'approved' } as const

async function setUp(account: typeof approved | { readonly account_type: 'admin' } = approved) {
  const world = await open({ withoutTimeLimits: true })
  const { db, clock, made, signedUp, leave } = world
  const lister = await signedUp()
  await db.updateTable('user_profiles').set(account).where('id', '=', lister.id).execute()
  const items = [
    await made.item({ business_id: lister.id }),
    await made.item({ business_id: lister.id }),
  ] as const
  await addManyItems(world, lister)
  const today = calendarDateIn('America/New_York', clock.now())
  const renter = await made.readyShopper()
  const dates = { start: addDays(today, 1), end: addDays(today, 7) }
  const request = { itemId: items[0].id, ...dates, requestKey: newId(), origin }
  const rents = () => requestRental(db, renter, request, clock.now(), today, 'UTC')
  return { ...world, lister, items, renter, dates, rents, leaves: () => leave(lister) }
}

test('each item is retired once, and a shopper waiting for it gets one email', async () => {
  const { db, pool, clock, made, lister, items, dates, rents, leaves } = await setUp()
  const entries = [
    await made.entry({ item: items[0], ...dates }),
    await made.offer({ item: items[1], ...dates }),
  ]
  await updateRows(db, 'waitlist_entries', { status: 'waiting' }, { due_since: clock.now() })
  expect(await leaves()).toEqual({ ok: true, value: null })
  const unchanged = { deleted_at: null, is_public: true, location: null }
  expect(await itemStates(db, ...items)).toMatchObject([unchanged, unchanged])
  expect(await rents()).toEqual({ ok: false, problem: { reason: 'item-not-found' } })
  await nextItems(db, lister, 1, clock.now())
  const [first, second] = await itemStates(db, ...items)
  expect([first?.deleted_at, second?.deleted_at]).toEqual([clock.now(), null])
  for (let time = 0; time < 2; time++) await allItems(db, lister, clock.now())
  const gone = { deleted_at: clock.now(), is_public: false, location: null }
  expect(await itemStates(db, ...items)).toMatchObject([gone, gone])
  const mailed = (await queuedJobs(pool, 'tell-about-waitlist')).map(({ entryId, event }) => [
    entryId,
    event,
  ])
  expect(mailed.toSorted()).toEqual(entries.map((id) => [id, 'passed']).toSorted())
  const lines = db.selectFrom('audit_log').select('noun_id').where('action', '=', 'end waiting')
  expect((await lines.execute()).map(({ noun_id }) => noun_id).toSorted()).toEqual(
    items.map(({ id }) => id).toSorted(),
  )
  expect(await db.selectFrom('lister_changes').selectAll().execute()).toEqual([])
})

test('when closing an account is refused, no item is retired', async () => {
  const { db, made, items, leaves } = await setUp()
  await made.rental({ item: items[0] })
  expect(await leaves()).toEqual({ ok: false, problem: { reason: 'rental-open' } })
  expect(await db.selectFrom('lister_changes').selectAll().execute()).toEqual([])
  expect(await itemStates(db, items[1])).toMatchObject([{ is_public: true }])
})

test('listings that pass to an admin are not retired with the account of the former one', async () => {
  const { db, clock, made, lister, items, leaves } = await setUp({ account_type: 'admin' })
  const admin = await made.admin()
  const demotion = { personId: lister.id, from: 'admin', to: 'regular', origin } as const
  expect(await changeAccountType(db, admin, demotion, clock.now())).toMatchObject({ ok: true })
  // Leaves few enough items to retire without a job.
  await db.deleteFrom('clothing_items').where('title', '=', 'Old gown').execute()
  expect(await leaves()).toEqual({ ok: true, value: null })
  await allItems(db, lister, clock.now())
  const passed = { business_id: admin.id, deleted_at: null, is_public: true }
  expect(await itemStates(db, ...items)).toMatchObject([passed, passed])
})

test('an account is not closed while somebody rents one of its items', async () => {
  const world = await setUp()
  const { db, renter, rents, leaves } = world
  const wallet = ['select 1 from wallets where user_id = $1 for update', renter.id] as const
  const [rented, left] = await inTurn(world, wallet, [rents, leaves])
  expect(rented).toMatchObject({ ok: true })
  expect(left).toEqual({ ok: false, problem: { reason: 'rental-open' } })
  expect(await db.selectFrom('rentals').select('id').execute()).toHaveLength(1)
})

test('nobody rents an item whose account is being closed', async () => {
  const world = await setUp()
  const { db, clock, lister, rents, leaves } = world
  // The closing waits on this lock after its checks, before it removes the sign-in.
  const signIn = ['select 1 from auth_accounts where user_id = $1 for update', lister.id] as const
  const [left, rented] = await inTurn(world, signIn, [leaves, rents])
  expect(left).toEqual({ ok: true, value: null })
  expect(rented).toEqual({ ok: false, problem: { reason: 'item-not-found' } })
  expect(await db.selectFrom('rentals').select('id').execute()).toEqual([])
  await allItems(db, lister, clock.now())
})
