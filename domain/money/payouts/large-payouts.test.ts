import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { transferList } from '#domain/money/payouts/transfers/transfer-list.ts'
import { MAX_COUNTED, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { make } from '#test/make/make.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { owedClosets } from './owed-list.ts'
import { findOwedForAYear } from './owed-without-account.ts'
import { failedTransferCount } from './payout-figures.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool } = database
const admin = await make(db).admin()

await pool.query(`
  set session_replication_role = replica;
  insert into user_profiles (id, full_name, email, created_at)
    select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test',
      timestamptz '2026-01-01Z' + n * interval '1 minute'
    from generate_series(1, 20000) n;
  insert into payout_accounts (owner_id, stripe_account_id, state, created_at, updated_at)
    select id, 'acct_' || id, 'restricted', created_at, created_at
    from user_profiles where id <> '${admin.id}';
  insert into transfers (id, owner_id, amount_cents, status, requested_at)
    select gen_random_uuid(), owner_id, 3000, 'pending', created_at from payout_accounts;
  insert into transfers (id, owner_id, amount_cents, status, requested_at, finished_at, failure,
      is_replaced)
    select gen_random_uuid(), owner_id, 3000, 'failed', at, at, 'account_invalid', n > 10
    from (select owner_id, created_at - interval '1 year' as at,
        row_number() over (order by created_at) as n
      from payout_accounts limit 4000) p;
  insert into earnings (id, owner_id, kind, amount_cents, source_key, earned_at, payable_at, note,
      made_by)
    select gen_random_uuid(), owner_id, 'correction', 2500, 'e' || owner_id, created_at, created_at,
      'A correction.', '${admin.id}'
    from payout_accounts;
  set session_replication_role = origin`)
await pool.query('select set_running_totals()')
await foldTotals(db, 100_000)
const aYearLater = new Date('2027-06-01Z')
await vacuumFilled(pool)
await findOwedForAYear(db, aYearLater)
await pool.query(`
  set session_replication_role = replica;
  update user_profiles set full_name = 'Nell Needle' where full_name = 'Person 4711';
  set session_replication_role = origin`)

type ListQuery = { readonly q: string; readonly after: string | null }
type Listed = Promise<{ readonly next: string | null; readonly total: number }>

const lists: readonly [string, (db: Db, query: ListQuery) => Listed][] = [
  ['transfers', (db, query) => transferList(db, admin, { ...query, part: 'transfers' })],
  ['pending transfers', (db, query) => transferList(db, admin, { ...query, part: 'pending' })],
  [
    'closets that are owed money',
    (db, query) => owedClosets(db, admin, { ...query, now: new Date('2026-06-01Z') }),
  ],
  [
    'closets that have been owed money for a year',
    (db, query) => owedClosets(db, admin, { ...query, now: aYearLater, forAYear: true }),
  ],
]

test.for(lists)('a page of %s costs the same with 20,000 of them', async ([, list]) => {
  const { next, total } = await list(db, { q: '', after: null })
  expect(total).toBe(MAX_COUNTED + 1)
  expect(next).not.toBeNull()
  const max = await maxRowsHandled(database, (db) => list(db, { q: '', after: next }))
  expect(max).toBeLessThan(10 * MAX_COUNTED)
})

test.for(lists)('searching %s costs the same with 20,000 of them', async ([, list]) => {
  const found = await list(db, { q: 'ell need', after: null })
  expect(found).toMatchObject({ total: 1 })
  const max = await maxRowsHandled(database, (db) => list(db, { q: 'ell need', after: null }))
  expect(max).toBeLessThan(10 * MAX_COUNTED)
})

// Low enough that reading all rows would exceed the maximum below.
const limits = { matches: 1000, newest: 2000 }

test.for([
  ['that are owed money', { now: new Date('2026-06-01Z') }],
  ['that have been owed money for a year', { now: aYearLater, forAYear: true }],
] as const)('a search of closets %s reads the first when many match, or for two letters', async ([
  ,
  list,
]) => {
  const found = { person: { length: PAGE_SIZE }, zq: [] }
  for (const [q, rows] of Object.entries(found)) {
    const read = (from: Db) => owedClosets(from, admin, { ...list, q, after: null }, limits)
    expect(await read(db)).toMatchObject({ isPartial: true, rows })
    expect(await maxRowsHandled(database, read)).toBeLessThan(2 * limits.newest)
  }
  const one = await owedClosets(db, admin, { ...list, q: 'ell need', after: null }, limits)
  expect(one).toMatchObject({ isPartial: false, total: 1 })
})

test('failed transfers that were replaced are not read', async () => {
  const failed = (from: Db) => transferList(from, admin, { part: 'failed', q: '', after: null })
  const count = (from: Db) => from.selectNoFrom(failedTransferCount.as('n')).execute()
  expect(await failed(db)).toMatchObject({ total: 10, rows: { length: 10 } })
  expect(await count(db)).toEqual([{ n: 10 }])
  for (const read of [failed, count]) expect(await maxRowsHandled(database, read)).toBe(10)
})
