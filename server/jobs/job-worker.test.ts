import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Message } from '#gateways/mail/transport.ts'
import { systemFor } from '#server/testing/system.ts'
import { make } from '#test/make/make.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { drainJobs } from '#test/postgres/drain-jobs.ts'
import { startWorker } from './job-worker.ts'
import { runScheduled, scheduledJobs } from './scheduled-jobs.ts'
import type { System } from './system.ts'

const message: Email = { template: 'test', subject: 'Hello', paragraphs: ['Hello'] }

function queue(db: Db, ...keys: string[]) {
  return inTransaction(db, async (tx) => {
    for (const messageKey of keys) {
      await notify(tx, { ...message, to: 'somebody@hemline.test', messageKey }, new Date())
    }
  })
}

async function working(system: System, { target }: TestDatabase) {
  const worker = await startWorker(system, target, { first: [] })
  onTestFinished(() => worker.stop())
  return worker
}

// These tests start workers and processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patiently = { timeout: 20_000, interval: 50 }

const waiting = (db: Db) =>
  sql<{ task_identifier: string; attempts: number; wait: number }>`
    select task_identifier, attempts, extract(epoch from run_at - updated_at)::float as wait
    from graphile_worker.jobs where task_identifier = 'send-mail'`
    .execute(db)
    .then(({ rows }) => rows)

