import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import { writeEmail } from '#domain/mail/email.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Message } from '#gateways/mail/transport.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { make } from '#test/make.ts'
import { takeConsoleErrors } from '#test/setup/spoken.ts'
import { drainJobs, startWorker } from './job-worker.ts'
import { scheduledJobs } from './jobs.ts'
import type { System } from './system.ts'
import { systemFor } from './testing/system.ts'

const message = writeEmail({ template: 'test', subject: 'Hello', paragraphs: ['Hello'] })

function queue(db: Db, ...keys: string[]) {
  return inTransaction(db, async (tx) => {
    for (const messageKey of keys) {
      await queueMail(tx, { ...message, to: 'somebody@hemline.test', messageKey }, new Date())
    }
  })
}

async function working(system: System, { target }: TestDatabase) {
  const worker = await startWorker(system, target)
  onTestFinished(() => worker.stop())
  return worker
}

// Workers and processes of their own: on a busy machine they take their time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const patiently = { timeout: 20_000, interval: 50 }

const waiting = (db: Db) =>
  sql<{ task_identifier: string; attempts: number; wait: number }>`
    select task_identifier, attempts, extract(epoch from run_at - updated_at)::float as wait
    from graphile_worker.jobs where task_identifier = 'send-mail'`
    .execute(db)
    .then(({ rows }) => rows)

test('a job commits with what causes it, or never was', async () => {
  const { db, pool } = await testDatabase()
  const sent: string[] = []
  const system = systemFor(db, async ({ messageId }) => void sent.push(messageId))
  const changedMind = inTransaction(db, async (tx) => {
    await queueMail(tx, { ...message, to: 'a@hemline.test', messageKey: 'never' }, new Date())
    throw new Error('changed my mind')
  })
  await expect(changedMind).rejects.toThrow('changed my mind')
  await queue(db, 'committed')
  await drainJobs(system, pool)
  expect(sent).toEqual(['committed'])
})

test('draining throws what a job throws, and leaves the job for later', async () => {
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

test('a job that fails is tried again, first after one second, then later and later', async () => {
  const { db, pool } = await testDatabase()
  await queue(db, 'first')
  const failing = systemFor(db, () => Promise.reject(new Error('mail server is away')))
  const waits: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(drainJobs(failing, pool)).rejects.toThrow()
    const { rows } = await sql<{ wait: number }>`
      select round(extract(epoch from run_at - now()))::int as wait from graphile_worker.jobs`.execute(
      db,
    )
    waits.push(rows[0]?.wait ?? -1)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  }
  expect(waits).toEqual([1, 3, 7])
})

test('the jobs of a killed worker are taken over once it has been silent for a minute', async () => {
  const database = await testDatabase()
  const { db } = database
  await queue(db, 'taken-over')
  const program = fileURLToPath(new URL('./testing/worker-that-hangs.ts', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(database.target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const sent: string[] = []
  const system = systemFor(db, async ({ messageId }) => void sent.push(messageId))
  const early = await startWorker(system, database.target)
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

test('the jobs of a busy worker are left alone, however long they take', async () => {
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

test('a worker that stops finishes what it has begun', async () => {
  const database = await testDatabase()
  let answer = () => {}
  const sent: string[] = []
  const begun = Promise.withResolvers<void>()
  const system = systemFor(database.db, async ({ messageId }) => {
    begun.resolve()
    await new Promise<void>((resolve) => (answer = resolve))
    sent.push(messageId)
  })
  const worker = await startWorker(system, database.target)
  await queue(database.db, 'last')
  await begun.promise
  const stopped = worker.stop()
  answer()
  await stopped
  expect([sent, await waiting(database.db)]).toEqual([['last'], []])
  expect(await database.db.selectFrom('job_workers').select('id').execute()).toEqual([])
})

test('a worker whose connections are cut goes on', async () => {
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
  // The queue says on the console what became of a query that was under way.
  takeConsoleErrors()
})

test('a worker whose connections are lost without a word goes on with new ones', async () => {
  const database = await testDatabase()
  const proxy = await postgresProxy(database.target, new Gate())
  const sent: string[] = []
  const system = systemFor(database.db, async ({ messageId }) => void sent.push(messageId))
  const worker = await startWorker(system, { connectionString: proxy.url })
  onTestFinished(async () => {
    await worker.stop()
    await proxy.close()
  })
  await queue(database.db, 'before')
  await vi.waitFor(() => expect(sent).toEqual(['before']), patiently)
  proxy.loseConnections()
  await queue(database.db, 'after')
  await vi.waitFor(() => expect(sent).toEqual(['before', 'after']), { timeout: 50_000 })
  await vi.waitFor(() => expect(worker.heartbeatAge()).toBeLessThan(10_000), patiently)
  takeConsoleErrors()
})

test('a worker stops soon when nothing answers it any more', async () => {
  const database = await testDatabase()
  const proxy = await postgresProxy(database.target, new Gate())
  const worker = await startWorker(systemFor(database.db), { connectionString: proxy.url })
  proxy.loseConnections()
  const outcome = await Promise.race([
    worker.stop(3_600).then(() => 'stopped'),
    pause(30_000, 'still waiting', { ref: false }),
  ])
  expect(outcome).toBe('stopped')
  await proxy.close()
  takeConsoleErrors()
})

test('a worker whose first question fails asks again', async () => {
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
  // The queue says on the console that its workers ended.
  takeConsoleErrors()
})

test('a worker that cannot say that it lives takes no jobs', async () => {
  const database = await testDatabase()
  await sql`
    create function refuse_beats() returns trigger language plpgsql as
      $$ begin raise 'not now'; end $$`.execute(database.db)
  await sql`create trigger refuse_beats before insert on job_workers
    for each row execute function refuse_beats()`.execute(database.db)
  const sent: string[] = []
  const system = systemFor(database.db, async ({ messageId }) => void sent.push(messageId))
  await expect(startWorker(system, database.target)).rejects.toThrow('not now')
  // It finishes what it has begun; then it asks for nothing more.
  await vi.waitFor(async () => {
    const messageKey = newId()
    await queue(database.db, messageKey)
    await pause(1500)
    expect(sent).not.toContain(messageKey)
  }, patiently)
})

test('a worker that could not write down the end of a job goes on', async () => {
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
  await working(system, database)
  await vi.waitFor(() => expect(sent).toEqual(['under-way']), patiently)
  await queue(database.db, 'later')
  await vi.waitFor(() => expect(sent).toEqual(['under-way', 'later']), patiently)
  takeConsoleErrors()
})

test('folding counts keeps every sum exact while items come and go', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const fold = () => scheduledJobs['fold-listed-counts'].run(systemFor(db))
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
