import { expect, test } from 'vitest'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { Gate } from './gate.ts'
import { isFromKilledApp } from './kill-at-each-message.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { db, database, clock } = world

/** Two pages of Stripe's list. */
const COUNT = 150
const ids = Array.from({ length: COUNT }, (_, index) => `txn_fee${index + 1}`)

await database.pool.query(
  `insert into stripe_sandbox.objects (id, object, created, body)
    select id, 'balance_transaction', $2::int, jsonb_build_object('id', id,
      'object', 'balance_transaction', 'amount', -10, 'available_on', $2::int,
      'balance_type', 'payments', 'created', $2::int, 'currency', 'usd', 'description', null,
      'exchange_rate', null, 'fee', 0, 'fee_details', '[]'::jsonb, 'net', -10,
      'reporting_category', 'fee', 'source', null, 'status', 'available', 'type', 'stripe_fee')
    from unnest($1::text[]) id`,
  [ids, Math.floor(clock.now().getTime() / 1000) - 3600],
)

/** Nothing is read, and the hourly jobs are due. */
async function begin(): Promise<void> {
  await db.deleteFrom('balance_transactions').execute()
  await db
    .updateTable('balance_reading')
    .set({ read_until: null, period_from: null, period_until: null, after_id: null })
    .execute()
  await database.pool.query(`select graphile_worker.add_job('read-balance')`)
  await database.pool.query(`select graphile_worker.add_job('explain-balance')`)
}

const stored = async () =>
  (await readRows(db, 'balance_transactions', 'id', {})).map(({ id }) => id).sort()

test('an app killed at any message while it reads the balance stores each transaction once', async () => {
  const partly: number[] = []
  for (let at = 1; ; at += 1) {
    await begin()
    const gate = new Gate(at, 'killed', 'changes')
    const victim = await world.run({ gate })
    const working = victim.work()
    await Promise.race([working, gate.killed])
    working.catch(() => {})
    const closing = victim.close().catch(() => {})
    if (!gate.isCut) await closing
    await world.postponeJobs()
    partly.push((await stored()).length)
    const next = await world.restart()
    await next.work()
    await world.queue.idle()
    expect(await stored(), `killed at message ${at} (${gate.last})`).toEqual(ids.toSorted())
    expect(await readRow(db, 'balance_reading', 'after_id', {})).toEqual({ after_id: null })
    await next.close()
    if (!gate.isCut) break
  }
  // It was killed before, between and after the pages.
  expect(new Set(partly)).toEqual(new Set([0, 100, COUNT]))
  const unexpected = takeConsoleErrors().filter((words) => !isFromKilledApp.test(words))
  expect(unexpected.join('\n')).toBe('')
})
