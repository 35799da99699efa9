import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { createDb, createPool, inTransaction, isDatabaseUnavailable } from './connection.ts'
import type { PoolOptions } from './pool.ts'

const { target, pool } = await testDatabase()

/** A pool behind a proxy that can drop its connections silently. */
async function proxiedPool(options: PoolOptions & { readonly isPooled?: boolean }) {
  const proxy = await postgresProxy(target, new Gate())
  const { isPooled = false, ...rest } = options
  const proxied = createPool({ connectionString: proxy.url, isPooled }, rest)
  onTestFinished(async () => {
    await proxied.end()
    await proxy.close()
  })
  return { proxy, proxied }
}

const shown = sql<{ lock_timeout: string; statement_timeout: string; idle: string }>`
  select current_setting('lock_timeout') as lock_timeout,
    current_setting('statement_timeout') as statement_timeout,
    current_setting('idle_in_transaction_session_timeout') as idle`

const limits = { lock_timeout: '3s', statement_timeout: '20s', idle: '10s' }
const none = { lock_timeout: '0', statement_timeout: '0', idle: '0' }

test('slow statements, lock waits and open transactions time out', async () => {
  const ofApp = createPool(target, { max: 1 })
  onTestFinished(() => ofApp.end())
  expect((await shown.execute(createDb(ofApp))).rows).toEqual([limits])
})

test('through a pooler each transaction sets its limits, and none remain afterwards', async () => {
  const { proxied } = await proxiedPool({ max: 1, isPooled: true })
  const through = createDb(proxied)
  const inside = await inTransaction(through, (tx) => shown.execute(tx))
  expect(inside.rows).toEqual([limits])
  expect((await shown.execute(through)).rows).toEqual([none])
})

test('migrations and backups have no time limit', async () => {
  const patient = createPool(target, { max: 1, limited: false })
  onTestFinished(() => patient.end())
  expect((await shown.execute(createDb(patient))).rows).toEqual([none])
})

test('migrations and backups have no time limit even if the database has default limits', async () => {
  const database = await testDatabase()
  const alter = (what: string) =>
    database.pool.query(`do $$ begin
      execute format('alter database %I ${what}', current_database());
    end $$`)
  onTestFinished(async () => void (await alter('reset all')))
  await alter('set lock_timeout = 3000')
  await alter('set statement_timeout = 20000')
  await alter('set idle_in_transaction_session_timeout = 10000')
  const shownBy = async (options: PoolOptions) => {
    const opened = createPool(database.target, { max: 1, limited: false, ...options })
    onTestFinished(() => opened.end())
    return (await shown.execute(createDb(opened))).rows
  }
  expect(await shownBy({})).toEqual([none])
  expect(await shownBy({ lockTimeoutMs: 1_000 })).toEqual([{ ...none, lock_timeout: '1s' }])
})

test('waiting for a lock times out with an error, and the next query works', async () => {
  const impatient = createPool(target, { max: 1, lockTimeoutMs: 100 })
  onTestFinished(() => impatient.end())
  const waits = createDb(impatient)
  const holder = await pool.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin; lock table platform_settings')
  onTestFinished(() => void holder.query('rollback'))
  const waiting = inTransaction(waits, (tx) => sql`select from platform_settings`.execute(tx))
  const refusal: unknown = await waiting.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  expect((await sql`select 1 as one`.execute(waits)).rows).toEqual([{ one: 1 }])
})

test('a connection that stops responding is closed, with everything waiting on it', async () => {
  const { proxy, proxied } = await proxiedPool({ max: 3, silenceMs: 2_000 })
  const ask = () => createDb(proxied).selectFrom('platform_settings').selectAll().execute()
  await Promise.all([ask(), ask(), ask()])
  expect(proxied.totalCount).toBe(3)
  proxy.loseConnections()
  const silence: unknown = await ask().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(silence)).toBe(true)
  await expect.poll(() => proxied.totalCount).toBe(0)
  expect(await ask()).toHaveLength(1)
})
