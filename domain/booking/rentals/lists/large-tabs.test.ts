import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { panelRentals } from './panel-list.ts'
import { passesFilter } from './panel-tabs.ts'

const today = calendarDateIn('UTC', new Date('2026-06-15T12:00:00Z'))

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet({ full_name: 'Clara Closet' })
const shopper = await made.shopper({ full_name: 'Rita Renter' })

const itemOf = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
/** Rentals of the items with these numbers, each an hour older than the one before. */
const rent = (first: number, last: number, start: string, stage: string) => `
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, created_at, status, delivery_status,
      return_status, delivered_at, cancellation, cancelled_at)
    select gen_random_uuid(), gen_random_uuid(), '${shopper.id}', '${closet.id}', ${itemOf('n')},
      start, start + 6, 7, 2, 14, '2026-06-01Z'::timestamptz - n * interval '1 hour', ${stage}
    from generate_series(${first}, ${last}) n, lateral (select ${start} as start) d`
const CONFIRMED = `'confirmed', 'pending', 'pending', null, null, null`
const OUT = `'delivered', 'delivered', 'pending', '2026-06-01Z', null, null`
const CANCELLED = `'cancelled', 'pending', 'pending', null, 'by_shopper', '2026-06-02Z'`
await pool.query(`
  set session_replication_role = replica;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select ${itemOf('n')}, '${closet.id}', 'Gown ' || n, 'M', 'Formal', 'Party', 2, 'approved', true,
      '2026-01-01Z', '2026-01-01Z'
    from generate_series(1, 6100) n;
  ${rent(1, 3000, `date '2026-07-01' + n % 20`, CONFIRMED)};
  ${rent(3001, 6000, `date '2026-06-13' + n % 20`, OUT)};
  ${rent(6001, 6040, `date '2026-06-01' + n % 7`, OUT)};
  ${rent(6041, 6080, `date '2026-06-09' + n % 4`, OUT)};
  ${rent(6041, 6100, `date '2026-05-01' + n % 7`, CANCELLED)};
  set session_replication_role = origin`)
await vacuumFilled(pool)

test.for([
  ['upcoming', sql`r.start_date, r.id`],
  ['out', sql`r.end_date, r.id`],
  ['due', sql`r.end_date, r.id`],
  ['late', sql`r.end_date, r.id`],
  ['done', sql`r.created_at desc, r.id desc`],
] as const)('pages of the tab "%s" have its rentals in order, and read few others', async ([
  filter,
  order,
]) => {
  const rows = await db
    .selectFrom('rentals as r')
    .select('r.id')
    .where(passesFilter(closet, filter, today))
    .orderBy(order)
    .limit(30)
    .execute()
  expect(rows).toHaveLength(30)
  const page = (from: Db, after: string | null) =>
    panelRentals(from, closet, { filter, q: null, after }, today)
  const first = await page(db, null)
  const second = await page(db, first.next)
  const found = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(found.slice(0, 30)).toEqual(rows.map(({ id }) => id))
  for (const after of [null, first.next])
    expect(await maxRowsHandled(database, (db) => page(db, after))).toBeLessThan(300)
})

test('the first page of ended rentals is read for admins without reading live ones', async () => {
  const page = (from: Db) =>
    panelRentals(from, admin, { filter: 'done', q: null, after: null }, today)
  expect((await page(db)).rows).toHaveLength(24)
  expect(await maxRowsHandled(database, page)).toBeLessThan(300)
})
