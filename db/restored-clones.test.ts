import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { type Clone, newClone, takeClone } from '#test/postgres/clones.ts'
import { createDb, createPool } from './connection.ts'

const template = inject('postgres').template

/** Takes a clone, changes it, and gives it back. Returns the clone that the next test gets. */
async function nextAfter(change: (pool: pg.Pool, clone: Clone) => Promise<unknown>) {
  const clone = await newClone(template)
  const pool = createPool(clone.target)
  const before = await contentOf(pool)
  await change(pool, clone)
  const changed = await contentOf(pool)
  await pool.end()
  await clone.release()
  const next = await takeClone(template)
  onTestFinished(() => next.release())
  const nextPool = createPool(next.target)
  const after = await contentOf(nextPool)
  await nextPool.end()
  return { before, changed, after, isSame: next === clone }
}

/** Every row of every table, and the last number of every sequence. */
async function contentOf(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query<{ content: unknown }>(`
    select jsonb_object_agg(name, content order by name) as content
    from (
      select
        c.oid::regclass::text as name,
        query_to_xml(format('table %s order by 1', c.oid::regclass), true, false, '')::text as content
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      union all
      select sequencename, last_value::text from pg_sequences
    ) as everything`)
  return rows[0]?.content
}

test('a clone that a test has written to is restored and used again', async () => {
  const { before, changed, after, isSame } = await nextAfter(async (pool) => {
    const made = make(createDb(pool))
    await made.rental()
    await pool.query('delete from about_content')
    await pool.query('update home_page set version = 70')
    await pool.query("select setval('graphile_worker.jobs_id_seq1', 70)")
    await pool.query("select setval('stripe_sandbox.objects_seq_seq', 70)")
  })
  expect(changed).not.toEqual(before)
  expect(isSame).toBe(true)
  expect(after).toEqual(before)
})

test.for([
  ['a changed column', 'alter table likes rename column item_id to other'],
  [
    'a table renamed and named back',
    'alter table likes rename to l; alter table l rename to likes',
  ],
  ['new statistics', 'analyze likes'],
  ['an emptied table', 'truncate likes cascade'],
])('a clone with %s is not used again', async ([, change]) => {
  const { before, after, isSame } = await nextAfter((pool) => pool.query(change ?? ''))
  expect(isSame).toBe(false)
  expect(after).toEqual(before)
})

test('a clone to which somebody is still connected is not used again', async () => {
  const { isSame } = await nextAfter(async (_pool, { target }) => {
    const left = createPool(target)
    onTestFinished(() => left.end())
    await left.query('select')
  })
  expect(isSame).toBe(false)
})

test('a restored clone still finds a violated invariant', async () => {
  const clone = await newClone(template)
  onTestFinished(() => clone.release())
  const violate = async () => {
    const pool = createPool(clone.target)
    const { id } = await make(createDb(pool)).item({ available: false })
    await pool.end()
    return id
  }
  for (let times = 0; times < 2; times++) {
    const subject = await violate()
    expect(await clone.integrityViolations()).toEqual([expect.objectContaining({ subject })])
    await clone.release()
    expect(await takeClone(template)).toBe(clone)
    expect(await clone.integrityViolations()).toEqual([])
  }
})

test('the next test gets the same connection, reset to its initial state', async () => {
  const state = `select pg_backend_pid() as pid, current_setting('timezone') as zone,
    current_setting('lock_timeout') as wait, current_user as who,
    (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
  const clone = await newClone(template)
  const { rows: before } = await clone.pool().query(state)
  await clone
    .pool()
    .query(`set timezone = 'Asia/Tokyo'; set lock_timeout = 7; set role pg_read_all_data;
    select pg_advisory_lock(7)`)
  expect((await clone.pool().query(state)).rows).not.toEqual(before)
  await clone.release()
  const next = await takeClone(template)
  onTestFinished(() => next.release())
  expect(next).toBe(clone)
  expect((await next.pool().query(state)).rows).toEqual(before)
})

test('a pool that an earlier test has ended is reused only for the same kind and target', async () => {
  const state = `select pg_backend_pid() as pid, current_setting('lock_timeout') as wait`
  const clone = await newClone(template)
  const { target } = clone
  const open = () => createPool(target)
  const pool = clone.openPool(target, 'app', open)
  const { rows: before } = await pool.query(state)
  await pool.query('set lock_timeout = 7')
  await pool.end()
  await clone.release()

  const next = await takeClone(template)
  onTestFinished(() => next.release())
  expect(next).toBe(clone)
  expect(next.openPool(target, 'another app', open)).not.toBe(pool)
  expect(next.openPool({ ...target }, 'app', open)).not.toBe(pool)
  const again = next.openPool(target, 'app', open)
  expect((await again.query(state)).rows).toEqual(before)
  expect(next.openPool(target, 'app', open)).not.toBe(again)
})

test('a broken connection is not given to the next test', async () => {
  const clone = await newClone(template)
  const pool = clone.pool()
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const other = createPool(clone.target)
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await other.end()
  await clone.release()
  const next = await takeClone(template)
  onTestFinished(() => next.release())
  expect((await next.pool().query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
