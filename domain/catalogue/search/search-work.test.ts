import { expect, test } from 'vitest'
import type { Wearer } from '#domain/catalogue/fit/wearer.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { searchItems } from './search.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'
import { countWords } from './word-counts.ts'

// Items without approval history, and rows of documents written directly.
const [small, large] = [
  await testDatabase({ violatesInvariants: true, isNew: true }),
  await testDatabase({ violatesInvariants: true, isNew: true }),
]
const today = calendarDateIn('UTC', new Date())
const here = pointOfPlace('11201')
/** By odds, because no item is measured. */
const wearer: Wearer = {
  ...{ bustCm: 88, waistCm: 70, hipsCm: 96 },
  inSize: {
    size: 'M',
    factors: { small: 1, true: 1, large: 1 },
    all: { small: 0.1, true: 0.8, large: 0.1 },
    categories: [{ category: 'Dress', odds: { small: 0.1, true: 0.8, large: 0.1 }, answers: 20 }],
  },
}
const dates = { start: addDays(today, 20), end: addDays(today, 24) }

/** A tenth of the items have the size XL; ten have a different title. */
async function fill({ db, pool }: TestDatabase, items: number) {
  const { id } = await make(db).admin()
  await pool.query(`
    set session_replication_role = replica;
    drop index item_search_doc;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        approval_status, lister_in_good_standing, created_at, updated_at, accepts_automatically, reach)
      select gen_random_uuid(), '${id}', case when n <= 10 then 'Unicorn' else 'Dress' end || ' ' || n,
        case when n % 10 = 0 then 'XL' else 'M' end, 'Formal', 'Party', 1 + n % 7, 'approved', true,
        timestamptz '2026-01-01Z' + n * interval '1 minute', now(),
        (array['everybody', 'nobody', 'returning'])[1 + n % 3],
        (array['02116~d~10', '02139~dp~5', '78701~ds~30+', '10001~d~20', '~d~'])[1 + n % 5]
      from generate_series(1, ${items}) n;
    insert into listed_count_deltas
      select 'reach', reach, count(*) from clothing_items group by reach;
    insert into item_search select i.id, search_document(i) from clothing_items i;
    set session_replication_role = origin;
    create index item_search_doc on item_search using gin (doc) with (gin_pending_list_limit = 512)`)
  await vacuumFilled(pool)
  await countWords(db)
}
await fill(small, 1000)
await fill(large, 10_000)
// Lower bounds than in production, because the catalogues are small.
const bounds = { walkFrom: 200, window: 700, gathered: 700 }

const searches: readonly (readonly [string, Partial<SearchQuery>])[] = [
  ['of everything', {}],
  ['of one size', { size: ['M'] }],
  ['of one size and dates', { size: ['M'], ...dates }],
  ['by price', { sort: 'price', ...dates }],
  ['of a frequent word', { q: 'dresses' }],
  ['of a rare word and dates', { q: 'unicorn', ...dates }],
  ['of a word that nothing has', { q: 'dragon' }],
  ['near a place', { near: 'Boston, MA', sort: 'distance' }],
  ['of everything by distance, free on dates', { here, sort: 'distance', ...dates }],
  ['of what can reach somebody', { here, reach: true }],
  ['of what should fit somebody', { fit: wearer }],
  [
    'of what is accepted at once',
    { instant: true, renter: { hasCompleted: false, now: new Date() } },
  ],
]

test.for(searches)('a search %s handles at most twice the rows with ten times the items', async ([
  ,
  changes,
]) => {
  const query = { ...emptySearch, ...changes }
  const work = (database: TestDatabase) =>
    maxRowsHandled(database, (db) => searchItems(db, query, today, bounds))
  expect(await work(large)).toBeLessThanOrEqual(2 * (await work(small)))
})
