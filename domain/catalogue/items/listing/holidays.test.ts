import { expect, test } from 'vitest'
import type { HolidayId, ItemId } from '#db/ids.ts'
import { findPublicCloset } from '#domain/accounts/closets/public-closet.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { findItem } from '#domain/catalogue/items/item-queries.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { blockDates, freeDates } from './blocked-dates.ts'
import { addHoliday, holidaysOf, MAX_HOLIDAYS, removeHoliday } from './holidays.ts'
import { listItem } from './listing.ts'
import { findOwnItem } from './own-items.ts'

const { db, made: things } = await testDatabase()
const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)
const [start, end] = [addDays(today, 10), addDays(today, 12)]

/** Days on which the item cannot be rented, as its page shows them. */
const blockedDays = async (closet: ClosetOwner, itemId: ItemId) =>
  (await findItem(db, closet, itemId, today))?.blockedDates

const blockedAlone = async (itemId: ItemId) =>
  (
    await readRows(db, 'rental_availability', 'blocked_date', { item_id: itemId }, 'blocked_date')
  ).map(({ blocked_date }) => blocked_date)

async function mustAdd(closet: ClosetOwner): Promise<HolidayId> {
  const added = await addHoliday(db, closet, { start, end }, now, today)
  if (!added.ok) throw new Error(added.problem.reason)
  return added.value.holidayId
}

/** Adds it as a closet does that was told which rentals are on its days. */
async function confirmAndAdd(closet: ClosetOwner) {
  const refusal = await addHoliday(db, closet, { start, end }, now, today)
  if (refusal.ok || refusal.problem.reason !== 'has-rentals') throw new Error('no question')
  const days = { start, end, confirmed: refusal.problem.seen }
  expect(await addHoliday(db, closet, days, now, today)).toMatchObject({ ok: true })
}

test('a holiday blocks its days for all items, including items added later, until it is removed', async () => {
  const closet = await things.closet()
  const first = await things.item({ closet })
  const other = await things.item()
  const holiday = await mustAdd(closet)
  const days = [start, addDays(start, 1), end]
  expect(await blockedDays(closet, first.id)).toEqual(days)
  expect(await blockedDays(closet, other.id)).toEqual([])
  // A holiday writes no rows for the items.
  expect(await blockedAlone(first.id)).toEqual([])
  const image = await things.image({ owner_id: closet.id, attached_at: null })
  const details = {
    title: 'Later',
    description: '',
    size: 'M',
    style: 'Formal',
    eventType: 'Party',
    creditsPerWeek: 7,
    imageId: image.id,
  }
  const later = await listItem(db, closet, details, now)
  if (!later.ok) throw new Error(later.problem.reason)
  expect(await blockedDays(closet, later.value.itemId)).toEqual(days)
  const another = await things.closet()
  expect((await removeHoliday(db, another, holiday, now)).ok).toBe(false)
  await removeHoliday(db, closet, holiday, now)
  for (const { id } of [first, { id: later.value.itemId }])
    expect(await blockedDays(closet, id)).toEqual([])
})

test('days blocked for one item stay blocked after the holiday is removed', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet })
  await blockDates(db, closet, { itemId: item.id, start: end, end }, now, today)
  const holiday = await mustAdd(closet)
  expect(await blockedDays(closet, item.id)).toHaveLength(3)
  await blockDates(db, closet, { itemId: item.id, start, end: start }, now, today)
  await removeHoliday(db, closet, holiday, now)
  expect(await blockedDays(closet, item.id)).toEqual([start, end])
})

test('a holiday cannot be unblocked for one item, and its days are listed apart from blocked days', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet })
  await things.holiday(closet, addDays(today, -3), today)
  const days = { itemId: item.id, start: addDays(start, -1), end: start }
  await blockDates(db, closet, days, now, today)
  await mustAdd(closet)
  const shown = async () => {
    const own = await findOwnItem(db, closet, item.id, today)
    return [own?.blockedDates, own?.holidayDates]
  }
  const holidayDates = [today, start, addDays(start, 1), end]
  expect(await shown()).toEqual([[days.start, start], holidayDates])
  await freeDates(db, closet, { ...days, end }, now)
  expect(await shown()).toEqual([[], holidayDates])
  expect(await blockedDays(closet, item.id)).toEqual(holidayDates)
})

test('rentals on days of a new holiday stay and are listed', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet, title: 'Coral gown' })
  const rental = await things.rental({ item, start: addDays(today, 5), status: 'confirmed' })
  await things.rental({ item: await things.item({ closet }), start: today, status: 'completed' })
  await confirmAndAdd(closet)
  expect(await holidaysOf(db, closet, today)).toMatchObject([
    { start, end, rentedTotal: 1, rented: [{ rentalId: rental.id, title: 'Coral gown' }] },
  ])
})

