import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { describeSchema } from '#db/testing/describe-schema.ts'
import { addOldShop } from '#db/testing/old-shop.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { createDb } from './connection.ts'
import { migrate } from './migrate.ts'
import { migrationNames } from './migration-files.ts'

const LAST_OF_0_1 = '0301-notes-of-time-off'

/** The rows of each table, as JSON, with these columns only. */
async function rowsOf(pool: Pool, columns: ReadonlyMap<string, readonly string[]>) {
  const rows = new Map<string, string[]>()
  for (const [table, names] of columns) {
    const { rows: found } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${names.join(', ')} from ${table}) t order by 1`,
    )
    rows.set(
      table,
      found.map(({ row }) => row),
    )
  }
  return rows
}

async function columnsOf(pool: Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(quote_ident(attname) order by attnum) as columns
      from pg_class c join pg_attribute on attrelid = c.oid
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and relname <> 'schema_migrations' and attnum > 0 and not attisdropped
      group by 1 order by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

test('a shop of 0.1.0 keeps its rows and gets the schema of a new one', async () => {
  const { pool, target } = await emptyDatabase()
  await addOldShop(pool)
  const columns = await columnsOf(pool)
  const before = await rowsOf(pool, columns)
  expect([...before].flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))).toEqual([
    'deposit_top_ups',
  ])
  expect(await migrate(target)).toEqual(await migrationNames())
  const after = await rowsOf(pool, columns)
  const changed = [...columns.keys()].filter(
    (table) => JSON.stringify(before.get(table)) !== JSON.stringify(after.get(table)),
  )
  expect(changed).toEqual([
    ...['about_content', 'closet_total_changes', 'clothing_items', 'item_search'],
    ...['listed_count_deltas', 'running_total_changes'],
  ])
  expect(await integrityViolations(createDb(pool))).toEqual([])
  expect(await describeSchema(pool)).toEqual(await describeSchema((await testDatabase()).pool))
})

test('the migrations from 0.1.0 convert what earlier versions wrote', async () => {
  const { pool, target } = await emptyDatabase()
  await addOldShop(pool)
  await migrate(target)
  const one = async (query: string) => Object.values((await pool.query(query)).rows[0] ?? {})[0]
  expect(await one("select sku from clothing_items where sku like 'Chlo%'")).toBe('Chloé-7')
  expect(
    await one("select count(*) from item_search where doc @@ plainto_tsquery('womens crepe')"),
  ).toBe(1)
  expect(await one('select count(*) from images where of_import')).toBe(1)
  expect(await one('select time_zone from shop_time_zone')).toBe('America/New_York')
})

test('a database that 0.1.0 has migrated to its last schema is taken over as it is', async () => {
  const { pool, target } = await emptyDatabase()
  await addOldShop(pool)
  await migrate(target, { upTo: '0304-indexes-since-0246' })
  await pool.query("delete from schema_migrations where name > '0301'")
  await pool.query('insert into schema_migrations values ($1, now()::text)', [LAST_OF_0_1])
  const columns = await columnsOf(pool)
  const before = await rowsOf(pool, columns)
  expect(await migrate(target)).toEqual((await migrationNames()).slice(3))
  const after = await rowsOf(pool, columns)
  // Its items are found under the categories that their titles name, and by their reach; what was
  // paid for credits is in whole cents; what closets earned is totalled over thirty days.
  expect(
    [...columns.keys()].filter((table) => !isDeepStrictEqual(before.get(table), after.get(table))),
  ).toEqual([
    ...['closet_total_changes', 'item_search', 'listed_count_deltas', 'running_total_changes'],
  ])
  expect(await integrityViolations(createDb(pool))).toEqual([])
  expect(await describeSchema(pool)).toEqual(await describeSchema((await testDatabase()).pool))
})

test.for([
  '0240-nothing-is-earned-while-a-return-request-is-undecided',
  '0277-legal-texts-with-summaries',
])('a database with another schema of 0.1.0 is refused: %s', async (last) => {
  const { pool, target } = await emptyDatabase()
  await pool.query(
    'create table schema_migrations (name text primary key, timestamp text not null)',
  )
  await pool.query('insert into schema_migrations values ($1, now()::text)', [last])
  const refusal: unknown = await migrate(target).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartProblem)
  expect(String(refusal)).toContain(
    `has to be upgraded by Hemline 0.1.0 first (its last migration is ${last}): start that version on it once, then this one.`,
  )
})
