import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDb } from '#db/connection.ts'
import { integrityViolations, testDatabase } from '#test/database.ts'
import { emptyDatabase } from '#test/empty-database.ts'
import { migrate } from './migrate.ts'
import { migrationNames } from './migration-files.ts'
import { openOldShop, type StoredRow } from './testing/old-shop.ts'

/** Rows of a shop at migration 0120, and of tables made since, as JSON, one per line (decision 4). */
const stored: readonly StoredRow[] = readdirSync('db/testing')
  .filter((file) => /^rows-of-\d+\.jsonl$/.test(file))
  .flatMap((file) => readFileSync(`db/testing/${file}`, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line))

/**
 * Rows that only earlier versions wrote, added before the migration that deals with them.
 */
const OLD_SHAPES: Readonly<Record<string, string>> = {
  '0038-rental-corrections': `
    insert into rental_handovers (id, rental_id, step, note, written_by, written_at)
      select gen_random_uuid(), id, 'delivery', 'Nobody was there', owner_id, created_at
      from rentals where cancellation = 'delivery_failed' limit 1`,
  '0046-decisions-with-reasons': `
    insert into brands (id, name, created_at) values
      (gen_random_uuid(), ' ORSAY', '2027-06-01'), (gen_random_uuid(), 'orsay ', '2027-06-02')`,
  '0050-delivery-terms': `
    update business_applications set status = 'approved', denial_reason = null`,
  '0092-condition-reports-and-appeals': `
    insert into rental_handovers (id, rental_id, step, note, written_by, written_at)
      select gen_random_uuid(), rental_id, step, 'And one more scratch', written_by,
        written_at + interval '1 minute'
      from rental_handovers`,
  // After the tables of imports were created.
  '0126-skus-are-once-per-closet': `
    with imported as (
      insert into listing_imports (id, owner_id, status, file_name, columns, row_count, created,
          made_at, done_at)
        select gen_random_uuid(), business_id, 'done', 'spring.csv', '{sku,title}', 1, 1,
          created_at, created_at
        from clothing_items limit 1 returning id, owner_id, made_at),
    imported_row as (
      insert into listing_import_rows (import_id, row_no, given, outcome, item_id)
        select m.id, 2, '{"sku":"A-1","title":"Gown"}', 'added', i.id
        from imported m cross join lateral (select id from clothing_items limit 1) i)
    insert into listing_import_photos (id, owner_id, import_id, file_name, source_hash, sent_at, problem)
      select gen_random_uuid(), owner_id, id, 'A-2.jpg', '', made_at, 'no-row' from imported`,
  // As a job of the new version may have folded it before the totals are set.
  '0154-running-totals-are-set': `
    insert into running_totals (name, amount) values ('rentals_live', 1)`,
  '0173-totals-of-closets-are-set': `
    insert into closet_totals (owner_id, name, amount)
      select owner_id, 'unpaid_earnings', 1 from earnings limit 1`,
  // As a version that waits for this migration may write it.
  '0185-figures-are-set': `
    insert into figure_changes (name, period, amount)
      select 'rentals_new', quarter_hour(created_at), 1 from rentals limit 1`,
  // After the table of changes in progress was created.
  '0195-items-of-a-lister-by-id': `
    insert into lister_changes (lister_id) select business_id from clothing_items limit 1`,
  // As create-admin left it for a closet.
  '0217-endpoints-of-approved-closets-alone': `
    with endpoint as (
      insert into webhook_endpoints (id, owner_id, place, url, secret, events, created_at)
        select gen_random_uuid(), id, 10, 'https://admin.example', '', '{earning.recorded}', now()
        from user_profiles where account_type = 'admin' limit 1 returning id, owner_id),
    event as (
      insert into outgoing_events (id, type, owner_id, payload, at)
        select gen_random_uuid(), 'earning.recorded', owner_id, '{}', now() from endpoint
        returning id)
    insert into webhook_deliveries (id, endpoint_id, event_id)
      select gen_random_uuid(), endpoint.id, event.id from endpoint, event`,
  // As the sandbox inside the app, which has the customers.
  '0220-one-payment-mode': `
    create schema stripe_sandbox;
    create table stripe_sandbox.objects (id text primary key);
    insert into stripe_sandbox.objects select stripe_customer_id from stripe_customers limit 1`,
  // An offer for an item that nobody can rent.
  '0228-offers-that-can-be-accepted': `
    insert into waitlist_entries (id, item_id, shopper_id, start_date, end_date, time_zone, created_at,
        status, offered_at, offer_expires_at)
      select gen_random_uuid(), i.id, p.id, '2029-05-01', '2029-05-02', 'America/New_York', now(),
        'offered', now(), now() + interval '12 hours'
      from (select id from clothing_items where paused limit 1) i,
        (select id from user_profiles where account_type = 'regular' limit 1) p`,
  // A decomposed accent, which forms of earlier versions kept.
  '0255-skus-in-one-form': `
    update clothing_items set sku = U&'Chloe\\0301-7'
    where id = (select id from clothing_items where deleted_at is null limit 1)`,
  '0165-failed-transfers-that-were-replaced': `
    insert into transfers (id, owner_id, amount_cents, final, status, failure, requested_at, finished_at)
      select gen_random_uuid(), owner_id, amount_cents, final, 'failed', 'replaced',
        requested_at - interval '1 month', requested_at
      from transfers`,
}

