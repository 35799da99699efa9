import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { owedTo } from '#domain/money/payouts/earned/owed.ts'
import { asPaidOwner } from '#domain/shared/actors.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { owedClosets } from './owed-list.ts'
import { findOwedForAYear } from './owed-without-account.ts'
import { countPayoutProblems } from './payout-figures.ts'
import { payoutSummary } from './payout-queries.ts'
import { remindOfPayouts } from './remind-of-payouts.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet()
const owner = asPaidOwner(closet, { isOwed: true }) ?? expect.unreachable()
const now = new Date('2027-06-01T12:00:00Z')
const timeZone = 'UTC'
const at = { now, timeZone, today: calendarDateIn(timeZone, now), origin: 'https://hemline.test' }
const EARNINGS = 20_000

// Twenty months of earnings; of the last day, 10 are payable now and 10 later.
await pool.query(`
  update user_profiles set account_type = 'regular', business_status = 'blocked', blocked_at = now(),
    blocked_reason = 'Fraud.' where id = '${closet.id}';
  set session_replication_role = replica;
  insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at)
    select gen_random_uuid(), '${closet.id}', 'rental', gen_random_uuid(), 100, 'rental:' || n, at, at
    from (select n, case when n > ${EARNINGS} - 20
        then timestamptz '2027-06-01 11:50Z' + (n - ${EARNINGS} + 20) * interval '59 seconds'
        else timestamptz '2025-10-01Z' + n * interval '40 minutes' end as at
      from generate_series(1, ${EARNINGS}) n) e;
  set session_replication_role = origin;
  select set_running_totals()`)
await foldTotals(db)
await findOwedForAYear(db, now)
await vacuumFilled(pool)

const reads: readonly [string, (db: Db) => Promise<unknown>, unknown][] = [
  [
    'what a closet reads of its payouts',
    (db) => payoutSummary(db, owner, at),
    { readyCents: (EARNINGS - 10) * 100, pendingCents: 1000 },
  ],
  ['what somebody is owed', (db) => owedTo(db, closet.id), { cents: EARNINGS * 100 }],
  [
    'the list of closets that are owed money',
    (db) => owedClosets(db, admin, { q: '', after: null, now }),
    { rows: [{ owedCents: EARNINGS * 100, payableCents: (EARNINGS - 10) * 100 }], total: 1 },
  ],
  [
    'a search in it',
    (db) => owedClosets(db, admin, { q: closet.fullName, after: null, now }),
    { rows: [{ id: closet.id }] },
  ],
  [
    'who has been owed money for a year',
    (db) => owedClosets(db, admin, { q: '', after: null, now, forAYear: true }),
    { rows: [{ id: closet.id }], total: 1 },
  ],
  [
    'their number on each page for admins',
    (db) => countPayoutProblems(db, admin, now),
    { owedForAYear: 1 },
  ],
  ['the job that finds them', (db) => findOwedForAYear(db, now), undefined],
  ['the job of reminders', (db) => remindOfPayouts(db, { hasConnect: true }, at), 0],
]

test.for(reads)('%s is right, and reads daily totals, not earnings', async ([, read, found]) => {
  const result = await read(db)
  if (typeof found === 'object') expect(result).toMatchObject(found ?? {})
  else expect(result).toBe(found)
  expect(await maxRowsHandled(database, read)).toBeLessThan(EARNINGS / 4)
})
