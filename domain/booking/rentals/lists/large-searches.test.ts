import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import { MAX_COUNTED, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { MAX_RENTALS_SEARCHED, panelFilters } from './panel-filters.ts'
import { countPanel, panelRentals } from './panel-list.ts'

const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet({ full_name: 'Busy Bee' })

const RENTALS = MAX_RENTALS_SEARCHED + 4000

// The newest rental is the first one. All but the oldest 1,000 belong to one closet.
await pool.query(`
  set session_replication_role = replica;
  drop index user_profiles_search, items_search;
  insert into user_profiles (id, full_name, email, created_at)
    select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test', '2026-01-01Z'
    from generate_series(1, ${RENTALS}) n;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select gen_random_uuid(), '${closet.id}', 'Listing ' || n, 'M', 'Formal', 'Party', 2, 'approved',
      true, '2026-01-01Z', '2026-01-01Z'
    from generate_series(1, ${RENTALS}) n;
  create index items_search on clothing_items using gin (title gin_trgm_ops);
  create index user_profiles_search on user_profiles
    using gin ((full_name || ' ' || email) gin_trgm_ops);
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date, total_days,
      credits_per_day, total_credits, created_at, status, delivery_status, return_status,
      delivered_at, returned_at, answer_by)
    select gen_random_uuid(), gen_random_uuid(), p.id,
      case when n <= ${RENTALS} - 1000 then '${closet.id}'::uuid
        else '${admin.id}' end, i.id, start, start + 6, 7, 2, 14,
      timestamptz '2026-06-01Z' - n * interval '1 minute',
      case n % 4 when 0 then 'pending' when 1 then 'confirmed' else 'delivered' end,
      case when n % 4 < 2 then 'pending' else 'delivered' end,
      case n % 4 when 3 then 'returned' else 'pending' end,
      case when n % 4 > 1 then start end, case when n % 4 > 2 then start + 6 end, '2026-06-02Z'
    from (select *, substr(full_name, 8)::integer as n from user_profiles
      where email like 'somebody-%') p
    join clothing_items i on i.title = 'Listing ' || n
    cross join lateral (select date '2026-06-15' + n % 20 - 10 as start) d;
  set session_replication_role = origin`)
await vacuumFilled(pool)

test.for(
  panelFilters,
)('words in every title are searched for in the newest rentals (%s)', async (filter) => {
  const read = (from: Db) => panelRentals(from, admin, { filter, q: 'Listing', after: null }, today)
  const { rows, isPartial } = await read(db)
  expect([rows.length, isPartial]).toEqual([filter === 'done' ? 0 : PAGE_SIZE, true])
  expect(await maxRowsHandled(database, read)).toBeLessThan(MAX_RENTALS_SEARCHED + 2)
})

test.for([
  ['of a closet with many rentals', 'Busy Bee', true],
  ['whose two letters are in no title', 'zq', true],
  ['of one person', 'Person 4711', false],
  ['of a person whose rental is old', `somebody-${RENTALS}@`, false],
] as const)('a search for words %s reads at most 10,000 rentals', async ([, q, isPartial]) => {
  const read = (from: Db) => panelRentals(from, admin, { filter: 'out', q, after: null }, today)
  const count = (from: Db) => countPanel(from, admin, q, today)
  expect((await read(db)).isPartial).toBe(isPartial)
  for (const work of [read, count])
    expect(await maxRowsHandled(database, work)).toBeLessThan(MAX_RENTALS_SEARCHED + 2)
})

test('search results are counted up to 1,000, in the newest rentals', async () => {
  const counted = (q: string) => countPanel(db, admin, q, today)
  expect((await counted('Listing')).all).toBe(MAX_COUNTED + 1)
  expect(await counted('zq')).toMatchObject({ action: 0, all: 0 })
  expect(await counted('Person 4701')).toMatchObject({ action: 1, all: 1 })
})

const fileOf = (from: Db, part: { q?: string; part: string }, max = 2000) =>
  openExport(from, admin, { list: 'rentals', ...part, from: '', to: '', timeZone: 'UTC', now }, max)

test.for([
  'Listing',
  'zq',
])('an export with "%s" searches no more rentals than an export may have', async (q) => {
  const read = (from: Db) => fileOf(from, { q, part: 'all' })
  expect(await read(db)).toMatchObject({ problem: { reason: 'too-many-to-search' } })
  expect(await maxRowsHandled(database, read)).toBeLessThan(MAX_RENTALS_SEARCHED + 2)
})

test('an export of late rentals searches no more live rentals than an export may have', async () => {
  await pool.query(`
    set session_replication_role = replica;
    update rentals set status = 'cancelled', delivery_status = 'pending', delivered_at = null,
        return_status = 'pending', returned_at = null, cancelled_at = '2026-06-02Z', cancellation = 'by_shopper'
      where created_at > timestamptz '2026-06-01Z' - ${RENTALS - 1000} * interval '1 minute';
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  expect(await fileOf(db, { part: 'late' })).toMatchObject({ ok: true })
  const read = (from: Db) => fileOf(from, { part: 'late' }, 100)
  expect(await read(db)).toMatchObject({ problem: { reason: 'too-many-to-search' } })
  expect(await maxRowsHandled(database, read)).toBeLessThan(102)
})
