import { expect, test } from 'vitest'
import type { DbOrTx } from '#db/connection.ts'
import { panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { completedRental } from '#test/worlds/rating-world.ts'
import { itemRatings } from './item-ratings.ts'
import { publishDueRatings } from './publish-ratings.ts'
import { ratingList } from './rating-list.ts'
import { findRatings } from './rating-queries.ts'
import { renterRatings } from './renter-ratings.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const now = new Date('2026-11-20T15:00:00Z')

const [closet, admin] = [await made.closet(), await made.admin()]
const { rentalId, renter, item } = await completedRental(db, { closet }, now)

/** Many ratings of one item and one renter; some are hidden, and some wait for the other side. */
async function fill(ratings: number) {
  const sides = [
    `'renter', '${item.id}', '${closet.id}', '${renter.id}'`,
    `'owner', '${item.id}', '${renter.id}', '${closet.id}'`,
  ]
  const inserts = sides.map(
    (side) => `
    insert into ratings (id, rental_id, side, item_id, about_id, writer_id, stars, words,
        usual_size, height_cm, written_at, due_at, published_at, hidden_at, hidden_by, hidden_reason)
      select gen_random_uuid(), gen_random_uuid(), ${side}, 4, 'Lovely.',
        ${side.startsWith("'renter'") ? `'XXL', 190` : 'null, null'}, at, at + interval '14 days',
        case when n % 50 > 0 then at end, case when n % 50 = 1 then at end,
        case when n % 50 = 1 then '${admin.id}'::uuid end, case when n % 50 = 1 then 'Why' end
      from (select n, timestamptz '2026-11-01Z' + n * interval '1 second' as at
        from generate_series(1, ${ratings}) n) x;`,
  )
  await pool.query(`set session_replication_role = replica; ${inserts.join('')}
    insert into item_rating_sums (item_id, ratings, stars) values ('${item.id}', ${ratings}, ${4 * ratings});
    insert into renter_rating_sums (renter_id, ratings, stars) values ('${renter.id}', ${ratings}, ${4 * ratings});
    set session_replication_role = origin`)
}

// `REVIEWS=500000` runs the test with a million ratings, half of them of one item.
await fill(Number(process.env.REVIEWS ?? 15_000))
await vacuumFilled(pool)

/** Two pages, with a few rows for each rating. */
const MAX_ROWS = 150

const rowsOf = (read: (on: typeof db) => Promise<unknown>) => maxRowsHandled(database, read)

test('the reviews of an item read one page, the newest and any other', async () => {
  const page = (after: string | null) => (on: DbOrTx) =>
    itemRatings(on, { itemId: item.id, like: null, after })
  const { rows, next } = await page(null)(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(next).not.toBeNull()
  for (const after of [null, next]) expect(await rowsOf(page(after))).toBeLessThan(MAX_ROWS)
})

test('searching for people like the viewer stops after 500 reviews, and continues there on the next page', async () => {
  const page = (after: string | null) => (on: DbOrTx) =>
    itemRatings(on, { itemId: item.id, like: { usualSize: 'S', heightCm: 160 }, after })
  const { rows, next } = await page(null)(db)
  expect(rows).toEqual([])
  expect(next).not.toBeNull()
  for (const after of [null, next]) expect(await rowsOf(page(after))).toBeLessThanOrEqual(502)
})

test('reading the reviews of a renter or of a rental costs the same with many reviews', async () => {
  expect((await renterRatings(db, closet, rentalId))?.newest.length).toBeGreaterThan(0)
  expect(await rowsOf((on) => renterRatings(on, closet, rentalId))).toBeLessThan(MAX_ROWS)
  expect(await rowsOf((on) => findRatings(on, renter, rentalId, now))).toBeLessThan(MAX_ROWS)
})

test('the stars of renters with requests are read by key', async () => {
  for (const _ of Array.from({ length: 5 }))
    await made.rental({ item: await made.item({ closet }), status: 'pending', start: '2026-11-25' })
  await made.rental({ item: await made.item({ closet }), renter, start: '2026-11-26' })
  await pool.query(`set session_replication_role = replica;
    insert into renter_rating_sums (renter_id, ratings, stars)
      select gen_random_uuid(), 3, 12 from generate_series(1, 20000);
    set session_replication_role = origin; analyze`)
  const today = calendarDateIn('UTC', now)
  const list = (on: DbOrTx) =>
    panelRentals(on, closet, { filter: 'all', q: null, after: null }, today)
  expect((await list(db)).rows.some(({ renterStars }) => renterStars !== null)).toBe(true)
  expect(await rowsOf(list)).toBeLessThan(MAX_ROWS)
})

test.for([
  'shown',
  'hidden',
] as const)('the list of reviews that are %s reads one page, and counts no further than shown', async (part) => {
  const page = (after: string | null) => (on: DbOrTx) => ratingList(on, admin, { part, after })
  const { next } = await page(null)(db)
  expect(next).not.toBeNull()
  for (const after of [null, next])
    expect(await rowsOf(page(after))).toBeLessThan(MAX_COUNTED + MAX_ROWS)
})

test('publishing processes a bounded number of due ratings', async () => {
  const due = await maxRowsHandled(database, (on) => publishDueRatings(on, new Date(0)))
  expect(due).toBeLessThan(MAX_ROWS)
})
