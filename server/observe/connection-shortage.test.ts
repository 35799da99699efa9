import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { watchForShortage } from './connection-shortage.ts'

const { target } = await testDatabase()

function watched(max: number, as: pg.PoolConfig = target) {
  const clock = testClock()
  const pool = new pg.Pool({ ...as, max, connectionTimeoutMillis: 10_000 })
  // Waiting for a free connection times out soon, opening one does not.
  pool.once('connect', () => {
    pool.options.connectionTimeoutMillis = 50
  })
  // The database is dropped while the last connection may still be closing.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const logged: [object, string][] = []
  const watch = watchForShortage(pool, clock.now, (...line) => logged.push(line))
  const ask = (text = 'select 1') => pool.query(text).catch((error: unknown) => watch.note(error))
  return { clock, pool, logged, watch, ask }
}

/** The same database for another client. */
function asUser(user: string): pg.PoolConfig {
  if (!('connectionString' in target)) return { ...target, user }
  const url = new URL(target.connectionString)
  url.username = user
  return { connectionString: url.href }
}

test('a pool without free connections is reported once a minute, with counts', async () => {
  const { clock, pool, logged, watch, ask } = watched(1)
  const taken = await pool.connect()
  onTestFinished(() => taken.release())
  expect(watch.isRecent()).toBe(false)
  for (let times = 0; times < 3; times++) await ask()
  const sentence = expect.stringContaining('All database connections of this process')
  const connections = { shortage: 'pool', max: 1, inUse: 1, waiting: 0 }
  expect(logged).toEqual([[{ connections: { ...connections, times: 1 } }, sentence]])
  expect(watch.isRecent()).toBe(true)

  clock.advance({ seconds: 60 })
  expect(watch.isRecent()).toBe(false)
  await ask()
  expect(logged).toHaveLength(2)
  expect(logged[1]).toEqual([{ connections: { ...connections, times: 3 } }, sentence])
})

test('a database that accepts no more connections is reported as such', async () => {
  const name = `few_${process.pid}`
  const { logged, ask } = watched(5, asUser(name))
  const maker = new pg.Client({ ...target })
  await maker.connect()
  onTestFinished(() => maker.end())
  await maker.query(`create role ${name} login connection limit 0`)
  onTestFinished(async () => void (await maker.query(`drop role ${name}`)))
  await ask()
  expect(logged).toMatchObject([
    [
      { connections: { shortage: 'server' } },
      expect.stringContaining('accepts no more connections'),
    ],
  ])
})

test('a failing or slow query does not count as a shortage of connections', async () => {
  const { logged, watch, ask } = watched(1)
  await ask('select nonsense')
  await ask('set statement_timeout = 10; select pg_sleep(1)')
  expect(logged).toEqual([])
  expect(watch.isRecent()).toBe(false)
})
