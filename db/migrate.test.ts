import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { createPool } from './connection.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS_FOLDER, migrationNames, readMigration } from './migration-files.ts'

test('a version older than the database refuses to start and says what to do', async () => {
  const { target, pool } = await testDatabase()
  await pool.query("insert into schema_migrations values ('9999-of-tomorrow', now()::text)")
  const refusal: unknown = await migrate(target).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartProblem)
  expect(String(refusal)).toMatch(/newer version of Hemline.*9999-of-tomorrow.*restore a backup/)
})

test('a migration with a lower number than applied ones is still applied', async () => {
  const { target, pool } = await testDatabase()
  const name = '0305-left-by-versions-before-0-1'
  await pool.query('delete from schema_migrations where name = $1', [name])
  await pool.query("insert into schema_migrations values ('0300-of-0.1.0', now()::text)")
  expect(await migrate(target)).toEqual([name])
})

/** The migrations of this version and one more. */
async function withMigration(text: string): Promise<{ name: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of await migrationNames()) {
    writeFileSync(join(folder, `${name}.sql`), (await readMigration(name, MIGRATIONS_FOLDER)).text)
  }
  const name = '9000-of-a-test'
  writeFileSync(join(folder, `${name}.sql`), text)
  return { name, folder }
}

const quickRetries = { lockMs: 50, pauseMs: 50, tries: 1_000 }

async function columnsOf(pool: Awaited<ReturnType<typeof testDatabase>>['pool']) {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = 'cities'::regclass and attnum > 0 and not attisdropped`,
  )
  return rows.map(({ name }) => name)
}

test('a migration backs off during a long transaction, then succeeds; queries go on meanwhile', async () => {
  const { target, pool } = await testDatabase()
  const { name, folder } = await withMigration('alter table cities add column slogan text;')
  const dump = await pool.connect()
  await dump.query('begin')
  await dump.query('select from cities')
  const lines: string[] = []
  const migrating = migrate(target, {
    folder,
    say: (line) => lines.push(line),
    retries: quickRetries,
  })
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^Waiting for a table.*9000/)])
  // If the migration just waited for its lock, each of these would fail after three seconds.
  const shopper = createPool(target, { max: 1 })
  for (let reads = 0; reads < 50; reads += 1) await shopper.query('select from cities')
  await shopper.end()
  expect(await columnsOf(pool)).not.toContain('slogan')
  await dump.query('commit')
  dump.release()
  expect(await migrating).toEqual([name])
  expect(await columnsOf(pool)).toContain('slogan')
})

test('a migration that never gets its lock changes nothing and says what to look for', async () => {
  const { target, pool } = await testDatabase()
  const { folder } = await withMigration(
    'create table slogans (id uuid); alter table cities add column slogan text;',
  )
  const dump = await pool.connect()
  await dump.query('begin')
  await dump.query('select from cities')
  const refusal: unknown = await migrate(target, {
    folder,
    retries: { ...quickRetries, tries: 3 },
  }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartProblem)
  expect(String(refusal)).toMatch(/9000-of-a-test.*kept a table locked.*pg_stat_activity/)
  await dump.query('commit')
  dump.release()
  const { rows } = await pool.query("select to_regclass('slogans') as slogans")
  expect(rows).toEqual([{ slogans: null }])
})

test('an index is created without blocking writers, and an unfinished one is created again', async () => {
  const { target, pool } = await testDatabase()
  const { name, folder } = await withMigration(
    '-- no transaction\ncreate unique index concurrently state_is_listed_once on cities (state);\n',
  )
  await pool.query(
    `insert into cities (id, name, state, created_at) values
      (gen_random_uuid(), 'Troy', 'NY', now()), (gen_random_uuid(), 'Rome', 'NY', now())`,
  )
  await expect(migrate(target, { folder })).rejects.toThrow('could not create unique index')
  const isValid = async () => {
    const { rows } = await pool.query<{ indisvalid: boolean }>(
      `select indisvalid from pg_index where indexrelid = to_regclass('state_is_listed_once')`,
    )
    return rows[0]?.indisvalid
  }
  expect(await isValid()).toBe(false)
  await pool.query("delete from cities where name = 'Rome'")
  // The index waits for this transaction while others can write.
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query("update cities set is_active = false where name = 'Troy'")
  const migrating = migrate(target, { folder, retries: { ...quickRetries, tries: 1 } })
  await expect.poll(isValid).toBe(false)
  await pool.query(
    "insert into cities (id, name, state, created_at) values (gen_random_uuid(), 'Reno', 'NV', now())",
  )
  await writer.query('commit')
  writer.release()
  expect(await migrating).toEqual([name])
  expect(await isValid()).toBe(true)
})

test('constraints are validated after their migration, while others write', async () => {
  const { target, pool } = await testDatabase()
  const { name, folder } = await withMigration(
    "alter table cities add constraint state_is_not_xx check (state <> 'XX') not valid;",
  )
  const add = (city: string, state: string) =>
    pool.query(
      'insert into cities (id, name, state, created_at) values (gen_random_uuid(), $1, $2, now())',
      [city, state],
    )
  await add('Nowhere', 'XX')
  await expect(migrate(target, { folder })).rejects.toThrow('state_is_not_xx')
  await pool.query("delete from cities where state = 'XX'")
  const writer = await pool.connect()
  await writer.query("begin; update cities set is_active = false where state = 'NY'")
  // The migration itself is recorded, so that only its constraint is left.
  expect(await migrate(target, { folder, retries: { ...quickRetries, tries: 1 } })).toEqual([])
  await writer.query('rollback')
  writer.release()
  const { rows } = await pool.query(
    "select convalidated from pg_constraint where conname = 'state_is_not_xx'",
  )
  expect(rows).toEqual([{ convalidated: true }])
  const { rows: recorded } = await pool.query('select from schema_migrations where name = $1', [
    name,
  ])
  expect(recorded).toHaveLength(1)
})

test('processes that start together apply each migration once', async () => {
  const { target } = await testDatabase()
  const { name, folder } = await withMigration('alter table cities add column slogan text;')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(target, { folder })))
  expect(applied.flat()).toEqual([name])
})

test('an index of a partitioned table consists of one for each partition', async () => {
  const { target, pool } = await testDatabase()
  const { name, folder } = await withMigration(
    '-- no transaction\ncreate index concurrently lines_by_noun_id on audit_log (noun_id, at);',
  )
  const indexes = async () => {
    const { rows } = await pool.query<{ valid: boolean; parts: number; missing: number }>(
      `select i.indisvalid as valid,
          (select count(*)::int from pg_inherits where inhparent = i.indexrelid) as parts,
          (select count(*)::int from pg_inherits where inhparent = i.indrelid) -
            (select count(*)::int from pg_inherits where inhparent = i.indexrelid) as missing
        from pg_index i where i.indexrelid = to_regclass('lines_by_noun_id')`,
    )
    return rows
  }
  // As after an interruption: some partitions have their index, and one of these is unfinished.
  await pool.query(`
    create index lines_by_noun_id on only audit_log (noun_id, at);
    create index lines_by_noun_id_of_other on audit_log_months.other (noun_id, at);
    update pg_index set indisvalid = false
      where indexrelid = 'audit_log_months.lines_by_noun_id_of_other'::regclass`)
  expect(await indexes()).toMatchObject([{ valid: false, parts: 0 }])
  expect(await migrate(target, { folder })).toEqual([name])
  expect(await indexes()).toMatchObject([{ valid: true, missing: 0 }])
  await pool.query('delete from schema_migrations where name = $1', [name])
  expect(await migrate(target, { folder })).toEqual([name])
})
