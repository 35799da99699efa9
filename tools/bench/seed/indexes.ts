import type { PoolClient } from 'pg'
import { type SeedOptions, secondsSince } from './fill.ts'

/** Only indexes that take longer are printed. */
const LONG_MS = 1_000

/** Records and drops the indexes of these tables that no constraint needs. */
export async function dropIndexes(client: PoolClient, tables: readonly string[]): Promise<void> {
  await client.query(
    `insert into bench_seed.indexes
     -- Of a partitioned table, with those of its partitions.
     select indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '),
       indrelid::regclass::text
     from pg_index
     where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  const { rows } = await client.query<{ name: string }>('select name from bench_seed.indexes')
  for (const { name } of rows) await client.query(`drop index ${name}`)
}

/** Creates them again, which takes far less time than updating them for each row. */
export async function buildIndexes(
  client: PoolClient,
  { say, signal }: Pick<SeedOptions, 'say' | 'signal'>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    'select name, definition from bench_seed.indexes order by on_table, name',
  )
  for (const { name, definition } of rows) {
    signal?.throwIfAborted()
    const began = performance.now()
    await client.query('begin')
    await client.query(definition)
    await client.query('delete from bench_seed.indexes where name = $1', [name])
    await client.query('commit')
    if (performance.now() - began > LONG_MS) say(`index ${name}: ${secondsSince(began)}`)
  }
}
