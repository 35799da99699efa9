import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { type Lending, newestLending } from './lending.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const ahead = (turnaroundDays = 0) => ({ advanceBooking: true, turnaroundDays })
const oneAtATime = { advanceBooking: false, turnaroundDays: 0 }

const setLending = (lister: ClosetOwner, id: ItemId, lending: Lending) =>
  changeMany(db, lister, { ids: [id] }, { kind: 'lending', ...lending }, now)

const rowOf = (id: ItemId) =>
  readRow(db, 'clothing_items', ['advance_booking', 'turnaround_days', 'available'], id)

test('a rented item is available once it gets advance booking, and not once that is switched off', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const rental = await made.rental({ item, start: '2026-12-10' })
  const set = async (lending: typeof oneAtATime) => {
    expect(await setLending(closet, item.id, lending)).toEqual({
      ok: true,
      value: { changed: 1, hasMore: false },
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
  const period = await readRow(db, 'booked_periods', 'period', { rental_id: rental.id })
  expect(period.period).toBe('[2026-12-10,2026-12-17)')
})

test('a new turnaround is logged once, and does not change the days of existing rentals', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, ...{ advance_booking: true, turnaround_days: 1 } })
  const rental = await made.rental({ item, start: '2026-12-10', days: 3 })
  for (const _ of [1, 2]) await setLending(closet, item.id, ahead(5))
  const { period } = await readRow(db, 'booked_periods', 'period', { rental_id: rental.id })
  expect(period).toBe('[2026-12-10,2026-12-14)')
  const lines = await readRows(db, 'audit_log', ['action', 'after'], { noun_id: item.id })
  expect(lines).toEqual([
    { action: 'set lending', after: { advance_booking: true, turnaround_days: 5 } },
  ])
})

test('the items of another closet stay as they are', async () => {
  const item = await made.item()
  const nothing = { ok: true, value: { changed: 0, hasMore: false } }
  expect(await setLending(await made.closet(), item.id, ahead())).toEqual(nothing)
  expect(await rowOf(item.id)).toMatchObject({ advance_booking: false })
})

test.for([-1, 15])('the database refuses %d days between rentals', async (days) => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  await expect(setLending(closet, item.id, ahead(days))).rejects.toThrow(
    'turnaround_is_0_to_14_days',
  )
})

test('the form of a new item starts with the lending of the newest one that is not deleted', async () => {
  const closet = await made.closet()
  expect(await newestLending(db, closet)).toBeNull()
  const of = (day: number) => ({ closet, created_at: new Date(Date.UTC(2026, 0, day)) })
  await made.item({ ...of(2), advance_booking: true, turnaround_days: 3 })
  await made.item({ ...of(3), turnaround_days: 4, deleted_at: now })
  await made.item({ ...of(1), turnaround_days: 1 })
  expect(await newestLending(db, closet)).toEqual(ahead(3))
})