test('a holiday on days of rentals is added once the closet has confirmed exactly these', async () => {
  const closet = await things.closet()
  const rented = async (days: number, status: 'pending' | 'confirmed' | 'completed') => {
    const item = await things.item({ closet, title: `Gown ${days}` })
    return await things.rental({ item, start: addDays(today, days), status })
  }
  // Each rental is for a week: these two end and begin on other days.
  await rented(3, 'confirmed')
  await rented(13, 'confirmed')
  await rented(9, 'completed')
  await things.rental({ start })
  const add = (confirmed: string | null) =>
    addHoliday(db, closet, { start, end, confirmed }, now, today)
  const first = await rented(6, 'confirmed')
  const unconfirmed = await add(null)
  expect(unconfirmed).toMatchObject({
    problem: {
      reason: 'has-rentals',
      rentals: { rented: [{ rentalId: first.id, title: 'Gown 6' }], rentedTotal: 1 },
    },
  })
  const seenIn = (outcome: Awaited<ReturnType<typeof add>>) =>
    !outcome.ok && outcome.problem.reason === 'has-rentals' ? outcome.problem.seen : null
  const second = await rented(12, 'pending')
  const again = await add(seenIn(unconfirmed))
  expect(again).toMatchObject({ problem: { reason: 'has-rentals', rentals: { rentedTotal: 2 } } })
  const on = { rentalId: second.id, origin: 'https://shop.example', today }
  expect(await cancelRental(db, closet, on, now)).toMatchObject({ ok: true })
  expect(await add(seenIn(again))).toMatchObject({ problem: { reason: 'has-rentals' } })
  expect(await holidaysOf(db, closet, today)).toEqual([])
  expect(await add(seenIn(unconfirmed))).toMatchObject({ ok: true })
  expect(await holidaysOf(db, closet, today)).toMatchObject([{ start, end, rentedTotal: 1 }])
})

test('the next holidays of a closet are shown with its items, each with its note', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet })
  const add = async (from: number, note: string) => {
    const days = { start: addDays(today, from), end: addDays(today, from + 1), note }
    expect(await addHoliday(db, closet, days, now, today)).toMatchObject({ ok: true })
    return { start: days.start, end: days.end, note }
  }
  await things.holiday(closet, addDays(today, -5), addDays(today, -1))
  const [third, first, second] = [await add(50, ''), await add(0, 'At the lake'), await add(9, '')]
  await add(90, 'Not soon')
  const timeOff = [first, second, third]
  expect((await findItem(db, null, item.id, today))?.lister.timeOff).toEqual(timeOff)
  expect((await findItem(db, closet, item.id, today))?.lister.timeOff).toEqual(timeOff)
  expect((await findPublicCloset(db, closet.id, today))?.timeOff).toEqual(timeOff)
  const other = await things.item()
  expect((await findItem(db, null, other.id, today))?.lister.timeOff).toEqual([])
})

test('with many rentals, a holiday lists those that end next', async () => {
  const closet = await things.closet()
  // Each rental is for a week.
  for (const day of [7, 5, 6]) {
    const item = await things.item({ closet })
    await things.rental({ item, start: addDays(today, day), status: 'confirmed' })
  }
  await confirmAndAdd(closet)
  const listed = async (max: number) => {
    const [holiday] = await holidaysOf(db, closet, today, max)
    return [holiday?.rented.map((rental) => rental.end), holiday?.rentedTotal, holiday?.isPartial]
  }
  const days = [11, 12, 13].map((day) => addDays(today, day))
  expect(await listed(3)).toEqual([days, 3, false])
  expect(await listed(1)).toEqual([days.slice(0, 2), 2, true])
})

test('a closet sees all of its holidays, and can plan up to a hundred besides past ones', async () => {
  const closet = await things.closet()
  const dayAfter = (days: number) => addDays(today, days)
  await things.holiday(closet, dayAfter(-3), dayAfter(-2))
  for (let n = 1; n < MAX_HOLIDAYS; n++)
    await things.holiday(closet, dayAfter(2 * n), dayAfter(2 * n))
  const add = (days: number) => {
    const dates = { start: dayAfter(days), end: dayAfter(days) }
    return addHoliday(db, closet, dates, now, today)
  }
  expect(await add(300)).toMatchObject({ ok: true })
  expect(await add(302)).toEqual({ ok: false, problem: { reason: 'too-many' } })
  // As two at the same time can add it.
  await things.holiday(closet, dayAfter(304), dayAfter(304))
  expect(await holidaysOf(db, closet, today)).toHaveLength(MAX_HOLIDAYS + 1)
})

test('a holiday in the past, reversed, too far ahead, too long or overlapping another one is refused', async () => {
  const closet = await things.closet()
  const reason = async (from: number, to: number) => {
    const dates = { start: addDays(today, from), end: addDays(today, to) }
    const outcome = await addHoliday(db, closet, dates, now, today)
    return outcome.ok ? 'added' : outcome.problem.reason
  }
  expect(await reason(-1, 3)).toBe('dates-past')
  expect(await reason(4, 3)).toBe('dates-invalid')
  expect(await reason(400, 450)).toBe('dates-too-far')
  expect(await reason(440, 449)).toBe('added')
  expect(await reason(1, 121)).toBe('too-long')
  expect(await reason(1, 5)).toBe('added')
  expect(await reason(5, 8)).toBe('overlaps')
  expect(await reason(6, 8)).toBe('added')
  expect((await removeHoliday(db, closet, newId(), now)).ok).toBe(false)
})
