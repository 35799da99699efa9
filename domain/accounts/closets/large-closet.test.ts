import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { closetFigures } from './closet-figures.ts'
import { monthsOfYear } from './earning-months.ts'
import { earningsByItem, firstSummedMonth, monthlyEarnings } from './earnings.ts'
import { expectedEarnings } from './expected-earnings.ts'
import { findPublicCloset } from './public-closet.ts'

const timeZone = 'UTC'
const now = new Date('2026-11-20T12:00:00Z')
const today = calendarDateIn(timeZone, now)

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const closet = await made.closet()
const renter = await made.shopper()
const MAX = 1000
// Eight hundred items with twelve rentals each, the last in November, and as many earnings. Another closet has
// four times as many. Fifteen hundred cases are undecided.
const other = await made.closet()
await pool.query(`
  set session_replication_role = replica;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select gen_random_uuid(), case n % 5 when 0 then '${closet.id}' else '${other.id}' end::uuid,
      'Listing ' || n, 'M', 'Formal', 'Party', 2, 'approved', true,
      timestamptz '2026-01-01Z' + n * interval '1 minute', '2026-01-01Z'
    from generate_series(1, 4000) n;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, status, created_at, delivery_status, delivered_at,
      return_status, returned_at, returned_on, condition_status)
    select gen_random_uuid(), gen_random_uuid(), '${renter.id}', i.business_id, i.id,
      at::date, at::date + 6, 7, 2, 14, 'completed', at, 'delivered', at, 'returned',
      at + interval '6 days', at::date + 6, 'approved'
    from generate_series(timestamptz '2026-01-10Z', '2026-11-04Z', '27 days') day,
      lateral (select id, business_id, day + row_number() over () * interval '4 minutes' as at
        from clothing_items) i;
  insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at)
    select gen_random_uuid(), owner_id, 'rental', id, 630, 'rental:' || id, returned_at, returned_at
    from rentals;
  insert into return_requests (rental_id, reason, asked_at, answer_due_at)
    select id, 'does_not_fit', returned_at, returned_at from rentals order by request_key limit 1500;
  insert into item_rating_sums (item_id, ratings, stars) select id, 2, 9 from clothing_items;
  set session_replication_role = origin`)
await vacuumFilled(pool)

const year = monthsOfYear(2026, timeZone)
const period = async (db: Db) => {
  const since = await firstSummedMonth(db, closet, year, MAX)
  return { ...year, since: since ?? year.since }
}

test('a page adds up the latest complete months of a large closet', async () => {
  expect(await period(db)).toMatchObject({ since: '2026-11' })
  expect(await monthlyEarnings(db, closet, await period(db))).toMatchObject([
    { month: '2026-11', rentals: 800 },
  ])
})

const reads: readonly [string, (db: Db) => Promise<unknown>][] = [
  [
    'the use of its items',
    (db) => closetFigures(db, closet, { today, timeZone, page: 1, max: MAX / 10 }),
  ],
  ['its earnings by month', async (db) => monthlyEarnings(db, closet, await period(db))],
  [
    'its earnings by item',
    async (db) => earningsByItem(db, closet, { ...(await period(db)), page: 1 }, 100),
  ],
  ['what it can expect', (db) => expectedEarnings(db, closet)],
  ['what renters think of it', (db) => findPublicCloset(db, closet.id, today)],
]

test.for(reads)('%s are read up to a limit', async ([, read]) => {
  expect(await maxRowsHandled(database, read)).toBeLessThan(2 * MAX)
})
