import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import {
  MAX_BACKLOG,
  readBacklog,
  readLedgerTotals,
  readViolations,
} from '#domain/admin/figures/shop-state.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { readQueue } from './read-queue.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = { now, today: calendarDateIn('UTC', now), timeZone: 'UTC' }

test('jobs are counted by task and state, and only due ones are overdue', async () => {
  const { db, pool } = await testDatabase()
  await inTransaction(db, async (tx) => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    await enqueue(tx, 'make-refund', { refundId: newId() }, { runAt: hourAgo })
    await enqueue(tx, 'make-refund', { refundId: newId() }, { key: 'running' })
    await enqueue(tx, 'make-refund', { refundId: newId() }, { key: 'failed' })
    const tomorrow = new Date(Date.now() + 86_400_000)
    await enqueue(tx, 'offer-due-days', {}, { runAt: tomorrow })
  })
  await pool.query(`update graphile_worker._private_jobs set
    locked_at = case when key = 'running' then now() end,
    attempts = case when key = 'failed' then max_attempts else attempts end`)
  const [refunds, days] = (await readQueue(db)).toSorted((a, b) => a.task.localeCompare(b.task))
  expect(refunds).toMatchObject({ task: 'make-refund', queued: 1, running: 1, failed: 1 })
  expect(refunds?.overdueSeconds).toBeGreaterThanOrEqual(3600)
  expect(refunds?.overdueSeconds).toBeLessThan(3700)
  const waiting = { queued: 1, running: 0, failed: 0, overdueSeconds: 0 }
  expect(days).toEqual({ task: 'offer-due-days', ...waiting })
})

test('emails and payment events are waiting or failed until they are done', async () => {
  const { db, pool } = await testDatabase()
  const nothing = { mailWaiting: 0, mailFailed: 0, eventsWaiting: 0, eventsFailed: 0 }
  expect(await readBacklog(db)).toEqual({ ...nothing, mailWaitingSince: null })
  await pool.query(`
    insert into mail_outbox (id, message_id, template, to_address, subject, text_body, html_body,
        created_at, sent_at, last_error)
      select gen_random_uuid(), n::text, 't', 'a@example.test', 's', '', '',
        timestamptz '2026-11-20Z' + n * interval '1 minute',
        case when n > 3 then now() end, case when n = 1 then 'refused' end
      from generate_series(1, 5) n;
    insert into stripe_events (id, type, payload, received_at, done_at, given_up_at)
      select n::text, 't', '{}', now(), case when n > 3 then now() end,
        case when n = 4 then now() end
      from generate_series(1, 5) n`)
  expect(await readBacklog(db)).toEqual({
    mailWaiting: 2,
    mailFailed: 1,
    mailWaitingSince: new Date('2026-11-20T00:02:00Z'),
    eventsWaiting: 3,
    eventsFailed: 1,
  })
})

test('the ledger totals are the credits owed in wallets and codes, and those spent today', async () => {
  const { db, pool } = await testDatabase({ violatesInvariants: true })
  const shopper = await make(db).shopper()
  await pool.query(`
    set session_replication_role = replica;
    insert into credit_lots (id, user_id, source, source_key, minted, available, spent, granted_at,
        expires_at, payment_cents, payment_credits)
      select gen_random_uuid(), '${shopper.id}', 'one_time', 'lot ' || n, 50, 30, 20, '2026-11-01Z',
        timestamptz '2026-11-18Z' + n * interval '1 day', 5000, 50
      from generate_series(1, 4) n;
    insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
      select gen_random_uuid(), '${shopper.id}', 'rental', -20, 'lot ' || n,
        timestamptz '2026-11-18Z' + n * interval '20 hours'
      from generate_series(1, 4) n;
    insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
      select t.id, l.id, 'available', 'spent', 20
      from credit_transactions t join credit_lots l on l.source_key = t.idempotency_key;
    set session_replication_role = origin;
    select set_running_totals()`)
  // Lots 3 and 4 have not expired. Operation 3 is of 12:00 today; 4 is of tomorrow.
  expect(await readLedgerTotals(db, at)).toEqual({
    creditsOwed: 60,
    creditsSpentToday: 20,
    refundsFailed: 0,
  })
  await runDueChecks(db, { clock: () => now })
  expect((await readViolations(db))?.value).toBeGreaterThan(0)
})

test('an empty ledger owes nothing, and a healthy shop has no violations', async () => {
  const { db } = await testDatabase()
  const nothing = { creditsOwed: 0, creditsSpentToday: 0, refundsFailed: 0 }
  expect(await readLedgerTotals(db, at)).toEqual(nothing)
  expect(await readViolations(db)).toBeNull()
  await runDueChecks(db, { clock: () => now })
  expect(await readViolations(db)).toEqual({ value: 0, at: now })
  await updateRows(
    db,
    'integrity_results',
    { check_name: 'a lot equals the sum of its movements' },
    { is_complete: false },
  )
  expect(await readViolations(db)).toBeNull()
})

test('a scrape reads a bounded number of rows, however many there are', async () => {
  const database = await testDatabase({ isNew: true })
  const many = 3 * MAX_BACKLOG
  await database.pool.query(`
    insert into mail_outbox (id, message_id, template, to_address, subject, text_body, html_body,
        created_at, sent_at)
      select gen_random_uuid(), n::text, 't', 'a@example.test', 's', '', '', now(),
        case when n % 2 = 0 then now() end
      from generate_series(1, ${2 * many}) n;
    insert into stripe_events (id, type, payload, received_at, done_at, given_up_at)
      select n::text, 't', '{}', now(), case when n % 2 = 0 then now() end,
        case when n % 2 = 0 then now() end
      from generate_series(1, ${2 * many}) n;
    select graphile_worker.add_job('send-mail');
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
      select id, '{}', 25 from graphile_worker._private_tasks, generate_series(1, ${many})`)
  await vacuumFilled(database.pool)
  expect(await maxRowsHandled(database, readBacklog)).toBeLessThanOrEqual(MAX_BACKLOG)
  expect(await maxRowsHandled(database, readQueue)).toBeLessThanOrEqual(MAX_BACKLOG)
  expect((await readQueue(database.db)).map(({ queued }) => queued)).toEqual([MAX_BACKLOG])
})
