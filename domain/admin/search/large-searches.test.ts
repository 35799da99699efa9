import { expect, test } from 'vitest'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { findEverything } from './find-everything.ts'
import { MAX_FOUND, MAX_SEARCHED } from './found-rows.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { pool, made } = database
const admin = await made.admin()
const now = new Date('2026-11-29T12:00:00Z')
const ROWS = 20_000

// One card and one amount paid for nearly everything; the oldest 20 payments were made otherwise.
await pool.query(`
  set session_replication_role = replica;
  create temporary table n as select n, n <= 20 as is_rare, gen_random_uuid() as id,
      timestamptz '2026-01-01Z' + n * interval '1 minute' as at
    from generate_series(1, ${ROWS}) n;
  insert into user_profiles (id, full_name, email, phone, account_type, business_status, created_at)
    select id, 'Person ' || n, 'somebody-' || n || '@hemline.test', '646555' || n,
      case when n % 4 = 0 then 'business' else 'regular' end,
      case when n % 4 = 0 then 'approved' end, at from n;
  insert into closet_pages (closet_id, shop_name, about, updated_at)
    select id, 'Shop of person ' || n, repeat('silk ', 199), at from n where n % 4 = 0;
  insert into stripe_customers (user_id, stripe_customer_id, created_at)
    select id, 'cus_' || n, at from n;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, image_id, lister_in_good_standing, created_at, updated_at)
    select id, id, 'Gown of person ' || n, 'M', 'Formal', 'Party', 2, 'approved', id, true, at, at
    from n;
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, created_at, status, cancellation, cancelled_at)
    select id, id, id, '${admin.id}', id, '2026-02-01', '2026-02-07', 7, 2, 14, at, 'cancelled',
      'by_shopper', at from n;
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status, paid_at,
      created_at, payment_intent, stripe_session_id, payment_method, card_last4)
    select id, id, 'one_time', case when is_rare then 1234 else 5000 end, 50, 'fulfilled', at, at,
      'pi_' || n, 'cs_' || n, 'visa', case when is_rare then '1881' else '4242' end from n;
  insert into refunds (id, order_id, amount_cents, reason, status, requested_at, finished_at,
      stripe_refund_id)
    select id, id, 5000, 'made_at_stripe', 'succeeded', at, at, 're_' || n from n;
  insert into disputes (id, payment_intent, order_id, user_id, amount_cents, status, opened_at,
      closed_at)
    select 'du_' || n, 'pi_' || n, id, id, 5000, 'won', at, at from n;
  insert into credit_subscriptions (id, user_id, stripe_subscription_id, product_type, status,
      created_at, updated_at)
    select id, id, 'sub_' || n, 'subscription_monthly', 'canceled', at, at from n;
  insert into subscription_coverage (id, subscription_id, stripe_invoice_id, starts_at, ends_at,
      product_type, paid_at, paid_cents, payment_intent, payment_method, card_last4)
    select gen_random_uuid(), id, 'in_' || n, at, at + interval '1 month', 'subscription_monthly', at,
      case when is_rare then 1234 else 5000 end, 'pi_renewed' || n, 'visa',
      case when is_rare then '1881' else '4242' end from n;
  insert into gift_codes (id, code, buyer_id, order_id, recipient_email, credits_amount, expires_at,
      payment_intent, created_at)
    select id, translate(to_hex(n + 1048576 * 16), '01abcdef', 'GHJKLMNP') || 'Q', id, id, 'x', 50,
      at, 'pi_' || n, at from n;
  set session_replication_role = origin`)
await vacuumFilled(pool)

test.for([
  ['person', 'people'],
  ['zq', null],
  ['person 1234', 'people'],
  ['gown of person 777', 'items'],
  ['646555777', 'people'],
  ['shop of person 776', 'closets'],
  ['cus_777', 'people'],
  ['50', 'payments'],
  ['12.34', 'payments'],
  ['4242', 'payments'],
  ['1881', 'payments'],
  ['50 4242', 'payments'],
  ['12.34 1881', 'payments'],
  ['50 1881', null],
  ['50 somebody-777@hemline.test', 'payments'],
  ['pi_777', 'payments'],
  ['cs_777', 'payments'],
  ['re_777', 'payments'],
  ['du_777', 'payments'],
  ['in_777', 'payments'],
  ['deadbeef', null],
  ['ABCD2345', null],
  ['0193a0b2-7c11-7000-8000-0123456789ab', null],
] as const)('a search for “%s” reads few rows', async ([words, kind]) => {
  const found = await findEverything(database.db, admin, words, now)
  for (const [name, { rows }] of Object.entries(found)) {
    expect(rows.length, name).toBeLessThanOrEqual(MAX_FOUND)
    if (name === kind) expect(rows, name).not.toEqual([])
  }
  const max = await maxRowsHandled(database, (db) => findEverything(db, admin, words, now))
  expect(max).toBeLessThan(MAX_SEARCHED + MAX_FOUND + 2)
})
