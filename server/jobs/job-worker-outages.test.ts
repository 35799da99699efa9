import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { newId } from '#domain/shared/ids.ts'
import { systemFor } from '#server/testing/system.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { startWorker, type WorkerOptions } from './job-worker.ts'
import type { System } from './system.ts'

const message: Email = { template: 'test', subject: 'Hello', paragraphs: ['Hello'] }

function queue(db: Db, ...keys: string[]) {
  return inTransaction(db, async (tx) => {
    for (const messageKey of keys) {
      await notify(tx, { ...message, to: 'somebody@hemline.test', messageKey }, new Date())
    }
  })
}

/** Shorter times than in production, and no jobs at the start. */
const quickly: WorkerOptions = {
  first: [],
  times: { pollMs: 100, beatMs: 1000, silenceMs: 3000, secondsToClose: 0.5, pauseMs: 50 },
}

async function working(system: System, { target }: TestDatabase, options = quickly) {
  const worker = await startWorker(system, target, options)
  onTestFinished(() => worker.stop())
  return worker
}

// These tests start workers and processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patiently = { timeout: 20_000, interval: 50 }

test('a worker whose connections are cut continues', async () => {
  const database = await testDatabase()
  const sent: string[] = []
  await working(
    systemFor(database.db, async ({ messageId }) => void sent.push(messageId)),
    database,
  )
  const { rows: cut } = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
  const pids = sql.join(cut.map(({ pid }) => pid))
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where pid in (${pids})`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  }, patiently)
  await queue(database.db, 'after-the-cut')
  await vi.waitFor(() => expect(sent).toEqual(['after-the-cut']), patiently)
  // The queue prints the result of an interrupted query to the console.
  takeConsoleErrors()
})

test('a worker whose connections are silently lost continues with new ones', async () => {
  const database = await testDatabase()
  const proxy = await postgresProxy(database.target, new Gate())
  const sent: string[] = []
  const system = systemFor(database.db, async ({ messageId }) => void sent.push(messageId))
  const worker = await startWorker(system, { connectionString: proxy.url }, quickly)
  onTestFinished(async () => {
    await worker.stop()
    await proxy.close()
  })
  await queue(database.db, 'before')
  await vi.waitFor(() => expect(sent).toEqual(['before']), patiently)
  proxy.loseConnections()
  await queue(database.db, 'after')
  await vi.waitFor(() => expect(sent).toEqual(['before', 'after']), patiently)
  const lostFor = worker.heartbeatAge()
  await vi.waitFor(() => expect(worker.heartbeatAge()).toBeLessThan(lostFor), patiently)
  takeConsoleErrors()
})

test('a worker stops soon when the database no longer responds', async () => {
  const database = await testDatabase()
  const proxy = await postgresProxy(database.target, new Gate())
  const through = { connectionString: proxy.url }
  const worker = await startWorker(systemFor(database.db), through, quickly)
  proxy.loseConnections()
  const outcome = await Promise.race([
    worker.stop(3_600).then(() => 'stopped'),
    pause(30_000, 'still waiting', { ref: false }),
  ])
  expect(outcome).toBe('stopped')
  await proxy.close()
  takeConsoleErrors()
})

test('a worker whose first query fails retries it', async () => {
  const database = await testDatabase()
  await sql`create sequence refusals`.execute(database.db)
  await sql`
    create function refuse_names() returns trigger language plpgsql as $$ begin
      if current_query() ilike '%unnest(%' then
        perform nextval('refusals');
        raise 'not now';
      end if;
      return null;
    end $$`.execute(database.db)
  await sql`create trigger refuse_names before insert on graphile_worker._private_tasks
    execute function refuse_names()`.execute(database.db)
  const sent: string[] = []
  await working(
    systemFor(database.db, async ({ messageId }) => void sent.push(messageId)),
    database,
  )
  await vi.waitFor(async () => {
    const { rows } = await sql`select from refusals where is_called`.execute(database.db)
    expect(rows).toHaveLength(1)
  }, patiently)
  await sql`drop trigger refuse_names on graphile_worker._private_tasks`.execute(database.db)
  await queue(database.db, 'later')
  await vi.waitFor(() => expect(sent).toEqual(['later']), patiently)
  // The queue prints to the console that its workers ended.
  takeConsoleErrors()
})

test('a worker that cannot record its heartbeat takes no jobs', async () => {
  const database = await testDatabase()
  await sql`
    create function refuse_beats() returns trigger language plpgsql as
      $$ begin raise 'not now'; end $$`.execute(database.db)
  await sql`create trigger refuse_beats before insert on job_workers
    for each row execute function refuse_beats()`.execute(database.db)
  const sent: string[] = []
  const system = systemFor(database.db, async ({ messageId }) => void sent.push(messageId))
  await expect(startWorker(system, database.target, quickly)).rejects.toThrow('not now')
  // It finishes what it has started, and takes nothing more.
  await vi.waitFor(async () => {
    const messageKey = newId()
    await queue(database.db, messageKey)
    await pause(300)
    expect(sent).not.toContain(messageKey)
  }, patiently)
})

test('a worker that could not record the end of a job continues', async () => {
  const database = await testDatabase()
  await sql`create sequence refusals`.execute(database.db)
  await sql`
    create function refuse_first_end() returns trigger language plpgsql as $$ begin
      if nextval('refusals') = 1 then raise 'not now'; end if;
      return old;
    end $$`.execute(database.db)
  await sql`create trigger refuse_first_end before delete on graphile_worker._private_jobs
    for each row execute function refuse_first_end()`.execute(database.db)
  const refused = () =>
    vi.waitFor(async () => {
      const { rows } = await sql`select from refusals where is_called`.execute(database.db)
      expect(rows).toHaveLength(1)
    }, patiently)
  const sent: string[] = []
  const system = systemFor(database.db, async ({ messageId }) => {
    if (messageId === 'under-way') await refused().then(() => pause(200))
    sent.push(messageId)
  })
  await queue(database.db, 'under-way')
  // The database refuses to record the end of this job.
  await working(system, database, { ...quickly, first: ['grow-sitemap'] })
  await vi.waitFor(() => expect(sent).toEqual(['under-way']), patiently)
  await queue(database.db, 'later')
  await vi.waitFor(() => expect(sent).toEqual(['under-way', 'later']), patiently)
  takeConsoleErrors()
})

test('a job whose fetch got no response still runs, and one in progress is not started again', async () => {
  const database = await testDatabase()
  const began: string[] = []
  const enough = Promise.withResolvers<void>()
  const system = systemFor(database.db, async ({ messageId }) => {
    began.push(messageId)
    if (messageId === 'long') await enough.promise
  })
  const workers: string[] = []
  const times = { ...quickly.times, beatMs: 100, silenceMs: 500 }
  const onWorker = (id: string) => void workers.push(id)
  await working(system, database, { ...quickly, times, onWorker })
  await queue(database.db, 'long')
  await vi.waitFor(() => expect(began).toEqual(['long']), patiently)
  await inTransaction(database.db, async (tx) => {
    const mail = { ...message, to: 'somebody@hemline.test', messageKey: 'lost' }
    await notify(tx, mail, new Date())
    // As when the connection breaks before the worker hears of it.
    const { numAffectedRows } = await sql`update graphile_worker._private_jobs
      set locked_by = ${workers[0]}, locked_at = now() where locked_by is null`.execute(tx)
    expect(numAffectedRows).toBe(1n)
  })
  await vi.waitFor(() => expect(began).toEqual(['long', 'lost']), patiently)
  await vi.waitFor(async () => {
    const { rows } = await sql`select attempts from graphile_worker.jobs`.execute(database.db)
    expect(rows).toEqual([{ attempts: 1 }])
  }, patiently)
  enough.resolve()
  expect(began).toEqual(['long', 'lost'])
  expect(workers).toHaveLength(1)
})
