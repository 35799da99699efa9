import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { countOpenRequests } from '#domain/care/support/support-list.ts'
import { countPayoutProblems } from '#domain/money/payouts/payout-figures.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { failedRefundCount, figures } from './overview.ts'

const now = new Date('2026-06-01Z')

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
await pool.query(`
  set session_replication_role = replica;
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, origin,
      payment_intent, created_at, paid_at)
    select gen_random_uuid(), '${admin.id}', 'deposit', 5000, 0, 'refunded', '', 'o' || at, at, at
    from generate_series(timestamptz '2026-01-01Z', '2026-01-03Z', '1 minute') at;
  insert into refunds (id, order_id, amount_cents, reason, status, requested_at, finished_at)
    select gen_random_uuid(), id, 5000, 'duplicate_payment', 'failed', paid_at, paid_at
    from checkout_orders;
  insert into disputes (id, payment_intent, user_id, amount_cents, status, opened_at)
    select 'd' || at, 'p' || at, '${admin.id}', 5000, 'open', at
    from generate_series(timestamptz '2026-01-01Z', '2026-01-03Z', '1 minute') at;
  insert into stripe_events (id, type, payload, received_at, done_at, given_up_at)
    select 'e' || at, 'charge.refunded', '{}', at, at, at
    from generate_series(timestamptz '2026-01-01Z', '2026-01-03Z', '1 minute') at;
  insert into transfers (id, owner_id, amount_cents, status, requested_at, finished_at, failure)
    select gen_random_uuid(), gen_random_uuid(), 3000, 'failed', at, at, 'x'
    from generate_series(timestamptz '2026-01-01Z', '2026-01-03Z', '1 minute') at;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, status, created_at, delivery_status, delivered_at,
      return_status, returned_at, condition_status, deposit_amount, deposit_kept_amount)
    select gen_random_uuid(), gen_random_uuid(), '${admin.id}', gen_random_uuid(), gen_random_uuid(),
      '2026-01-01', '2026-01-07', 7, 2, 14, 'completed', at, 'delivered', at, 'returned', at,
      'deposit_kept', 5000, 2000
    from generate_series(timestamptz '2026-01-01Z', '2026-01-03Z', '1 minute') at;
  insert into deposit_claims (rental_id, deposit_id, kept_cents, decided_at)
    select id, gen_random_uuid(), 2000, created_at from rentals;
  insert into support_requests (id, person_id, kind, status, is_urgent, opened_at, due_at,
      message_count, last_message_at)
    select gen_random_uuid(), renter_id, 'other', 'open', false, created_at,
      created_at + interval '1 day', 1, created_at
    from rentals;
  set session_replication_role = origin`)
await vacuumFilled(pool)

type Counted = (db: Db) => Promise<number>
const counts: readonly [string, Counted][] = [
  ['failed refunds', async (db) => (await figures(db, admin, now)).failedRefunds],
  ['open disputes', async (db) => (await figures(db, admin, now)).openDisputes],
  ['unprocessed payment events', async (db) => (await figures(db, admin, now)).failedEvents],
  ['failed transfers', async (db) => (await countPayoutProblems(db, admin, now)).failed],
  ['support requests', async (db) => (await countOpenRequests(db, admin, now)).open],
  ['overdue ones', async (db) => (await countOpenRequests(db, admin, now)).overdue],
]

const mailedOn = async (day: string) => {
  await remindAdmins(db, { origin: 'https://hemline.test', timeZone: 'UTC' }, new Date(day))
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return mail.text_body
}

test.for(counts)('%s are counted up to one more than 1,000', async ([, count]) => {
  expect(await count(db)).toBe(MAX_COUNTED + 1)
})

test('the overview reads no more of them than it counts', async () => {
  const read = (from: Db) => figures(from, admin, now)
  expect(await maxRowsHandled(database, read)).toBeLessThan(2 * MAX_COUNTED)
})

test('the email to admins says where more exist than were counted', async () => {
  const text = await mailedOn('2026-06-01T08:00Z')
  expect(text).toContain('1,000+ refunds have failed.')
  expect(text).toContain('1,000+ disputes are open.')
})

test('exactly 1,000 are counted', async () => {
  await pool.query(`
    set session_replication_role = replica;
    delete from refunds where requested_at >= timestamptz '2026-01-01Z' + interval '1000 minutes';
    delete from disputes where opened_at >= timestamptz '2026-01-01Z' + interval '1000 minutes';
    delete from stripe_events where received_at >= timestamptz '2026-01-01Z' + interval '1000 minutes';
    delete from transfers where requested_at >= timestamptz '2026-01-01Z' + interval '1000 minutes';
    delete from support_requests where opened_at >= timestamptz '2026-01-01Z' + interval '1000 minutes';
    set session_replication_role = origin`)
  for (const [name, count] of counts)
    expect({ [name]: await count(db) }).toEqual({ [name]: MAX_COUNTED })
  const text = await mailedOn('2026-06-02T08:00Z')
  expect(text).toContain('1,000 refunds have failed.')
  expect(text).toContain('1,000 disputes are open.')
})

test('refunds that were retried, or have nothing left to pay, are not read', async () => {
  await pool.query(`
    update refunds set is_retried = requested_at >= timestamptz '2026-01-01Z' + interval '500 minutes',
      has_nothing_left = requested_at >= timestamptz '2026-01-01Z' + interval '10 minutes'`)
  await vacuumFilled(pool)
  const count = (db: Db) => db.selectNoFrom(failedRefundCount.as('n')).executeTakeFirstOrThrow()
  expect(await count(db)).toEqual({ n: 10 })
  expect(await maxRowsHandled(database, count)).toBe(10)
})
