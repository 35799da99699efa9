import { expect, it } from 'vitest'
import type { EmbeddedPostgres } from '#db/embedded/postgres.ts'
import { make } from '#test/make/make.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { seed } from './fill.ts'
import { prepare } from './own-database.ts'

const tiny = { scale: 0.0005, chunk: 2_000, maxSums: 1 }

it('fills a database with consistent rows, even when it is interrupted and repeated', async () => {
  const database = await testDatabase()
  const { pool } = database
  const before = await indexesOf(database)
  const interrupt = new AbortController()
  const stopAtFirstRentals = (line: string) => {
    if (line.startsWith('rentals: 2,000')) interrupt.abort(new Error('stopped'))
  }
  const stopped = seed(pool, { ...tiny, say: stopAtFirstRentals, signal: interrupt.signal })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await countRows(database, 'rentals')).toBe(2_000)

  await seed(pool, { ...tiny, say: () => {} })

  expect(await countRows(database, 'clothing_items')).toBe(500)
  // Including the admin.
  expect(await countRows(database, 'user_profiles')).toBe(501)
  expect(await countRows(database, 'rentals')).toBe(5_000)
  const lines = await countRows(database, 'audit_log')
  const operations = await countRows(database, 'credit_transactions')
  expect(lines + operations).toBeGreaterThan(25_000)
  expect(await indexesOf(database)).toEqual(before)
  expect(await danglingReferences(database)).toEqual([])
  expect(await statusesOf(database)).toEqual([
    'cancelled',
    'completed',
    'confirmed',
    'delivered',
    'pending',
  ])

  const repeated: string[] = []
  await seed(pool, { ...tiny, say: (line) => repeated.push(line) })
  expect(repeated.filter((line) => line.includes(': '))).toEqual([])
  expect(await countRows(database, 'audit_log')).toBe(lines)
})

it('refuses a database of another size', async () => {
  const { pool } = await testDatabase()
  const signal = AbortSignal.abort(new Error('stopped'))
  const begun = seed(pool, { ...tiny, say: () => {}, signal })
  await expect(begun).rejects.toThrow('stopped')
  await expect(seed(pool, { scale: 0.001, say: () => {} })).rejects.toThrow(
    'This database has scale 0.0005, not 0.001',
  )
})

it('refuses the database of a shop, but not an empty one or its own', async () => {
  const { db, pool, target } = await testDatabase()
  const ours = target as EmbeddedPostgres['connection']
  await prepare(ours)
  await make(db).person()
  await expect(prepare(ours)).rejects.toThrow('belongs to a shop')
  await pool.query('create schema bench_seed')
  await prepare(ours)
})

async function countRows({ pool }: TestDatabase, table: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

async function statusesOf({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ status: string }>(
    'select distinct status from rentals order by 1',
  )
  return rows.map(({ status }) => status)
}

async function indexesOf({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ indexdef: string }>(
    // Indexes of partitions get other names when they are created again.
    `select format('%s %s', indisvalid,
       regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON')) as indexdef
     from pg_index join pg_class c on c.oid = indrelid
     where relnamespace in ('public'::regnamespace, 'audit_log_months'::regnamespace) order by 1`,
  )
  return rows.map(({ indexdef }) => indexdef)
}

type Reference = { name: string; child: string; parent: string; condition: string }

/** Needed because foreign keys are not checked while rows are added. */
async function danglingReferences({ pool }: TestDatabase): Promise<string[]> {
  const { rows: references } = await pool.query<Reference>(`
    select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ')
       from unnest(conkey, confkey) as pair(mine, theirs)
       join pg_attribute a on a.attrelid = conrelid and a.attnum = mine
       join pg_attribute b on b.attrelid = confrelid and b.attnum = theirs) as condition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const dangling: string[] = []
  for (const { name, child, parent, condition } of references) {
    const given = condition.replaceAll(/c\.(\S+) = \S+/g, 'c.$1 is not null')
    const { rowCount } = await pool.query(
      `select from ${child} c where ${given} and not exists (select from ${parent} p where ${condition})`,
    )
    if (rowCount) dangling.push(name)
  }
  return dangling
}
