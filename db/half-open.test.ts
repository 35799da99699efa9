import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { proxyTo } from '#tools/cluster/stalling-proxy.ts'
import { createPool, isDatabaseUnavailable } from './connection.ts'
import { watchForHalfOpen } from './half-open.ts'

const { target, pool: direct } = await testDatabase()
/** Long enough that a busy machine does not look silent. */
const times = { everyMs: 50, silenceMs: 2_000, soonMs: 500 }

/** A watched pool behind a proxy, and the counts of connections that the watch has closed. */
async function watchedPool(waits = times) {
  const gate = new Gate()
  const proxy = await postgresProxy(target, gate)
  const url = new URL(proxy.url)
  const way = await proxyTo(Number(url.port))
  url.port = String(way.port)
  const through = { connectionString: url.href }
  const pool = createPool(through, { max: 5 })
  const closed: number[] = []
  const watch = watchForHalfOpen(pool, through, (count) => void closed.push(count), waits)
  onTestFinished(async () => {
    watch.close()
    await pool.end()
    await way.close()
    await proxy.close()
    // The next test counts its own connections.
    await expect.poll(watches).toBe(0)
  })
  /** Opens this many connections, releases them, and waits until the watch has its connection. */
  const open = async (count: number) => {
    const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
    for (const client of clients) client.release()
    await expect.poll(watches).toBe(1)
  }
  return { gate, way, pool, closed, open }
}

/** How many connections are those of a watch. */
async function watches(): Promise<number> {
  const { rowCount } = await direct.query(`select from pg_stat_activity
    where datname = current_database() and query = 'select 1' and state = 'idle'`)
  return rowCount ?? 0
}

const problemOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

/** Runs `work` at the watch's next query, before it reaches the database. */
function onNextQuestion(gate: Gate, work: () => void): Promise<void> {
  let isFirst = true
  return new Promise((resolve) => {
    gate.onMessage((message) => {
      if (!isFirst || !message.includes('select 1')) return
      isFirst = false
      work()
      resolve()
    })
  })
}

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('half-open connections are closed together, in use or not, and new ones work', async () => {
  const { way, pool, closed, open } = await watchedPool()
  await open(3)
  way.stall()
  const waiting = problemOf(pool.query('select 1'))
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  await expect.poll(() => closed).toEqual([3])
  await expect.poll(() => pool.totalCount).toBe(0)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('half-open connections are closed only once new connections get a response', async () => {
  const { way, pool, closed, open } = await watchedPool()
  await open(2)
  way.cut()
  const waiting = problemOf(pool.query('select 1'))
  await pause(4_000)
  expect(closed).toEqual([])
  way.join()
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  expect(closed).toEqual([2])
  await expect.poll(() => pool.totalCount).toBe(0)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('half-open connections are closed even if the first response on a new one is late', async () => {
  const { gate, way, pool, closed, open } = await watchedPool()
  await open(2)
  way.stall()
  void onNextQuestion(gate, () => spin(600))
  expect(isDatabaseUnavailable(await problemOf(pool.query('select 1 as one')))).toBe(true)
  expect(closed).toEqual([2])
})

test('half-open connections that received something just before the loss are closed too', async () => {
  const { way, pool, closed, open } = await watchedPool({
    ...times,
    silenceMs: 6_000,
    soonMs: 5_000,
  })
  await open(0)
  // The watch's query gets no response.
  way.hold()
  await pause(200)
  await open(2)
  way.stall()
  expect(isDatabaseUnavailable(await problemOf(pool.query('select 1 as one')))).toBe(true)
  expect(closed).toEqual([2])
})

test('connections to a busy server are not closed once its late response arrives', async () => {
  const { gate, way, pool, closed, open } = await watchedPool()
  await open(2)
  const long = pool.query('select 1 as one from pg_sleep(5)')
  way.hold()
  void onNextQuestion(gate, () => {
    spin(600)
    way.release()
  })
  expect((await long).rows).toEqual([{ one: 1 }])
  expect(closed).toEqual([])
  expect(pool.totalCount).toBe(2)
})

test('a slow query is not cut off while other connections get responses', async () => {
  const { pool, closed } = await watchedPool()
  const { rows } = await pool.query('select 1 as one from pg_sleep(4)')
  expect(rows).toEqual([{ one: 1 }])
  expect(closed).toEqual([])
})

test('a server that closes its connections does not count as silent', async () => {
  const { pool, closed, open } = await watchedPool()
  await open(2)
  await direct.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await expect.poll(() => problemOf(pool.query('select 1'))).toBe(null)
  await pause(800)
  expect(closed).toEqual([])
})

test('a process that was busy itself does not close its connections', async () => {
  const { gate, pool, closed, open } = await watchedPool()
  await open(2)
  // The process is too busy to read the response to the watch's query within the limit.
  await onNextQuestion(gate, () => spin(3_000))
  await pause(1_500)
  expect(closed).toEqual([])
  expect(pool.totalCount).toBe(2)
})
