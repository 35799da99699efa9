import type { ClientBase } from 'pg'

/** A table in a backup, and its columns that can be written. */
export interface BackedUpTable {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

const SCHEMAS = ['public', 'graphile_worker', 'stripe_sandbox']
/** The tables that record which migrations have run are created by the migrations. */
const MIGRATION_TABLES = [
  'public.schema_migrations',
  'public.schema_migrations_lock',
  'graphile_worker.migrations',
  'stripe_sandbox.version',
]
const ROWS_PER_BATCH = 500

/** All tables of this database that belong to us. */
export async function backedUpTables(client: ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select n.nspname as schema, c.relname as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and n.nspname = any($1)
        and n.nspname || '.' || c.relname <> all($2)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1, 2 order by 1, 2`,
    [SCHEMAS, MIGRATION_TABLES],
  )
  return rows
}

/** All rows of a table, in PostgreSQL's text format, in batches of some hundreds. */
export async function* readRows(
  client: ClientBase,
  table: BackedUpTable,
): AsyncGenerator<readonly string[]> {
  await client.query(
    `declare backed_up no scroll cursor for
      select row(${columnsOf(client, table)})::text as row from ${nameOf(client, table)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_PER_BATCH} from backed_up`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_PER_BATCH) break
  }
  await client.query('close backed_up')
}

/** Empties all tables, and disables constraints between rows while `load` runs. */
export async function refill(
  client: ClientBase,
  tables: readonly BackedUpTable[],
  load: () => Promise<void>,
): Promise<void> {
  const names = tables.map((table) => nameOf(client, table))
  const { rows: links } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any($1)`,
    [SCHEMAS],
  )
  await client.query(`truncate ${names.join(', ')}`)
  for (const { table, name } of links)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await load()
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of links)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** Inserts rows in the format of `readRows`. */
export async function writeRows(
  client: ClientBase,
  table: BackedUpTable,
  rows: readonly string[],
): Promise<void> {
  const name = nameOf(client, table)
  const columns = columnsOf(client, table)
  const shape = client.escapeIdentifier(`restored ${table.schema} ${table.name}`.slice(0, 63))
  await client.query(
    `create temporary table if not exists ${shape} on commit drop
      as select ${columns} from ${name} with no data`,
  )
  await client.query(
    `insert into ${name} (${columns}) overriding system value
      select (given.row).* from (select unnest($1::text[])::pg_temp.${shape} as row) as given`,
    [rows],
  )
}

export interface Sequence {
  readonly name: string
  readonly last: string | null
}

/** The latest values of sequences. They only increase, so reading them later does no harm. */
export async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname = any($1) order by 1`,
    [SCHEMAS],
  )
  return rows
}

export async function writeSequences(
  client: ClientBase,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
  }
}

function nameOf(client: ClientBase, { schema, name }: BackedUpTable): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
}

function columnsOf(client: ClientBase, { columns }: BackedUpTable): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}
