import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { catalogueOf, cleaned } from '#test/database-state.ts'
import { make } from '#test/make.ts'
import { databaseIn } from '#test/setup/postgres.ts'
import { createDb, createPool } from './connection.ts'

// Tests get databases that others have used.

async function cloneToUse() {
  const { admin, template, cleaning } = inject('postgres')
  if (!cleaning) throw new Error('the user of the tests may not switch triggers off')
  const name = `${template}_used_${Math.random().toString(36).slice(2, 8)}`
  const maker = new pg.Client({ ...admin })
  await maker.connect()
  await maker.query(`create database "${name}" template "${template}" strategy file_copy`)
  const target = databaseIn(admin, name)
  const pool = createPool(target, { max: 1 })
  const cleaner = createPool(target, { max: 1 })
  onTestFinished(async () => {
    await pool.end()
    await cleaner.end()
    await maker.query(`drop database "${name}" with (force)`)
    await maker.end()
  })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const own = new Set(rows.map(({ pid }) => pid))
  const used = { pool, own, cleaner, catalogue: await catalogueOf(cleaner) }
  return { db: createDb(pool), target, pool, clean: () => cleaned(used, cleaning) }
}

/** Every row, and where the sequences are. */
async function contents(pool: pg.Pool): Promise<unknown> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname !~ '^(pg_|information_schema$)' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t order by 1`)
    found[name] = rows
  }
  const { rows: sequences } = await pool.query('select * from pg_sequences order by 1, 2')
  return { ...found, sequences }
}

test('a used database becomes as it was before the test', async () => {
  const { db, pool, clean } = await cloneToUse()
  const before = await contents(pool)
  const { rental, credits, shopper, admin } = make(db)
  await rental({ status: 'completed' })
  await credits(await shopper(), 20)
  await admin()
  await pool.query(`select graphile_worker.add_job('send-mail')`)
  await pool.query('update home_page set version = version + 1')
  await pool.query('delete from platform_numbers')
  await pool.query(
    `insert into stripe_sandbox.objects (id, object, created, body) values ('x', 'y', 1, '{}')`,
  )
  expect(await contents(pool)).not.toEqual(before)
  expect(await clean()).toBe(true)
  expect(await contents(pool)).toEqual(before)
})

test.for([
  'alter table audit_log rename to away; alter table away rename to audit_log',
  'alter table audit_log disable trigger user; alter table audit_log enable trigger user',
  'alter table gift_codes rename column claimed_by to x; alter table gift_codes rename column x to claimed_by',
  'alter table rentals add check (true)',
  'create table kept (word text)',
  'create function kept() returns int language sql as $$ select 1 $$',
  'truncate likes',
  'analyze',
  'create index on rentals (created_at)',
  `do $$ begin execute format('alter database %I set work_mem = 100', current_database()); end $$`,
  `insert into rate_limits (key) select n || repeat('x', 200) from generate_series(1, 40000) n`,
])('a database is not used again after: %s', async (statement) => {
  const { pool, clean } = await cloneToUse()
  expect(await clean()).toBe(true)
  await pool.query(statement)
  expect(await clean()).toBe(false)
})

test('a database with an open connection of its test is not used again', async () => {
  const { pool, clean } = await cloneToUse()
  const client = await pool.connect()
  expect(await clean()).toBe(false)
  client.release()
  expect(await clean()).toBe(true)
})

test('connections of others end before a database is used again', async () => {
  const { target, clean } = await cloneToUse()
  const other = new pg.Client({ ...target })
  other.on('error', () => {})
  await other.connect()
  expect(await clean()).toBe(true)
  await expect(other.query('select 1')).rejects.toThrow()
})

const used: string[] = []

test.for([1, 2])('a database of a test is handed on with its connections, %s', async () => {
  const { pool } = await testDatabase()
  const { rows } = await pool.query('select current_database() || pg_backend_pid() as it')
  used.push(rows[0].it)
  expect(new Set(used).size).toBe(1)
})
