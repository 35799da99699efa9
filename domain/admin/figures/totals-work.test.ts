import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { payoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { owedCredits } from './credit-figures.ts'
import { figures } from './overview.ts'
import { readLedgerTotals } from './shop-state.ts'

const timeZone = 'Asia/Kathmandu'
const now = new Date('2026-11-20T12:07:00Z')
const at = { now, today: calendarDateIn(timeZone, now), timeZone }

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet()
const ROWS = 10_000
await pool.query(`
  set session_replication_role = replica;
  insert into deposits (id, user_id, order_id, payment_intent, amount_cents, paid_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'pi_' || n, 5000, '2026-01-01Z'
    from generate_series(1, ${ROWS}) n;
  insert into credit_lots (id, user_id, source, source_key, minted, available, granted_at, expires_at,
      payment_cents, payment_credits)
    select gen_random_uuid(), '${admin.id}', 'one_time', 'lot ' || n, 50, 50, '2026-01-01Z',
      case when n <= 5 then timestamptz '2026-11-20 12:00Z' + n * interval '3 minutes'
        else timestamptz '2026-12-31 18:00Z' + n % 50 * interval '1 minute' end, 5000, 50
    from generate_series(1, ${ROWS}) n;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, status, created_at, answer_by)
    select gen_random_uuid(), gen_random_uuid(), '${admin.id}', '${closet.id}', gen_random_uuid(),
      '2026-02-01', '2026-02-07', 7, 2, 14, 'pending', '2026-01-01Z', '2026-01-02Z'
    from generate_series(1, ${ROWS}) n;
  insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at)
    select gen_random_uuid(), '${closet.id}', 'rental', gen_random_uuid(), 100, 'rental:' || n,
      '2026-01-01Z',
      case when n <= 4 then timestamptz '2026-11-20 12:05Z' + n * interval '1 minute'
        when n % 2 = 0 then '2026-11-19Z' else '2026-11-22Z' end
    from generate_series(1, ${ROWS}) n;
  insert into transfers (id, owner_id, amount_cents, tries, requested_at)
    select gen_random_uuid(), gen_random_uuid(), 3000, n % 2, '2026-01-01Z'
    from generate_series(1, ${ROWS}) n;
  set session_replication_role = origin;
  select set_running_totals()`)
await foldTotals(db)
await vacuumFilled(pool)

test('the totals of deposits, live rentals, credits owed, earnings and transfers are right', async () => {
  expect(await figures(db, admin, now)).toMatchObject({
    liveRentals: ROWS,
    depositsHeld: ROWS,
    depositsHeldCents: ROWS * 5000,
  })
  // Two lots have expired in this quarter of an hour.
  expect(await readLedgerTotals(db, at)).toMatchObject({ creditsOwed: (ROWS - 2) * 50 })
  // In Kathmandu January starts at 18:15 UTC: what expires in that quarter of an hour is good until
  // the end of December.
  const month = (name: string, lots: number) => ({
    month: name,
    credits: lots * 50,
    paidCents: lots * 5000,
  })
  expect(await owedCredits(db, admin, at)).toEqual([
    month('2026-11', 3),
    month('2026-12', 0.6 * ROWS - 5),
    month('2027-01', 0.4 * ROWS),
  ])
  expect(await payoutFigures(db, admin, now)).toMatchObject({
    owedCents: ROWS * 100,
    payableCents: (ROWS / 2) * 100,
    pendingCents: ROWS * 3000,
    waiting: ROWS / 2,
    waitingCents: (ROWS / 2) * 3000,
  })
})

const reads: readonly [string, (db: Db) => Promise<unknown>][] = [
  ['the overview', (db) => figures(db, admin, now)],
  ['the metrics', (db) => readLedgerTotals(db, at)],
  ['the figures of credits', (db) => owedCredits(db, admin, at)],
  ['the figures of payouts', (db) => payoutFigures(db, admin, now)],
]

test.for(reads)('%s does not read the rows one by one', async ([, read]) => {
  expect(await maxRowsHandled(database, read)).toBeLessThan(500)
})
