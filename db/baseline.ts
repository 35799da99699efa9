import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'

// A new database begins with db/schema/; migrations change it from then on. Version 0.1.0 had 172
// migrations instead, and was in use with two schemas: three migrations turn the first into the last,
// and one more turns both into that of db/schema/.

export const SCHEMA_FOLDER = join(import.meta.dirname, 'schema')

/** Changes the rows of 0.1.0's first schema. */
const ROWS_OF_FIRST = '0303-rows-since-0246'
const FROM_FIRST_TO_LAST = ['0302-tables-since-0246', ROWS_OF_FIRST, '0304-indexes-since-0246']

/** The migrations that db/schema/ includes. */
export const IN_SCHEMA: readonly string[] = [
  ...FROM_FIRST_TO_LAST,
  '0305-left-by-versions-before-0-1',
]

/** The last migration of 0.1.0, and that of its first schema. */
export const LAST_OF_0_1 = '0301-notes-of-time-off'
const LAST_OF_FIRST = '0246-plainer-legal-texts'

type Schema = 'none' | 'first of 0.1.0' | 'last of 0.1.0' | 'current'

/** The migrations that each schema includes, although they were never applied. */
const included: Readonly<Record<Schema, readonly string[]>> = {
  none: IN_SCHEMA,
  'first of 0.1.0': [],
  'last of 0.1.0': FROM_FIRST_TO_LAST,
  current: [],
}

/** The schema that these migrations have made, of a database or a backup; null for an older one. */
export function schemaMadeBy(migrations: readonly string[]): Schema | null {
  const last = migrations.toSorted().at(-1)
  if (last === undefined) return 'none'
  if (last > LAST_OF_0_1) return 'current'
  if (last === LAST_OF_0_1) return 'last of 0.1.0'
  return last === LAST_OF_FIRST ? 'first of 0.1.0' : null
}

/** The same of a database, which is refused when it is older. */
export function schemaOf(recorded: readonly string[]): Schema {
  const schema = schemaMadeBy(recorded)
  if (schema) return schema
  throw new StartProblem(
    `The database has to be upgraded by Hemline 0.1.0 first (its last migration is ${recorded.toSorted().at(-1)}): start that version on it once, then this one.`,
  )
}

/** Creates the schema of a new database, or takes over one of 0.1.0. */
export async function beginWithSchema(client: PoolClient): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations
      (name varchar(255) primary key, timestamp varchar(255) not null)`,
  )
  const schema = schemaOf(await recordedMigrations(client))
  await client.query('begin')
  try {
    if (schema === 'none') await createSchema(client)
    for (const name of included[schema]) await recordMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function createSchema(client: PoolClient): Promise<void> {
  // Functions name tables of later files.
  await client.query('set local check_function_bodies = off')
  for (const file of (await readdir(SCHEMA_FOLDER)).sort())
    await client.query(await readFile(join(SCHEMA_FOLDER, file), 'utf8'))
}

/**
 * After the rows of a backup with these migrations were restored into today's tables: those of 0.1.0's
 * first schema still have to be changed by the next `migrate`.
 */
export async function prepareRowsOf(
  client: PoolClient,
  migrations: readonly string[],
): Promise<void> {
  if (migrations.includes(ROWS_OF_FIRST) || migrations.includes(LAST_OF_0_1)) return
  await client.query('delete from schema_migrations where name = $1', [ROWS_OF_FIRST])
}

export async function recordedMigrations(client: Pool | PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return rows.map(({ name }) => name)
}

export async function recordMigration(client: PoolClient, name: string): Promise<void> {
  await client.query('insert into schema_migrations (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ])
}
