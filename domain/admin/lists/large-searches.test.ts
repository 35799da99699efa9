import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { applications } from '#domain/accounts/closets/application-queries.ts'
import { people } from '#domain/accounts/people/people-list.ts'
import type { ExportPart } from '#domain/admin/exports/export-format.ts'
import type { ExportList } from '#domain/admin/exports/export-period.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import { moneyCounts } from '#domain/admin/figures/money-counts.ts'
import { brandList } from '#domain/catalogue/brands/brand-list.ts'
import { cityList } from '#domain/catalogue/cities/city-list.ts'
import { adminListings } from '#domain/catalogue/items/admin-listings.ts'
import { listingFilters } from '#domain/catalogue/items/listing-filters.ts'
import { reviewedItems } from '#domain/catalogue/items/reviewed-items.ts'
import { unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { disputesPage } from '#domain/money/disputes/dispute-queries.ts'
import { failedEvents } from '#domain/money/events/failed-events.ts'
import { transferList } from '#domain/money/payouts/transfers/transfer-list.ts'
import { mailStates, sentMail } from '#domain/outbound/mail/sent-mail.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const others = await Promise.all(Array.from({ length: 19 }, () => made.admin()))
const admins = [admin, ...others].map(({ id }) => id)

const ROWS = MAX_NEWEST + 3000

// In every table the first row is the oldest, and every row is about one of these people. The
// listings belong to 20 admins. The oldest 100 rows have a rare state, the newest emails failed,
// and an import has just added items without photos.
await pool.query(`
  set session_replication_role = replica;
  create temporary table n as select n, n <= 100 as is_rare, gen_random_uuid() as id,
      timestamptz '2026-01-01Z' + n * interval '1 minute' as at
    from generate_series(1, ${ROWS}) n;
  insert into user_profiles (id, full_name, email, created_at)
    select id, 'Person ' || n, 'somebody-' || n || '@hemline.test', at from n;
  insert into brands (id, name, is_active, created_at)
    select id, 'Brand ' || n, not is_rare, at from n;
  insert into cities (id, name, state, is_active, created_at)
    select id, 'City ' || n, 'NY', not is_rare, at from n;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, image_id, paused, available, lister_in_good_standing, created_at, updated_at)
    select id, ('{${admins.join()}}'::uuid[])[1 + n % 20], 'Gown ' || n, 'M', 'Formal', 'Party', 2,
      case when is_rare then 'denied' else 'approved' end, id, is_rare, not is_rare, true, at, at
    from n;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select gen_random_uuid(), closets.id, 'Draft', 'M', 'Formal', 'Party', 2, 'pending', true,
      '2026-06-01Z', '2026-06-01Z'
    from (select * from n where is_rare) closets cross join generate_series(1, 50);
  insert into business_applications (id, user_id, full_name, city, state, instagram, outfit_images,
      driving_distance, meeting_flexibility, contact_phone, status, applied_at)
    select id, id, 'Applicant ' || n, 'Troy', 'NY', 'x', array[id], '5 miles', '', '',
      case when is_rare then 'denied' else 'approved' end, at
    from n;
  insert into mail_outbox (id, message_id, template, to_address, subject, text_body, html_body,
      created_at, sent_at, last_error)
    select id, 'm' || n, 'welcome', 'somebody-' || n || '@hemline.test', 'Mail ' || n, '', '', at,
      case when n between 101 and 10000 then at end, case when n > 10000 then 'no such address' end
    from n;
  insert into transfers (id, owner_id, amount_cents, status, requested_at, finished_at, failure)
    select id, id, 3000, case when is_rare then 'failed' else 'pending' end, at,
      case when is_rare then at end, case when is_rare then 'account_invalid' end
    from n;
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, paid_at,
      created_at)
    select id, id, 'deposit', 5000, 0, 'refunded', at, at from n;
  insert into refunds (id, order_id, amount_cents, reason, status, requested_at, finished_at)
    select id, id, 5000, 'duplicate_payment', 'failed', at, at from n;
  insert into disputes (id, payment_intent, user_id, amount_cents, status, opened_at, closed_at)
    select 'd' || n, 'p' || n, id, 5000, case when is_rare then 'open' else 'won' end, at,
      case when not is_rare then at end
    from n;
  insert into audit_log (id, actor_id, action, noun, noun_id, at)
    select id, case when is_rare then id else '${admin.id}' end, 'edit ' || n % 7, 'thing ' || n % 5,
      n::text, at
    from n;
  insert into stripe_events (id, type, payload, received_at, done_at, given_up_at)
    select 'evt_' || n, 'charge.refunded', '{}', at, at, at from n;
  set session_replication_role = origin`)
await vacuumFilled(pool)

type Page = Promise<{ readonly rows: readonly unknown[]; readonly isPartial?: boolean }>
type Search = (db: Db, q: string) => Page
const after = null
const now = new Date('2026-02-01Z')
/** Of items and applications. */
const part = { status: null, q: null, owner: null, importId: null, after, since: null }
// Low enough that reading all listings is not cheaper.
const limits = { matches: 1000, newest: 2000 }

/** Lists with a word that every row has. Lists ordered by name are searched from the first row. */
const all: readonly [string, string, Search][] = [
  ['people', 'person', (db, q) => people(db, admin, { q, type: null, after })],
  ['brands', 'brand', (db, q) => brandList(db, admin, { q, active: null, after })],
  ['cities', 'city', (db, q) => cityList(db, admin, { q, active: true, after })],
  ['items', 'gown', (db, q) => reviewedItems(db, admin, { ...part, q }, now)],
  ['applications', 'applicant', (db, q) => applications(db, admin, { ...part, q }, now)],
  ['emails', 'mail', (db, q) => sentMail(db, admin, { q, state: null, after })],
  ['transfers', 'person', (db, q) => transferList(db, admin, { q, part: 'transfers', after })],
  ['listings', 'gown', (db, q) => adminListings(db, admin, { q, filter: 'all', after }, limits)],
  ['disputes', 'person', (db, q) => disputesPage(db, admin, after, { q })],
  ['refunds', 'person', (db, q) => unresolvedRefunds(db, admin, after, q)],
  ['payment events', 'refunded', (db, q) => failedEvents(db, admin, after, q)],
]

/** Lists with filters that only a few old rows pass. */
const filtered: readonly [string, string, Search][] = [
  ['admins', 'hemline', (db, q) => people(db, admin, { q, type: 'admin', after })],
  ['inactive brands', 'brand', (db, q) => brandList(db, admin, { q, active: false, after })],
  ['inactive cities', 'city', (db, q) => cityList(db, admin, { q, active: false, after })],
  [
    'denied items',
    'gown',
    (db, q) => reviewedItems(db, admin, { ...part, q, status: 'denied' }, now),
  ],
  [
    'denied applications',
    'applicant',
    (db, q) => applications(db, admin, { ...part, q, status: 'denied' }, now),
  ],
  ['waiting emails', 'hemline', (db, q) => sentMail(db, admin, { q, state: 'waiting', after })],
  ['failed transfers', 'person', (db, q) => transferList(db, admin, { q, part: 'failed', after })],
  ['paused listings', 'gown', (db, q) => adminListings(db, admin, { q, filter: 'paused', after })],
  ['open disputes', 'person', (db, q) => disputesPage(db, admin, after, { q, openOnly: true })],
]

test.for(all)('a search of %s reads the newest when many match', async ([, common, search]) => {
  expect(await search(db, common)).toMatchObject({ isPartial: true, rows: { length: PAGE_SIZE } })
  const max = await maxRowsHandled(database, (from) => search(from, common))
  expect(max).toBeLessThan(MAX_NEWEST + 2)
})

test.for(all)('a search of %s for two letters reads the newest', async ([, , search]) => {
  expect(await search(db, 'zq')).toMatchObject({ isPartial: true, rows: [] })
  const max = await maxRowsHandled(database, (from) => search(from, 'zq'))
  expect(max).toBeLessThan(MAX_NEWEST + 2)
})

test.for(all.slice(0, 9))('a search of %s with few matches also finds the oldest rows', async ([
  ,
  common,
  search,
]) => {
  // The numbers that start with 471.
  expect(await search(db, `${common} 471`)).toMatchObject({
    isPartial: false,
    rows: { length: 11 },
  })
})

test.for(filtered)('a search of %s reads only these', async ([, common, search]) => {
  for (const q of [common, 'zq', '']) {
    const { rows, isPartial } = await search(db, q)
    expect([rows.length > 0, isPartial ?? false]).toEqual([q !== 'zq', false])
    const max = await maxRowsHandled(database, (from) => search(from, q))
    expect(max).toBeLessThan(MAX_NEWEST + 2)
  }
})

test('results of a search of payments are counted without reading all payments', async () => {
  for (const q of ['person', 'zq']) {
    const max = await maxRowsHandled(database, (from) => moneyCounts(from, admin, q))
    expect(max).toBeLessThan(MAX_NEWEST + 2)
  }
})

test.for(
  listingFilters,
)('listings of admins (%s) are listed without reading all', async (filter) => {
  const read = (from: Db) => adminListings(from, admin, { q: '', filter, after }, limits)
  const { rows, isPartial } = await read(db)
  // The rented ones are the oldest.
  const isRented = filter === 'rented'
  expect([rows.length, isPartial]).toEqual([isRented ? 0 : PAGE_SIZE, isRented])
  expect(await maxRowsHandled(database, read)).toBeLessThan(limits.newest + 2)
})

test.for(mailStates)('emails (%s) are listed without reading the others', async (state) => {
  const read = (from: Db) => sentMail(from, admin, { q: '', state, after })
  expect((await read(db)).rows).toHaveLength(PAGE_SIZE)
  // To count up to 1,000, PostgreSQL may read all 3,000 failed ones.
  expect(await maxRowsHandled(database, read)).toBeLessThan(4000)
})

test('items without photos are not read for the list of items', async () => {
  const read = (from: Db) => reviewedItems(from, admin, part, now)
  expect((await read(db)).rows).toHaveLength(PAGE_SIZE)
  expect(await maxRowsHandled(database, read)).toBeLessThan(2000)
})

const fileOf = (from: Db, part: { list: ExportList } & Partial<ExportPart>, day = '') =>
  openExport(from, admin, { ...part, from: day, to: '', timeZone: 'UTC', now }, 2000)

test.for([
  { list: 'people', q: 'person' },
  { list: 'items', q: 'gown' },
  { list: 'applications', q: 'zq' },
  { list: 'listings', q: 'gown' },
  { list: 'listings', part: 'rented' },
] as const)('a search for an export (%o) reads a bounded number of rows, and says which days fit', async (part) => {
  const read = (from: Db) => fileOf(from, part)
  // The newest 2,000 rows are from the last two days.
  const fits = { from: '2026-01-09', to: calendarDateIn('UTC', now) }
  expect(await read(db)).toEqual({ ok: false, problem: { reason: 'too-many-to-search', fits } })
  expect(await maxRowsHandled(database, read)).toBeLessThan(MAX_NEWEST + 2)
  expect(await fileOf(db, part, fits.from)).toMatchObject({ ok: true })
})

test.for([
  { list: 'people', part: 'admin', q: '' },
  { list: 'people', q: 'person 4711' },
  { list: 'items', part: 'denied', q: 'gown' },
  { list: 'applications', part: 'denied', q: 'applicant' },
  { list: 'listings', part: 'paused', q: 'gown' },
  { list: 'audit', nounId: '4711' },
  { list: 'audit', actor: 'somebody-47@' },
  { list: 'audit', actor: admin.email, noun: 'thing 3', action: 'edit 2' },
] as const)('an export of a part of a list (%o) reads only this part', async (part) => {
  const read = (from: Db) => fileOf(from, part)
  expect(await read(db)).toMatchObject({ ok: true })
  // Up to 1,000 matches are read to see that there are few.
  expect(await maxRowsHandled(database, read)).toBeLessThan(1002)
})
