import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ItemId, PersonId } from '#db/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { removePastPeriods, rentableOn, rentedDays } from './calendar.ts'

const { db, made } = await testDatabase()

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const today = day('2026-11-20')

const bookedAhead = (turnaround_days = 0) =>
  made.item({ advance_booking: true, turnaround_days, creditsPerDay: 0 })

async function isFree(
  itemId: ItemId,
  start: string,
  end: string,
  shopper: PersonId | null = null,
): Promise<[boolean, boolean]> {
  const range = { start: day(start), end: day(end) }
  const { inStatement, inDatabase } = await db
    .selectFrom('clothing_items as i')
    .select(rentableOn('i', range, today, shopper).as('inStatement'))
    .select(
      sql<boolean>`check_item_availability(i.id, ${start}::date, ${end}::date, ${today}::date,
        ${shopper}::uuid)`.as('inDatabase'),
    )
    .where('i.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return [inStatement, inDatabase]
}

test('an item that is booked ahead is free before a rental and after its turnaround', async () => {
  const item = await bookedAhead(2)
  await made.rental({ item, start: '2026-12-10', days: 7 })
  const free = async (start: string, end: string) => await isFree(item.id, start, end)
  expect(await free('2026-12-01', '2026-12-07')).toEqual([true, true])
  expect(await free('2026-12-01', '2026-12-08')).toEqual([false, false])
  expect(await free('2026-12-18', '2026-12-20')).toEqual([false, false])
  expect(await free('2026-12-19', '2026-12-20')).toEqual([true, true])
})

test('an item that is not booked ahead is free on no day while a rental is live', async () => {
  const item = await made.item()
  expect(await isFree(item.id, '2027-03-01', '2027-03-02')).toEqual([true, true])
  await made.rental({ item, start: '2026-12-10' })
  expect(await isFree(item.id, '2027-03-01', '2027-03-02')).toEqual([false, false])
})

test('a late item takes no rental that begins before it can be back and ready', async () => {
  const item = await bookedAhead(2)
  const start = addDays(today, -10)
  await made.rental({ item, start, days: 5, status: 'delivered' })
  // Three days and the turnaround from today on.
  expect(await isFree(item.id, '2026-11-25', '2026-11-26')).toEqual([false, false])
  expect(await isFree(item.id, '2026-11-26', '2026-11-26')).toEqual([true, true])
})

test('only an item that is still out after its last day is blocked for extra days', async () => {
  const daysOf = async (itemId: ItemId) => {
    const range = { from: today, to: addDays(today, 9), today }
    const row = await db
      .selectFrom('clothing_items as i')
      .select(sql<string[]>`array(${rentedDays('i', range)})`.as('days'))
      .where('i.id', '=', itemId)
      .executeTakeFirstOrThrow()
    return row.days.toSorted()
  }
  const daysFromToday = (count: number) =>
    Array.from({ length: count }, (_, n) => addDays(today, n) as string)
  const out = async (lastDay: number) => {
    const item = await bookedAhead(2)
    const rental = {
      item,
      start: addDays(today, lastDay - 4),
      days: 5,
      status: 'delivered',
    } as const
    return { item, rental: await made.rental(rental) }
  }
  const [late, due, back] = [await out(-6), await out(0), await out(-6)]
  await updateRows(db, 'rentals', back.rental.id, {
    return_status: 'returned',
    returned_at: new Date(),
    returned_on: today,
  })
  expect(await daysOf(late.item.id)).toEqual(daysFromToday(6))
  // Only its last day and its turnaround.
  expect(await daysOf(due.item.id)).toEqual(daysFromToday(3))
  expect(await isFree(due.item.id, '2026-11-23', '2026-11-23')).toEqual([true, true])
  expect(await daysOf(back.item.id)).toEqual([])
  expect(await isFree(back.item.id, '2026-11-20', '2026-11-23')).toEqual([true, true])
})

test('an item is free for exactly the ranges without rented days, blocked days and holidays of its closet', async () => {
  const item = await bookedAhead(3)
  await made.rental({ item, start: '2026-12-01', days: 4 })
  await made.rental({ item, start: '2026-12-12', days: 2 })
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: '2026-12-24' })
  const lister = { id: item.business_id }
  await made.holiday(lister, '2026-12-18', '2026-12-19')
  await made.holiday(lister, '2026-11-01', '2026-11-20')
  await made.holiday(await made.closet(), '2026-12-20', '2026-12-22')
  const from = day('2026-11-20')
  const to = day('2026-12-31')
  const { days } = await db
    .selectFrom('clothing_items as i')
    .select(sql<string[]>`array(${rentedDays('i', { from, to, today })})`.as('days'))
    .where('i.id', '=', item.id)
    .executeTakeFirstOrThrow()
  const closed = ['2026-11-20', '2026-12-18', '2026-12-19']
  const taken = new Set([...days, '2026-12-24', ...closed])
  for (let first = 0; first < 36; first++)
    for (const length of [1, 2, 5]) {
      const range = Array.from({ length }, (_, n) => addDays(from, first + n))
      const expected = !range.some((one) => taken.has(one))
      const [start = '', end = ''] = [range[0], range.at(-1)]
      expect({ start, end, free: await isFree(item.id, start, end) }).toEqual({
        start,
        end,
        free: [expected, expected],
      })
    }
})

