import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { CALENDAR_LIMITS } from './calendar-limits.ts'
import { readCalendar, renewCalendarToken } from './closet-calendar.ts'

const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
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

test('a full calendar has the rentals that end next, and then the latest that ended', async () => {
  await rent(-3, 3)
  const days = async (rentals = CALENDAR_LIMITS.rentals) => {
    const read = await readCalendar(db, token, today, { ...CALENDAR_LIMITS, rentals })
    const dayOf = ({ start }: { start: string }) => start.slice(-2)
    return [read?.entries.map(dayOf).toSorted(), read?.closed.map(dayOf).toSorted()]
  }
  const all = ['12', '13', '14', '15', '16', '17', '18']
  const after = ['13', '14', '15', '16', '17', '18', '19']
  expect(await days()).toEqual([all, after])
  expect(await days(6)).toEqual([all.slice(1), after.slice(0, 6)])
  expect(await days(2)).toEqual([['15', '16'], after.slice(0, 2)])
})

// Limits that these closets exceed.
const small = { rentals: 10, items: 10, blockedDays: 30 }

test('a calendar does not read rentals beyond its limit', async () => {
  await rent(4, 4000)
  await vacuumFilled(pool)
  const max = await maxRowsHandled(database, (db) => readCalendar(db, token, today, small))
  expect(max).toBeLessThan(200)
})

test('a full calendar has the blocked days of the newest items, without days of holidays', async () => {
  const large = await made.closet()
  const address = await renewCalendarToken(db, large, now)
  await pool.query(`
    set session_replication_role = replica;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        approval_status, lister_in_good_standing, created_at, updated_at)
      select gen_random_uuid(), '${large.id}', 'Gown ' || n, 'M', 'Formal', 'Party', 2, 'approved',
        true, timestamptz '2026-06-01Z' - n * interval '1 minute', '2026-06-01Z'
      from generate_series(1, 200) n;
    insert into rental_availability (item_id, blocked_date, holiday_id)
      select i.id, date '2026-06-15' + n, case when n > 6 then gen_random_uuid() end
      from clothing_items i cross join generate_series(0, 60) n where i.business_id = '${large.id}';
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  const read = (from: Db) => readCalendar(from, address, today, small)
  const week = { kind: 'blocked', start: '2026-06-15', end: '2026-06-21' }
  expect((await read(db))?.closed).toMatchObject([
    ...[1, 2, 3, 4].map((n) => ({ ...week, title: `Gown ${n}` })),
    { title: 'Gown 5', start: '2026-06-15', end: '2026-06-16' },
  ])
  expect(await maxRowsHandled(database, read)).toBeLessThan(100)
})
