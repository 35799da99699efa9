import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import { maxRowsHandled } from '#test/bounded-work.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { vacuumFilled } from '#test/vacuum-filled.ts'
import { readCalendar, renewCalendarToken } from './closet-calendar.ts'

const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true })
const { db, pool } = database
const made = make(db)
const closet = await made.closet()
const shopper = await made.shopper()
const token = await renewCalendarToken(db, closet, now)

const items = await Promise.all(
  [...Array(7).keys()].map(() => made.item({ closet, advance_booking: true })),
)

/** A rental of one day for each of these days, counted from today, with a turnaround. */
const rent = (first: number, last: number) =>
  pool.query(
    `set session_replication_role = replica;
    with made as (
      insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
          total_days, credits_per_day, total_credits, created_at, status, turnaround_days, exclusive)
        select gen_random_uuid(), gen_random_uuid(), '${shopper.id}', '${closet.id}',
          ('{${items.map(({ id }) => id)}}'::uuid[])[1 + (n + 700) % 7],
          date '2026-06-15' + n, date '2026-06-15' + n, 1, 2, 14,
          timestamptz '2026-06-01Z' - n * interval '1 minute', 'confirmed', 3, false
        from generate_series(${first}, ${last}) n returning id, item_id, end_date)
    insert into booked_periods (rental_id, item_id, period)
      select id, item_id, daterange(end_date, end_date + 4) from made;
    set session_replication_role = origin`,
  )

test('of many rentals a calendar has the next to end, and then the last that ended', async () => {
  await rent(-3, 3)
  const days = async (max?: number) => {
    const read = await readCalendar(db, token, today, max)
    const dayOf = ({ start }: { start: string }) => start.slice(-2)
    return [read?.entries.map(dayOf).toSorted(), read?.closed.map(dayOf).toSorted()]
  }
  const all = ['12', '13', '14', '15', '16', '17', '18']
  const after = ['13', '14', '15', '16', '17', '18', '19']
  expect(await days()).toEqual([all, after])
  expect(await days(6)).toEqual([all.slice(1), after.slice(0, 6)])
  expect(await days(2)).toEqual([['15', '16'], after.slice(0, 2)])
})

test('it does not read the others', async () => {
  await rent(4, 4000)
  await vacuumFilled(pool)
  const max = await maxRowsHandled(database, (db) => readCalendar(db, token, today, 10))
  expect(max).toBeLessThan(200)
})