/** The changes that migrations make on purpose. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  '0038-rental-corrections': ['rental_handovers.step'],
  '0046-decisions-with-reasons': ['brands.name'],
  '0051-about-figures': ['about_content.content'],
  '0053-about-texts': ['about_content.content'],
  '0092-condition-reports-and-appeals': [
    'deposit_claims.final_at',
    'rental_handovers lost a row',
    'rental_handovers.note',
  ],
  '0121-search-finds-items-measured-before': ['item_search.doc'],
  '0217-endpoints-of-approved-closets-alone': [
    'outgoing_events lost a row',
    'webhook_deliveries lost a row',
    'webhook_endpoints lost a row',
  ],
  '0228-offers-that-can-be-accepted': [
    'booked_periods lost a row',
    'waitlist_entries.offer_expires_at',
    'waitlist_entries.offered_at',
    'waitlist_entries.status',
  ],
  '0255-skus-in-one-form': ['clothing_items.sku'],
  '0280-about-figures-without-a-note': ['about_content.content'],
}

/** Exceptions: other new tables need rows in a file beside the stored one, or in OLD_SHAPES. */
const WITHOUT_ROWS: readonly string[] = ['deposit_top_ups']

test('every migration keeps the rows of a shop that has rows in every table', async () => {
  const { pool, target } = await emptyDatabase()
  const shop = await openOldShop(pool, (await testDatabase()).pool, stored)
  let before = await shop.contents()
  for (const name of await migrationNames()) {
    if (OLD_SHAPES[name]) {
      expect({ [name]: (await pool.query(OLD_SHAPES[name])).rowCount }).not.toEqual({ [name]: 0 })
      before = await shop.contents()
    }
    expect(await migrate(target, { upTo: name })).toEqual([name])
    const after = await shop.contents()
    const changes = shop.changesSince(before, after)
    expect({ [name]: changes }).toEqual({ [name]: CHANGES[name] ?? [] })
    before = (await shop.addRows(name)) ? await shop.contents() : after
  }
  expect(shop.missing()).toEqual([])
  expect(await shop.emptyTables()).toEqual(WITHOUT_ROWS)
  expect(await integrityViolations(createDb(pool))).toEqual([])
  const { rows: brands } = await pool.query<{ name: string }>(
    'select name from brands order by name',
  )
  expect(brands.map(({ name }) => name)).toEqual([
    'Ann & Daughters',
    'ORSAY (2)',
    'Orsay',
    'orsay (3)',
  ])
  const { rows: modes } = await pool.query('select mode from payment_mode')
  expect(modes).toEqual([{ mode: 'sandbox' }])
  const { rows: replaced } = await pool.query(
    "select from transfers where is_replaced <> (failure is not distinct from 'replaced')",
  )
  expect(replaced).toEqual([])
  const { rows: notes } = await pool.query("select from rental_handovers where note ~ 'scratch$'")
  expect(notes).not.toEqual([])
})