/** Runs `act`; returns a check whether a time lies within it, by the clock of the database. */
async function during(db: Db, act: () => Promise<unknown>) {
  const ask = async () =>
    (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ??
    Number.NaN
  const before = await ask()
  await act()
  const after = await ask()
  return (time: unknown) => time instanceof Date && time >= before && time <= after
}

test('a job is committed with the change that causes it, or not at all', async () => {
  const { db, pool } = await testDatabase()
  const sent: string[] = []
  const system = systemFor(db, async ({ messageId }) => void sent.push(messageId))
  const changedMind = inTransaction(db, async (tx) => {
    await notify(tx, { ...message, to: 'a@hemline.test', messageKey: 'never' }, new Date())
    throw new Error('changed my mind')
  })
  await expect(changedMind).rejects.toThrow('changed my mind')
  await queue(db, 'committed')
  await drainJobs(system, pool)
  expect(sent).toEqual(['committed'])
})

test('draining the queue throws a job’s error and leaves the job for a retry', async () => {
  const { db, pool } = await testDatabase()
  await queue(db, 'first')
  const failing = systemFor(db, () => Promise.reject(new Error('mail server is away')))
  await expect(drainJobs(failing, pool)).rejects.toThrow('mail server is away')
  expect(await waiting(db)).toHaveLength(1)
})

test('two workers do each job once', async () => {
  const database = await testDatabase()
  const sent: string[] = []
  const send = async ({ messageId }: Message) => void sent.push(messageId)
  await working(systemFor(database.db, send), database)
  await working(systemFor(database.db, send), database)
  const keys = Array.from({ length: 100 }, (_, index) => `mail-${index}`)
  await queue(database.db, ...keys.slice(0, 50))
  await Promise.all(keys.slice(50).map((key) => queue(database.db, key)))
  await vi.waitFor(async () => expect(await waiting(database.db)).toEqual([]), patiently)
  expect(sent.toSorted()).toEqual(keys.toSorted())
})

test('a failed job is retried with growing delays, first after one second', async () => {
  const { db, pool } = await testDatabase()
  await queue(db, 'first')
  const failing = systemFor(db, () => Promise.reject(new Error('mail server is away')))
  for (const seconds of [1, Math.E, Math.E ** 2]) {
    const isWithin = await during(db, () => expect(drainJobs(failing, pool)).rejects.toThrow())
    const { rows } = await sql<{ failed: Date }>`
      select run_at - ${seconds} * interval '1 second' as failed
      from graphile_worker.jobs`.execute(db)
    expect(rows[0]?.failed).toSatisfy(isWithin)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  }
})

test('the jobs of a killed worker are taken over once it has been silent for a minute', async () => {
  const database = await testDatabase()
  const { db } = database
  await queue(db, 'taken-over')
  const program = fileURLToPath(new URL('../testing/worker-that-hangs.ts', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(database.target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const sent: string[] = []
  const system = systemFor(db, async ({ messageId }) => void sent.push(messageId))
  const early = await startWorker(system, database.target, { first: [] })
  await queue(db, 'fresh')
  await vi.waitFor(() => expect(sent).toEqual(['fresh']), patiently)
  await early.stop()
  expect(await waiting(db), 'a minute has not passed').toHaveLength(1)

  await sql`update job_workers set seen_at = seen_at - interval '61 s'`.execute(db)
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '61 s'`.execute(
    db,
  )
  await working(system, database)
  await vi.waitFor(() => expect(sent).toEqual(['fresh', 'taken-over']), patiently)
})

test('the jobs of a worker that is known to have ended are taken over at once', async () => {
  const database = await testDatabase()
  const { db } = database
  const ids: string[] = []
  const onWorker = (id: string) => void ids.push(id)
  const begun: string[] = []
  const system = systemFor(db, ({ messageId }) => {
    begun.push(messageId)
    return begun.length === 1 ? new Promise(() => {}) : Promise.resolve()
  })
  const ended = await startWorker(system, database.target, { first: [], onWorker })
  onTestFinished(() => ended.stop(0))
  await queue(db, 'taken-over')
  await vi.waitFor(() => expect(begun).toEqual(['taken-over']), patiently)
  expect(ids).toHaveLength(1)

  const next = await startWorker(system, database.target, { first: [], endedWorkers: ids })
  onTestFinished(() => next.stop())
  await vi.waitFor(() => expect(begun).toEqual(['taken-over', 'taken-over']), patiently)
})

test('the jobs of a busy worker are not taken over, however long they take', async () => {
  const database = await testDatabase()
  const { db } = database
  const begun: string[] = []
  const answer = Promise.withResolvers<void>()
  const slow = systemFor(db, ({ messageId }) => {
    begun.push(messageId)
    return answer.promise
  })
  await working(slow, database)
  await queue(db, 'slow')
  await vi.waitFor(() => expect(begun).toEqual(['slow']), patiently)
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`.execute(
    db,
  )
  await working(slow, database)
  await queue(db, 'other')
  await vi.waitFor(() => expect(begun).toEqual(['slow', 'other']), patiently)
  answer.resolve()
  await vi.waitFor(async () => expect(await waiting(db)).toEqual([]), patiently)
  expect(begun).toEqual(['slow', 'other'])
})

test('a stopping worker finishes the jobs it has started', async () => {
  const database = await testDatabase()
  let answer = () => {}
  const sent: string[] = []
  const begun = Promise.withResolvers<void>()
  const system = systemFor(database.db, async ({ messageId }) => {
    begun.resolve()
    await new Promise<void>((resolve) => (answer = resolve))
    sent.push(messageId)
  })
  const worker = await startWorker(system, database.target, { first: [] })
  await queue(database.db, 'last')
  await begun.promise
  const stopped = worker.stop()
  answer()
  await stopped
  expect([sent, await waiting(database.db)]).toEqual([['last'], []])
  const workers = () => database.db.selectFrom('job_workers').select('id').execute()
  await expect.poll(workers).toEqual([])
})

test('merging the deltas of counts keeps every sum exact while items are added and removed', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const fold = () =>
    runScheduled(scheduledJobs['fold-listed-counts'], systemFor(db), new AbortController().signal)
  const first = await item()
  const pause = (paused: boolean) =>
    db.updateTable('clothing_items').set({ paused }).where('id', '=', first.id).execute()
  const changes = Array.from({ length: 20 }, (_, index) => [
    item({ business_id: first.business_id }),
    fold(),
    pause(index % 2 === 0),
    fold(),
  ])
  await Promise.all(changes.flat())
  await fold()
  const { rows } = await sql<{ rows: number; all: number }>`
    select count(*)::int as rows, sum(delta)::int as all
    from listed_count_deltas where kind = 'all'`.execute(db)
  expect(rows).toEqual([{ rows: 1, all: 21 }])
})
