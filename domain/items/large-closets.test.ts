import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { MAX_COUNTED, PAGE_SIZE } from '#domain/shared/page.ts'
import { maxRowsHandled } from '#test/bounded-work.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { vacuumFilled } from '#test/vacuum-filled.ts'
import { ownItems } from './own-item-list.ts'
import { ownItemFigures } from './own-items.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true })
const { db, pool } = database
const closet = await make(db).closet()

/** Items that can be rented, and every tenth denied; one more minute old with each. */
const add = (first: number, last: number, creditsPerDay: number) =>
  pool.query(`
    set session_replication_role = replica;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        approval_status, lister_in_good_standing, created_at, updated_at)
      select gen_random_uuid(), '${closet.id}', 'Gown ' || n, 'M', 'Formal', 'Party', ${creditsPerDay},
        case when n % 10 = 0 then 'denied' else 'approved' end, true,
        timestamptz '2026-06-01Z' - n * interval '1 minute', '2026-06-01Z'
      from generate_series(${first}, ${last}) n;
    set session_replication_role = origin`)

const shown = { q: '', filter: 'all', sort: 'newest', page: 1 } as const

test('1,000 items are counted in each tab, and in the figures', async () => {
  await add(1, MAX_COUNTED, 2)
  const { counts, pages, hasNext, rows } = await ownItems(db, closet, shown)
  expect(counts).toMatchObject({ all: 1000, available: 900, denied: 100, 'never-rented': 1000 })
  expect([pages, hasNext, rows.length]).toEqual([42, true, PAGE_SIZE])
  const last = await ownItems(db, closet, { ...shown, page: 99 })
  expect([last.page, last.hasNext, last.rows.length]).toEqual([42, false, 16])
  expect(await ownItemFigures(db, closet)).toEqual({
    total: 1000,
    available: 900,
    creditsPerWeek: 14,
  })
})

test('of more, only the first thousand are counted, and every page can still be opened', async () => {
  await add(MAX_COUNTED + 1, MAX_COUNTED + 1, 900)
  const { counts, pages, hasNext } = await ownItems(db, closet, shown)
  expect(counts).toMatchObject({ all: MAX_COUNTED + 1, available: null, denied: null })
  expect([pages, hasNext]).toEqual([null, true])
  const last = await ownItems(db, closet, { ...shown, page: 42 })
  expect([last.page, last.hasNext, last.rows.length]).toEqual([42, false, 17])
  const none = await ownItems(db, closet, { ...shown, page: 43 })
  expect([none.page, none.hasNext, none.rows[0]?.title]).toEqual([1, true, 'Gown 1'])
  const denied = await ownItems(db, closet, { ...shown, filter: 'denied', page: 5 })
  expect([denied.page, denied.pages, denied.hasNext, denied.rows.length]).toEqual([
    5,
    null,
    false,
    4,
  ])
  // A search with fewer results is counted.
  const found = await ownItems(db, closet, { ...shown, q: 'gown 99' })
  expect([found.counts.all, found.counts.denied, found.pages]).toEqual([11, 1, 1])
})

test('the figures are of all items, or of the newest ones where there are too many', async () => {
  const figuresOf = (max?: number) => ownItemFigures(db, closet, max)
  const all = { total: 1001, available: 901, creditsPerWeek: 20 }
  expect(await figuresOf()).toEqual(all)
  expect(await figuresOf(1001)).toEqual(all)
  const newest = { total: 1001, available: 900, creditsPerWeek: 14 }
  expect(await figuresOf(1000)).toEqual(newest)
  expect(await figuresOf(9)).toEqual({ total: 10, available: 9, creditsPerWeek: 14 })
})

test('the first page of a closet with many more items does not read all of them', async () => {
  await add(MAX_COUNTED + 2, 6 * MAX_COUNTED, 2)
  await vacuumFilled(pool)
  const reads: readonly ((db: Db) => Promise<unknown>)[] = [
    (db) => ownItems(db, closet, shown),
    (db) => ownItemFigures(db, closet, MAX_COUNTED),
  ]
  for (const read of reads)
    expect(await maxRowsHandled(database, read)).toBeLessThan(2 * MAX_COUNTED)
})
