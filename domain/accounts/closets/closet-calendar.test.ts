import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { readCalendar, renewCalendarToken } from './closet-calendar.ts'

const now = new Date('2026-11-01T12:00:00Z')

test('a calendar has rentals for 90 days after their last day, and turnarounds to their end', async () => {
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const closet = await made.closet()
  const item = await made.item({ closet, advance_booking: true, turnaround_days: 14 })
  // From the 2nd to the 8th of November.
  await made.rental({ item, status: 'completed', createdAt: now })
  await made.rental({ item, status: 'cancelled', createdAt: now })
  const token = await renewCalendarToken(db, closet, now)
  const on = async (text: string) => {
    const today = parseCalendarDate(text)
    const read = today && (await readCalendar(db, token, today))
    return [
      read?.entries.map(({ start, end }) => `${start} to ${end}`),
      read?.closed.map(({ kind, start, end }) => `${kind} ${start} to ${end}`),
    ]
  }
  const rental = '2026-11-02 to 2026-11-08'
  const turnaround = 'turnaround 2026-11-09 to 2026-11-22'
  expect(await on('2026-11-22')).toEqual([[rental], [turnaround]])
  expect(await on('2026-11-23')).toEqual([[rental], []])
  expect(await on('2027-02-06')).toEqual([[rental], []])
  expect(await on('2027-02-07')).toEqual([[], []])
})

test('blocked days are the same entry on each of them, from the first on', async () => {
  const { db, made } = await testDatabase()
  const closet = await made.closet()
  const item = await made.item({ closet })
  const other = await made.item({ closet })
  const token = await renewCalendarToken(db, closet, now)
  const block = (itemId: ItemId, days: readonly string[]) =>
    insertRows(
      db,
      'rental_availability',
      days.map((blocked_date) => ({ item_id: itemId, blocked_date })),
    )
  await block(item.id, ['2026-11-20', '2026-11-24', '2026-11-25', '2026-11-26', '2026-12-01'])
  await block(other.id, ['2026-11-23', '2026-11-24'])
  const on = async (text: string) => {
    const today = parseCalendarDate(text)
    const read = today && (await readCalendar(db, token, today))
    return read?.closed
      .filter(({ id }) => id === item.id)
      .map(({ start, end }) => `${start} to ${end}`)
  }
  const later = '2026-12-01 to 2026-12-01'
  for (const day of ['2026-11-24', '2026-11-25', '2026-11-26'])
    expect(await on(day)).toEqual(['2026-11-24 to 2026-11-26', later])
  expect(await on('2026-11-27')).toEqual([later])
  expect(await on('2026-12-01')).toEqual([later])
})
