import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { applications } from '#domain/accounts/closets/application-queries.ts'
import { people } from '#domain/accounts/people/people-list.ts'
import { auditLog, auditWords } from '#domain/admin/audit/audit-log.ts'
import { figures } from '#domain/admin/figures/overview.ts'
import { personPage } from '#domain/admin/lists/person-page.ts'
import { panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import { caseList, casesForAdmins } from '#domain/care/cases/case-list.ts'
import { reportList } from '#domain/care/reports/report-list.ts'
import { type SupportFilter, supportList } from '#domain/care/support/support-list.ts'
import { brandList } from '#domain/catalogue/brands/brand-list.ts'
import { cityList } from '#domain/catalogue/cities/city-list.ts'
import { adminListings } from '#domain/catalogue/items/admin-listings.ts'
import { reviewedItems } from '#domain/catalogue/items/reviewed-items.ts'
import { unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { disputesPage } from '#domain/money/disputes/dispute-queries.ts'
import { sentMail } from '#domain/outbound/mail/sent-mail.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { announcementList } from '#domain/site/announcements/announcements.ts'
import { carouselChoices } from '#domain/site/home/home.ts'
import { make } from '#test/make/make.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool } = database
const admin = await make(db).admin()

const today = calendarDateIn('UTC', new Date('2026-06-01Z'))

const ROWS = 40_000
// Lists read by person or item need fewer rows for a full scan to be noticed.
const FOUND_BY_OTHERS = 10_000
// Building a text index at once is far faster than updating it for each row.
const { rows: indexesOfWords } = await pool.query<{ name: string; definition: string }>(`
  select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and indexdef like '% USING gin %'`)
await pool.query(`drop index ${indexesOfWords.map(({ name }) => name).join(', ')}`)
await pool.query(`
  set session_replication_role = replica;
  insert into user_profiles (id, full_name, email, account_type, business_status, created_at)
    select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test',
      case when n % 10 = 0 then 'business' else 'regular' end,
      case when n % 10 = 0 then 'approved' end,
      timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n;
  insert into wallets (user_id) select id from user_profiles on conflict do nothing;
  insert into brands (id, name, created_at)
    select gen_random_uuid(), 'Brand ' || n, '2026-01-01Z' from generate_series(1, ${ROWS}) n;
  insert into cities (id, name, state, created_at)
    select gen_random_uuid(), 'City ' || n, 'NY', '2026-01-01Z' from generate_series(1, ${ROWS}) n;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select gen_random_uuid(), '${admin.id}', 'Listing ' || n, 'M', 'Formal', 'Party', 2, 'approved', true,
      timestamptz '2026-01-01Z' + n * interval '1 minute', '2026-01-01Z'
    from generate_series(1, ${ROWS}) n;
  insert into mail_outbox (id, message_id, template, to_address, subject, text_body, html_body,
      created_at, sent_at)
    select gen_random_uuid(), 'm' || n, 'welcome', 'somebody-' || n || '@hemline.test', 'Mail ' || n,
      '', '', timestamptz '2026-01-01Z' + n * interval '1 minute', '2026-01-01Z'
    from generate_series(1, ${ROWS}) n;
  insert into audit_log (id, actor_id, action, noun, noun_id, at)
    select gen_random_uuid(), '${admin.id}', 'edit ' || n % 7, 'thing ' || n % 5, n::text,
      timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n;
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
    select gen_random_uuid(), '${admin.id}', 'purchase', 10, 't' || n,
      timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, ${FOUND_BY_OTHERS}) n;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, status, created_at, delivery_status, delivered_at,
      return_status, returned_at, condition_status)
    select gen_random_uuid(), gen_random_uuid(), p.id, '${admin.id}', i.id, '2026-02-01',
      '2026-02-07', 7, 2, 14, 'completed', timestamptz '2026-01-01Z' + p.n * interval '1 minute',
      'delivered', '2026-02-01Z', 'returned', '2026-02-07Z', 'approved'
    from (select id, row_number() over (order by created_at) n from user_profiles) p
    join (select id, row_number() over (order by created_at) n from clothing_items) i on i.n = p.n
    where p.n <= ${FOUND_BY_OTHERS};
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, paid_at,
      created_at)
    select gen_random_uuid(), id, 'deposit', 5000, 0, 'refunded', created_at, created_at
    from (select * from user_profiles order by created_at limit ${FOUND_BY_OTHERS}) p;
  insert into business_applications (id, user_id, full_name, city, state, instagram, outfit_images,
      driving_distance, meeting_flexibility, contact_phone, status, applied_at)
    select gen_random_uuid(), id, 'Applicant ' || full_name, 'Troy', 'NY', 'x',
      array[gen_random_uuid()], '5 miles', '', '', 'denied', created_at
    from user_profiles;
  insert into refunds (id, order_id, amount_cents, reason, status, requested_at, finished_at)
    select gen_random_uuid(), id, 5000, 'duplicate_payment',
      case when (extract(epoch from created_at) / 60)::integer % 2000 = 7 then 'failed' else 'succeeded' end,
      created_at, created_at
    from checkout_orders;
  insert into disputes (id, payment_intent, user_id, amount_cents, status, opened_at, closed_at)
    select 'd' || id, 'p' || id, id, 5000, 'won', created_at, created_at
    from (select * from user_profiles order by created_at limit ${FOUND_BY_OTHERS}) p;
  set session_replication_role = origin`)
await pool.query(`
  set session_replication_role = replica;
  insert into reports (id, reporter_id, reported_id, noun, noun_id, shown, reason, words, at,
      decided_at, decided_by, outcome, outcome_reasons, told_at)
    select gen_random_uuid(), id, '${admin.id}', 'item', gen_random_uuid(), 'Listing', 'other', 'x',
      created_at, d.at, case when d.at is not null then '${admin.id}'::uuid end,
      case when d.at is not null then 'warned' end, case when d.at is not null then 'x' end, d.at
    from (select *, row_number() over (order by created_at) n from user_profiles) p
    cross join lateral (select case when n % 2 = 0 then created_at end as at) d
    where n <= 2 * ${FOUND_BY_OTHERS};
  insert into support_requests (id, person_id, kind, status, is_urgent, opened_at, due_at,
      message_count, last_message_at, assigned_to, closed_at, closed_by)
    select gen_random_uuid(), id, case when n % 3 = 0 then 'safety' else 'other' end,
      case when n % 2 = 0 then 'open' else 'closed' end, false, created_at,
      created_at + interval '1 day', 1, created_at,
      case when n % 4 = 0 then '${admin.id}'::uuid end, case when n % 2 = 1 then created_at end,
      case when n % 2 = 1 then id end
    from (select *, row_number() over (order by created_at) n from user_profiles) p;
  insert into announcements (id, title, words, audience, has_banner, has_email, starts_on, ends_on,
      created_by, created_at)
    select gen_random_uuid(), 'News', 'x', 'everybody', true, false, '2026-11-20', '2026-11-20',
      '${admin.id}', created_at
    from user_profiles;
  insert into deposit_claims (rental_id, deposit_id, kept_cents, decided_at)
    select id, gen_random_uuid(), 2000, created_at from rentals;
  insert into deposit_appeals (rental_id, words, filed_at, status, answer, answered_at,
      answer_due_at, decided_at)
    select id, 'It was torn.', created_at, case when n % 2 = 0 then 'answered' else 'upheld' end,
      'No.', created_at, created_at, case when n % 2 = 1 then created_at end
    from (select *, row_number() over (order by created_at) n from rentals) r;
  insert into return_requests (rental_id, reason, asked_at, answer_due_at, status, answer,
      answered_at, answered_by, decided_at)
    select id, 'does_not_fit', created_at, created_at,
      case when n % 2 = 0 then 'contested' else 'withdrawn' end, 'No.', created_at, owner_id,
      case when n % 2 = 1 then created_at end
    from (select *, row_number() over (order by created_at) n from rentals) r;
  set session_replication_role = origin`)
await pool.query(indexesOfWords.map(({ definition }) => definition).join(';'))
// As autovacuum leaves it: pending index entries would make index scans look expensive.
await vacuumFilled(pool)
// The rows to search for are added after the statistics, so that they do not change the plan.
await pool.query(`
  set session_replication_role = replica;
  update user_profiles set full_name = 'Nell Needle', email = 'needle-1@hemline.test'
    where full_name = 'Person 4711';
  update user_profiles set full_name = 'Olga Overseer' where id = '${admin.id}';
  update user_profiles set full_name = 'Rita Refund' where id =
    (select o.user_id from refunds r join checkout_orders o on o.id = r.order_id
      where r.status = 'failed' limit 1);
  update rentals set renter_phone = '646 555 0199' where renter_id =
    (select id from user_profiles where full_name = 'Nell Needle');
  update brands set name = 'Needle' where name = 'Brand 4711';
  update cities set name = 'Needle' where name = 'City 4711';
  update clothing_items set title = 'Needle' where title = 'Listing 4711';
  update mail_outbox set subject = 'Needle' where subject = 'Mail 4711';
  update business_applications set full_name = 'Applicant Needle'
    where full_name = 'Applicant Person 4711';
  set session_replication_role = origin`)
type ListQuery = { readonly q: string; readonly after: string | null }
type Listed = Promise<{ readonly next: string | null; readonly total: number }>

const nothingElse = { noun: '', action: '', nounId: '', from: null, to: null, timeZone: 'UTC' }

const support = (db: Db, filter: Partial<SupportFilter>, after: string | null): Listed => {
  const everything = { part: 'all', kind: null, personId: null } as const
  return supportList(db, admin, { ...everything, ...filter }, { after, now: new Date() })
}

const lists: readonly [string, string, (db: Db, query: ListQuery) => Listed][] = [
  ['people', 'Needle', (db, query) => people(db, admin, { ...query, type: null })],
  ['regular people', 'ell need', (db, query) => people(db, admin, { ...query, type: 'regular' })],
  ['brands', 'Needle', (db, query) => brandList(db, admin, { ...query, active: null })],
  ['cities', 'Needle', (db, query) => cityList(db, admin, { ...query, active: true })],
  ['listings', 'Needle', (db, query) => adminListings(db, admin, { ...query, filter: 'all' })],
  ['open reports', '', (db, { after }) => reportList(db, admin, { part: 'open', after })],
  ['decided reports', '', (db, { after }) => reportList(db, admin, { part: 'decided', after })],
  ['open support requests', '', (db, { after }) => support(db, { part: 'open' }, after)],
  ['own support requests', '', (db, { after }) => support(db, { part: 'mine' }, after)],
  [
    'closed ones of a kind',
    '',
    (db, { after }) => support(db, { part: 'closed', kind: 'safety' }, after),
  ],
  ['announcements', '', (db, { after }) => announcementList(db, admin, after)],
  ['mail', 'Needle', (db, query) => sentMail(db, admin, { ...query, state: null })],
  [
    'audit lines of one kind',
    '',
    (db, { after }) =>
      auditLog(db, admin, { ...nothingElse, actor: '', noun: 'thing 3', action: 'edit 2', after }),
  ],
  [
    'audit lines of a person',
    'Olga Overseer',
    (db, { q: actor, after }) => auditLog(db, admin, { ...nothingElse, actor, after }),
  ],
]

test.for(lists)('a page of %s costs the same with 40,000 rows', async ([, , list]) => {
  const { next, total } = await list(db, { q: '', after: null })
  expect(total).toBe(MAX_COUNTED + 1)
  expect(next).not.toBeNull()
  const max = await maxRowsHandled(database, (db) => list(db, { q: '', after: next }))
  // The capped count is the slowest part; a filter that matches a seventh skips the rest.
  expect(max).toBeLessThan(10 * MAX_COUNTED)
})

test.for(
  lists.filter(([, words]) => words !== ''),
)('searching %s costs the same with 40,000 rows', async ([, words, list]) => {
  const max = await maxRowsHandled(database, (db) => list(db, { q: words, after: null }))
  expect(max).toBeLessThan(10 * MAX_COUNTED)
})

test.for([
  'decide',
  'decided',
] as const)('a page of appeals (%s) reads only its rows', async (part) => {
  const now = new Date()
  const { next, total } = await caseList(db, admin, 'appeal', { part, after: null, now })
  expect(total).toBe(MAX_COUNTED + 1)
  expect(next).not.toBeNull()
  const max = await maxRowsHandled(database, (db) =>
    caseList(db, admin, 'appeal', { part, after: next, now }),
  )
  expect(max).toBeLessThan(2 * MAX_COUNTED)
})

test('the next appeal to decide is found without reading all of them', async () => {
  const toDo = await casesForAdmins(db, admin, new Date())
  expect(toDo.appeal.toDecide).toMatchObject({ count: MAX_COUNTED + 1 })
  const max = await maxRowsHandled(database, (db) => casesForAdmins(db, admin, new Date()))
  expect(max).toBeLessThan(2 * MAX_COUNTED)
})

test.for([
  'decide',
  'decided',
] as const)('a page of return requests (%s) reads only its rows', async (part) => {
  const now = new Date()
  const { next, total } = await caseList(db, admin, 'return', { part, after: null, now })
  expect(total).toBe(MAX_COUNTED + 1)
  expect(next).not.toBeNull()
  const max = await maxRowsHandled(database, (db) =>
    caseList(db, admin, 'return', { part, after: next, now }),
  )
  expect(max).toBeLessThan(2 * MAX_COUNTED)
})

test('the next return request to decide is found without reading all of them', async () => {
  const toDo = await casesForAdmins(db, admin, new Date())
  expect(toDo.return.toDecide).toMatchObject({ count: MAX_COUNTED + 1 })
  const max = await maxRowsHandled(database, (db) => casesForAdmins(db, admin, new Date()))
  expect(max).toBeLessThan(2 * MAX_COUNTED)
})

/** Of items and applications. */
const unfiltered = { status: null, owner: null, importId: null, after: null, since: null }

const searches: readonly [string, string, (db: Db, words: string) => Promise<{ rows: unknown }>][] =
  [
    [
      'all rentals by a title',
      'Needle',
      (db, q) => panelRentals(db, admin, { filter: 'all', q, after: null }, today),
    ],
    [
      'all rentals by a name',
      'Nell Needle',
      (db, q) => panelRentals(db, admin, { filter: 'done', q, after: null }, today),
    ],
    [
      'all rentals by an email address',
      'needle-1@hemline.test',
      (db, q) => panelRentals(db, admin, { filter: 'all', q, after: null }, today),
    ],
    [
      'all rentals by a phone number',
      '(646) 555-0199',
      (db, q) => panelRentals(db, admin, { filter: 'all', q, after: null }, today),
    ],
    [
      'items by a title',
      'Needle',
      (db, q) => reviewedItems(db, admin, { ...unfiltered, q }, new Date()),
    ],
    [
      'applications by a name',
      'applicant needle',
      (db, q) => applications(db, admin, { ...unfiltered, q }, new Date()),
    ],
    [
      'applications by an address',
      'needle-1@',
      (db, q) => applications(db, admin, { ...unfiltered, q }, new Date()),
    ],
    ['disputes by a person', 'Needle', (db, q) => disputesPage(db, admin, null, { q })],
    ['failed refunds by a person', 'Rita Refund', (db, q) => unresolvedRefunds(db, admin, null, q)],
  ]

test.for(searches)('searching %s scans none of them', async ([, words, search]) => {
  expect((await search(db, words)).rows).not.toEqual([])
  const max = await maxRowsHandled(database, (db) => search(db, words))
  expect(max).toBeLessThan(5 * MAX_COUNTED)
})

test('the page of a person with many items counts up to 1,000 of them', async () => {
  const read = (from: Db) => personPage(from, admin, { id: admin.id }, new Date('2026-06-01Z'))
  expect((await read(db))?.items).toBe(MAX_COUNTED + 1)
  expect(await maxRowsHandled(database, read)).toBeLessThan(2 * MAX_COUNTED)
})

test('the figures of the overview read only the last thirty days', async () => {
  const now = new Date('2026-06-01Z')
  expect(await maxRowsHandled(database, (db) => figures(db, admin, now))).toBeLessThan(2000)
})

test('the values of a carousel’s filter are found without reading all items', async () => {
  const { occasions, styles } = await carouselChoices(db)
  expect([occasions, styles]).toEqual([['Party'], ['Formal']])
  expect(await maxRowsHandled(database, carouselChoices)).toBeLessThan(MAX_COUNTED)
})

test('the actions in the audit log are found without reading all of it', async () => {
  const words = await auditWords(db, admin)
  const nouns = [0, 1, 2, 3, 4].map((n) => `thing ${n}`)
  expect(words.nouns).toEqual(nouns)
  expect(words.actions).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => ({ action: `edit ${n}`, nouns })))
  expect(await maxRowsHandled(database, (db) => auditWords(db, admin))).toBeLessThan(100)
})
