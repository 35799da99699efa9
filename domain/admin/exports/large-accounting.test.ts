import { expect, test } from 'vitest'
import { closetsOfMonth } from '#domain/money/months/closets-of-month.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { type AccountingList, accountingLists } from './export-period.ts'
import { openExport } from './exports.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { pool, made } = database
const admin = await made.admin()

const PEOPLE = 3000
/** Of each person, a day apart. */
const EACH = 20

await pool.query(`
  set session_replication_role = replica;
  insert into user_profiles (id, full_name, email, state, created_at)
    select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test', 'NY', '2025-01-01Z'
    from generate_series(1, ${PEOPLE}) n;
  insert into wallets (user_id) select id from user_profiles on conflict do nothing;
  create temporary table each_day as
    select p.id as person, gen_random_uuid() as id, n, timestamptz '2026-01-01Z' + n * interval '1 day'
      + p.place * interval '1 second' as at
    from (select id, row_number() over (order by id) place from user_profiles
      where full_name like 'Person %') p
    cross join generate_series(1, ${EACH}) n;
  insert into earnings (id, owner_id, kind, amount_cents, source_key, earned_at, payable_at, note,
      made_by, transfer_id)
    select id, person, 'correction', 100, id::text, at, at, 'x', '${admin.id}',
      case when n < ${EACH} then id end
    from each_day;
  insert into payout_accounts (owner_id, stripe_account_id, state, payouts_enabled, created_at,
      updated_at)
    select distinct person, 'acct_' || person, 'ready', true, timestamptz '2026-01-01Z',
      timestamptz '2026-01-01Z' from each_day;
  insert into transfers (id, owner_id, amount_cents, status, stripe_transfer_id, requested_at,
      finished_at)
    select id, person, 2500, 'made', 'tr_' || id, at, at from each_day where n < ${EACH};
  insert into deposits (id, user_id, order_id, payment_intent, amount_cents, paid_at, closed_at,
      refunded_cents)
    select id, person, id, 'pi_' || id, 5000, at, case when n > 1 then at end,
      case when n > 1 then 5000 else 0 end
    from each_day;
  insert into credit_lots (id, user_id, source, source_key, minted, available, granted_at, expires_at)
    select id, person, 'grant', id::text, 10, 10, at, '2099-01-01Z' from each_day;
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
    select id, person, 'grant', 10, id::text, at from each_day;
  insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
    select id, id, 'mint', 'available', 10 from each_day;
  set session_replication_role = origin;
  select set_closet_month_figures()`)
await vacuumFilled(pool)

const DAY = '2026-01-05'

const firstBatch = (list: AccountingList, days: string) =>
  maxRowsHandled(database, async (from) => {
    const opened = await openExport(from, admin, {
      ...{ list, timeZone: 'UTC', now: new Date('2026-06-01Z'), from: days, to: days },
    })
    if (!opened.ok) throw new Error(opened.problem.reason)
    await opened.value.return()
  })

test.for(accountingLists)('the first rows of %s are read without the others', async (list) => {
  // A batch has 1,000 rows, and up to 20 others of each person.
  expect(await firstBatch(list, DAY)).toBeLessThan(25_000)
})

test('a page of the closets of a month reads some of them, also where none has anything', async () => {
  for (const month of ['2026-01', '2020-01']) {
    const page = { month, day: null, after: null, timeZone: 'UTC' }
    const handled = await maxRowsHandled(database, (from) => closetsOfMonth(from, admin, page))
    // 500 closets, and up to 40 figures of each.
    expect(handled, month).toBeLessThan(21_000)
  }
})
