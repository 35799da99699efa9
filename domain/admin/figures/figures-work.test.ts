import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { closetFigures } from '#domain/accounts/closets/closet-figures.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { totalCreditDays } from './credit-days.ts'
import { closetShares, creditsByMonth, owedCredits, spentValue } from './credit-figures.ts'

const timeZone = 'UTC'
const now = new Date('2026-11-20T12:00:00Z')
const today = calendarDateIn(timeZone, now)
const at = { now, today, timeZone }

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet()
const item = await made.item({ closet, created_at: new Date('2026-01-01Z') })
const MOVED = 15_000
await pool.query(`
  set session_replication_role = replica;
  insert into credit_lots (id, user_id, source, source_key, minted, spent, granted_at, expires_at,
      payment_cents, payment_credits)
    select gen_random_uuid(), '${admin.id}', 'one_time', 'lot ' || n, 50, 50, '2026-01-01Z',
      timestamptz '2026-04-01Z', 5000, 50
    from generate_series(1, ${MOVED}) n;
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
    select gen_random_uuid(), '${admin.id}', 'rental', -50, 'lot ' || n,
      timestamptz '2025-12-01Z' + n * interval '12 minutes'
    from generate_series(1, ${MOVED}) n;
  insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
    select t.id, l.id, 'available', 'spent', 50
    from credit_transactions t join credit_lots l on l.source_key = t.idempotency_key;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, status, created_at, delivery_status, delivered_at,
      return_status, returned_at, returned_on, condition_status)
    select gen_random_uuid(), gen_random_uuid(), '${admin.id}', '${closet.id}', '${item.id}',
      '2025-02-01', '2025-02-07', 7, 2, 14, 'completed', '2025-01-01Z', 'delivered',
      timestamptz '2023-01-01Z' + n * interval '1 hour', 'returned', '2025-02-07Z', '2025-02-07',
      'approved'
    from generate_series(1, 20000) n;
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, origin,
      payment_intent, created_at, paid_at)
    select gen_random_uuid(), '${admin.id}', 'one_time', 5000, 50, 'fulfilled', '', 'o' || n,
      '2026-01-01Z', '2026-01-01Z'
    from generate_series(1, ${MOVED}) n;
  insert into disputes (id, payment_intent, order_id, user_id, amount_cents, loss_cents, status,
      opened_at, closed_at)
    select payment_intent, payment_intent, id, user_id, 5000, 5000, 'lost', '2026-09-01Z',
      '2026-10-01Z'
    from checkout_orders order by md5(id::text) limit 900;
  set session_replication_role = origin`)
await vacuumFilled(pool)
while ((await totalCreditDays(db, at)) > 0);

test('the figures of twelve months read daily totals and today, not the ledger or all orders', async () => {
  const months = await creditsByMonth(db, admin, at)
  expect(months.find(({ month }) => month === '2026-10')?.broughtCents).toBeLessThan(-1_000_000)
  expect(months.reduce((sum, { spent }) => sum + spent, 0)).toBeGreaterThan(50 * MOVED * 0.9)
  for (const read of [creditsByMonth, spentValue, owedCredits])
    expect(await maxRowsHandled(database, (db) => read(db, admin, at))).toBeLessThan(1000)
})

test('totalling days reads only the operations of these days', async () => {
  await pool.query("delete from credit_days where day = '2026-04-05'")
  const add = (db: Db) => totalCreditDays(db, at)
  expect(await maxRowsHandled(database, add)).toBeLessThan(1000)
  const { rows } = await pool.query<{ spent: number }>(
    "select spent from credit_days where day = '2026-04-05'",
  )
  expect(rows).toEqual([{ spent: 50 }])
})

test('the closets’ share reads daily totals and today, not the ledger', async () => {
  const shares = await closetShares(db, closet, at)
  expect(shares.map(({ year, share }) => [year, share])).toEqual([
    [2026, 0],
    [2025, 0],
  ])
  const read = (db: Db) => closetShares(db, closet, at)
  expect(await maxRowsHandled(database, read)).toBeLessThan(1000)
})

test('a closet’s figures do not read the rentals of earlier years', async () => {
  const read = (from: Db) => closetFigures(from, closet, { today, timeZone, page: 1 })
  expect((await read(db)).items).toHaveLength(1)
  expect(await maxRowsHandled(database, read)).toBeLessThan(1000)
})
