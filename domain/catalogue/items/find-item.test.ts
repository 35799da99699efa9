import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { findItem } from './item-queries.ts'

const { db, made: things } = await testDatabase()

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const today = day('2026-11-20')

test('an item comes with its lister, place, brand and likes, and without an email address', async () => {
  const closet = await things.closet({
    full_name: 'Ada Thorne',
    phone: '555 0100',
    instagram_handle: 'adas.rail',
    city: 'Austin',
    state: 'TX',
  })
  const brand = await things.brand({ name: 'Maison Test', deal_details: '10% off' })
  const image = await things.image()
  const { id } = await things.item({
    closet,
    brand_id: brand.id,
    image_id: image.id,
    creditsPerDay: 3,
  })
  const viewer = await things.shopper()
  await insertRows(db, 'likes', { user_id: viewer.id, item_id: id, created_at: new Date() })

  const item = await findItem(db, viewer, id, today)
  expect(item).toMatchObject({
    status: 'free',
    isOwn: false,
    creditsPerWeek: 21,
    location: 'Austin, TX',
    lister: { fullName: 'Ada Thorne', phone: '555 0100', instagramHandle: 'adas.rail' },
    brand: { name: 'Maison Test', dealDetails: '10% off' },
    image: { url: `/images/${image.id}`, width: 600, height: 1200 },
    likes: 1,
    liked: true,
  })
  expect(JSON.stringify(item)).not.toContain(closet.email)
  expect(await findItem(db, null, id, today)).toMatchObject({ likes: 1, liked: false })
})

test('an item shows how far its closet delivers, and the days within its notice period are blocked', async () => {
  const closet = await things.closet({ driving_distance: '15 miles', notice_days: 2 })
  const { id } = await things.item({ closet })
  expect(await findItem(db, null, id, today)).toMatchObject({
    lister: { drivingDistance: '15 miles', noticeDays: 2 },
    blockedDates: ['2026-11-20', '2026-11-21'],
  })
})

test('blocked days are those of the closet and of the live rental, from today on, each once', async () => {
  const item = await things.item()
  await things.rental({ item, start: '2026-11-18', days: 7, createdAt: new Date('2026-11-17') })
  await insertRows(
    db,
    'rental_availability',
    ['2026-11-19', '2026-11-24', '2026-12-24', '2026-12-25'].map((blocked_date) => ({
      item_id: item.id,
      blocked_date,
    })),
  )
  const found = await findItem(db, null, item.id, today)
  expect(found?.status).toBe('rented')
  expect(found?.blockedDates).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-12-24',
    '2026-12-25',
  ])
})

test('a completed or canceled rental blocks no days', async () => {
  const item = await things.item()
  await things.rental({ item, start: '2026-11-18', status: 'completed' })
  await things.rental({ item, start: '2026-11-18', status: 'cancelled' })
  const found = await findItem(db, null, item.id, today)
  expect([found?.status, found?.blockedDates]).toEqual(['free', []])
})

test.for([
  ['pending', { approval_status: 'pending' }],
  ['denied', { approval_status: 'denied' }],
  ['retired', { deleted_at: new Date() }],
] as const)('a %s item exists only for its lister and for admins', async ([status, row]) => {
  const closet = await things.closet()
  const { id } = await things.item({ closet, ...row })
  expect(await findItem(db, null, id, today)).toBeNull()
  expect(await findItem(db, await things.shopper(), id, today)).toBeNull()
  expect(await findItem(db, await things.closet(), id, today)).toBeNull()
  expect(await findItem(db, closet, id, today)).toMatchObject({ status, isOwn: true })
  expect(await findItem(db, await things.admin(), id, today)).toMatchObject({ status })
})

test('a paused item is shown as paused; an item of a blocked closet is shown only to admins', async () => {
  const paused = await things.item({ paused: true })
  expect((await findItem(db, null, paused.id, today))?.status).toBe('paused')
  const blocked = await things.person({ account_type: 'regular', business_status: 'blocked' })
  const { id } = await things.item({ closet: blocked })
  expect(await findItem(db, null, id, today)).toBeNull()
  expect((await findItem(db, await things.admin(), id, today))?.status).toBe('paused')
})

test('an unknown id is not found; a lister without a city has no location; a hidden brand is not named', async () => {
  expect(await findItem(db, null, newId(), today)).toBeNull()
  const brand = await things.brand({ is_active: false })
  const closet = await things.closet({ city: ' ', state: null })
  const { id } = await things.item({ closet, brand_id: brand.id })
  expect(await findItem(db, null, id, today)).toMatchObject({
    location: 'Location not specified',
    brand: null,
    image: null,
  })
})

test('an item with advance booking shows from when it is free again while it is out', async () => {
  const outOf = async (id: ItemId) => (await findItem(db, null, id, today))?.out
  const closet = await things.closet({ notice_days: 1 })
  const item = await things.item({ closet, advance_booking: true, turnaround_days: 1 })
  await things.rental({ item, start: '2026-11-28', days: 3 })
  expect(await outOf(item.id)).toBeNull()
  await things.rental({ item, start: '2026-11-16', days: 7, status: 'delivered' })
  // It is back on Nov 22 and ready on Nov 24; a day before Nov 27 would end in time.
  expect(await outOf(item.id)).toEqual({ dueOn: '2026-11-22', freeFrom: '2026-11-24' })
  const days = ['2026-11-24', '2026-11-25', '2026-11-26']
  await insertRows(
    db,
    'rental_availability',
    days.map((blocked_date) => ({ item_id: item.id, blocked_date })),
  )
  expect(await outOf(item.id)).toEqual({ dueOn: '2026-11-22', freeFrom: '2026-12-02' })
  const single = await things.item()
  await things.rental({ item: single, start: '2026-11-16', status: 'delivered' })
  expect(await outOf(single.id)).toBeNull()
})