test('a canceled rental holds no days; a completed one holds its turnaround until it is past', async () => {
  const item = await bookedAhead(3)
  const periods = async () => {
    const rows = await readRows(db, 'booked_periods', 'period', { item_id: item.id }, 'period')
    return rows.map(({ period }) => period)
  }
  const cancelled = await made.rental({ item, start: '2026-12-10' })
  const completed = await made.rental({
    item,
    start: '2026-11-10',
    days: 7,
    status: 'delivered',
  })
  expect(await periods()).toEqual(['[2026-11-10,2026-11-20)', '[2026-12-10,2026-12-20)'])
  await updateRows(db, 'rentals', cancelled.id, {
    status: 'cancelled',
    cancellation: 'by_owner',
    cancelled_at: new Date(),
  })
  // Not back yet: the period stays, however long ago it ended.
  expect(await removePastPeriods(db, day('2026-12-01'))).toBe(0)
  const reviewed = { condition_status: 'approved', condition_reviewed_at: new Date() } as const
  const returned = { return_status: 'returned', returned_at: new Date() } as const
  await updateRows(db, 'rentals', completed.id, {
    status: 'completed',
    ...reviewed,
    ...returned,
    returned_on: '2026-11-13',
  })
  expect(await periods()).toEqual(['[2026-11-10,2026-11-17)'])
  expect(await removePastPeriods(db, day('2026-11-16'))).toBe(0)
  expect(await removePastPeriods(db, day('2026-11-17'))).toBe(1)
  expect(await periods()).toEqual([])
})

test('an offer blocks its days and turnaround for others, and all days of an item with one rental at a time', async () => {
  const ahead = await bookedAhead(2)
  const plain = await made.item()
  const [first, second] = [await made.shopper(), await made.shopper()]
  const dates = { start: '2026-12-10', end: '2026-12-12' }
  await made.offer({ item: ahead, shopper: first, ...dates })
  await made.offer({ item: plain, shopper: second, ...dates })
  const free = async (itemId: ItemId, start: string, shopper: PersonId | null) =>
    await isFree(itemId, start, start, shopper)
  for (const stranger of [null, second.id]) {
    expect(await free(ahead.id, '2026-12-07', stranger)).toEqual([true, true])
    expect(await free(ahead.id, '2026-12-08', stranger)).toEqual([false, false])
    expect(await free(ahead.id, '2026-12-14', stranger)).toEqual([false, false])
    expect(await free(ahead.id, '2026-12-15', stranger)).toEqual([true, true])
  }
  expect(await free(ahead.id, '2026-12-10', first.id)).toEqual([true, true])
  for (const stranger of [null, first.id])
    expect(await free(plain.id, '2027-03-01', stranger)).toEqual([false, false])
  expect(await free(plain.id, '2026-12-10', second.id)).toEqual([true, true])
  expect(await free(plain.id, '2027-03-01', second.id)).toEqual([true, true])

  const days = async (itemId: ItemId, shopper: PersonId | null) => {
    const range = { from: day('2026-12-06'), to: day('2026-12-16'), today, shopper }
    const row = await db
      .selectFrom('clothing_items as i')
      .select(sql<string[]>`array(${rentedDays('i', range)})`.as('days'))
      .where('i.id', '=', itemId)
      .executeTakeFirstOrThrow()
    return row.days.toSorted()
  }
  expect(await days(ahead.id, null)).toHaveLength(7)
  expect(await days(ahead.id, first.id)).toEqual([])
  expect(await days(plain.id, null)).toHaveLength(11)
  expect(await days(plain.id, second.id)).toEqual([])
})

test('the database refuses a rental that overlaps another only in its turnaround', async () => {
  const item = await bookedAhead(2)
  await made.rental({ item, start: '2026-12-10', days: 3 })
  const next = { item, days: 3 }
  await expect(made.rental({ ...next, start: '2026-12-14' })).rejects.toThrow(
    /booked_periods_never_overlap/,
  )
  await made.rental({ ...next, start: '2026-12-15' })
})
