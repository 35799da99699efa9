import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { newestLending, setLending } from './lending.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const ahead = (turnaroundDays = 0) => ({ advanceBooking: true, turnaroundDays })
const oneAtATime = { advanceBooking: false, turnaroundDays: 0 }

const rowOf = (id: ItemId) =>
  db
    .selectFrom('clothing_items')
    .select(['advance_booking', 'turnaround_days', 'available'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an item that is rented can be booked ahead at once, and no longer until its rentals are over', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const rental = await made.rental({ item, start: '2026-12-10' })
  const set = async (lending: typeof oneAtATime) => {
    expect(await setLending(db, closet, { itemId: item.id, ...lending }, now)).toMatchObject({
      ok: true,
    })
    return await rowOf(item.id)
  }
  expect(await set(ahead(2))).toEqual({
    advance_booking: true,
    turnaround_days: 2,
    available: true,
  })
  expect(await set(oneAtATime)).toEqual({
    advance_booking: false,
    turnaround_days: 0,
    available: false,
  })
  const period = await db
    .selectFrom('booked_periods')
    .select('period')
    .where('rental_id', '=', rental.id)
    .executeTakeFirstOrThrow()
  expect(period.period).toBe('[2026-12-10,2026-12-17)')
})

test('a new turnaround is logged once, and holds no more days for rentals that exist', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, ...{ advance_booking: true, turnaround_days: 1 } })
  const rental = await made.rental({ item, start: '2026-12-10', days: 3 })
  for (const _ of [1, 2]) await setLending(db, closet, { itemId: item.id, ...ahead(5) }, now)
  const { period } = await db
    .selectFrom('booked_periods')
    .select('period')
    .where('rental_id', '=', rental.id)
    .executeTakeFirstOrThrow()
  expect(period).toBe('[2026-12-10,2026-12-14)')
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('noun_id', '=', item.id)
    .execute()
  expect(lines).toEqual([
    {
      action: 'set lending',
      before: { advance_booking: true, turnaround_days: 1 },
      after: { advance_booking: true, turnaround_days: 5 },
    },
  ])
})

test('the item of another closet is not found; admins share theirs', async () => {
  const item = await made.item()
  const lending = { itemId: item.id, ...ahead() }
  const notFound = { ok: false, problem: { reason: 'item-not-found' } }
  expect(await setLending(db, await made.closet(), lending, now)).toEqual(notFound)
  expect(await setLending(db, await made.admin(), lending, now)).toEqual(notFound)
  const listing = await made.item({ closet: await made.admin() })
  const own = { ...lending, itemId: listing.id }
  expect(await setLending(db, await made.admin(), own, now)).toMatchObject({ ok: true })
})

test.for([-1, 15, 1.5, Number.NaN])('%d days between rentals are refused', async (days) => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  expect(await setLending(db, closet, { itemId: item.id, ...ahead(days) }, now)).toEqual({
    ok: false,
    problem: { reason: 'turnaround-invalid' },
  })
})

test('the next item begins like the newest one that is not deleted', async () => {
  const closet = await made.closet()
  expect(await newestLending(db, closet)).toBeNull()
  const of = (day: number) => ({ closet, created_at: new Date(Date.UTC(2026, 0, day)) })
  await made.item({ ...of(2), advance_booking: true, turnaround_days: 3 })
  await made.item({ ...of(3), turnaround_days: 4, deleted_at: now })
  await made.item({ ...of(1), turnaround_days: 1 })
  expect(await newestLending(db, closet)).toEqual(ahead(3))
})
