import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { brandList } from '#domain/brands/brand-list.ts'
import { cityList } from '#domain/cities/city-list.ts'
import { adminListings } from '#domain/items/admin-listings.ts'
import { sentMail } from '#domain/mail/sent-mail.ts'
import { people } from '#domain/people/people-list.ts'
import { MOST_COUNTED } from '#domain/shared/page.ts'
import { mostRowsHandled } from '#test/bounded-work.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { auditLog, auditWords } from './audit-log.ts'

const database = await testDatabase()
const { db, pool } = database
const admin = await make(db).admin()

const ROWS = 100_000
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
      approval_status, created_at, updated_at)
    select gen_random_uuid(), '${admin.id}', 'Listing ' || n, 'M', 'Formal', 'Party', 2, 'approved',
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
  set session_replication_role = origin;
  update clothing_items set lister_in_good_standing = true;
  analyze`)
await db.deleteFrom('listed_count_deltas').execute()
await pool.query(`
  insert into listed_count_deltas
    select 'all', '', count(*) from clothing_items
    union all select 'public', '', count(*) from clothing_items where is_public
    union all select 'style', style_group, count(*) from clothing_items where is_public group by 2
    union all select 'occasion', occasion_group, count(*) from clothing_items where is_public group by 2
    union all select 'size', size_group, count(*) from clothing_items where is_public group by 2
    union all select 'location', location_group, count(*) from clothing_items where is_public group by 2`)

type Asked = { readonly q: string; readonly after: string | null }
type Listed = Promise<{ readonly next: string | null; readonly total: number }>

const nothingElse = { noun: '', action: '', nounId: '', from: null, to: null, timeZone: 'UTC' }

const lists: readonly [string, string, (db: Db, asked: Asked) => Listed][] = [
  ['people', 'Person 4711', (db, asked) => people(db, admin, { ...asked, type: null })],
  ['regular people', 'son 4711', (db, asked) => people(db, admin, { ...asked, type: 'regular' })],
  ['brands', 'Brand 4711', (db, asked) => brandList(db, admin, { ...asked, active: null })],
  ['cities', 'City 4711', (db, asked) => cityList(db, admin, { ...asked, active: true })],
  [
    'listings',
    'Listing 4711',
    (db, asked) => adminListings(db, admin, { ...asked, filter: 'all' }),
  ],
  ['mail', 'Mail 4711', (db, asked) => sentMail(db, admin, { ...asked, state: null })],
  [
    'audit lines of one kind',
    '',
    (db, { after }) =>
      auditLog(db, admin, { ...nothingElse, actor: '', noun: 'thing 3', action: 'edit 2', after }),
  ],
  [
    'audit lines of a person',
    admin.fullName,
    (db, { q: actor, after }) => auditLog(db, admin, { ...nothingElse, actor, after }),
  ],
]

test.for(lists)('a page of %s costs the same among 100,000', async ([, , list]) => {
  const { next, total } = await list(db, { q: '', after: null })
  expect(total).toBe(MOST_COUNTED + 1)
  expect(next).not.toBeNull()
  const most = await mostRowsHandled(database, (db) => list(db, { q: '', after: next }))
  // The capped count is the longest of it; a filter that keeps a seventh passes over the rest.
  expect(most).toBeLessThan(10 * MOST_COUNTED)
})

test.for(lists.filter(([, words]) => words !== ''))('looking for one of %s does too', async ([
  ,
  words,
  list,
]) => {
  const most = await mostRowsHandled(database, (db) => list(db, { q: words, after: null }))
  expect(most).toBeLessThan(10 * MOST_COUNTED)
})

test('the words of the log are found without reading it', async () => {
  const words = await auditWords(db, admin)
  expect(words.nouns).toEqual([0, 1, 2, 3, 4].map((n) => `thing ${n}`))
  expect(await mostRowsHandled(database, (db) => auditWords(db, admin))).toBeLessThan(100)
})
