import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionTarget } from '#db/connection.ts'

/** The content of a template. */
export interface Original {
  /** Tables without rows. */
  readonly empty: readonly string[]
  readonly filled: readonly string[]
  /** The rows of each table in `filled`, as JSON. */
  readonly rows: readonly string[]
  readonly sequences: readonly Sequence[]
  readonly schema: string
}

interface Sequence {
  readonly name: string
  /** Null if it is unused. */
  readonly last: number | null
  readonly start: number
}

/** The application name of the connections that check and restore clones. */
export const OWN_CONNECTION = 'hemline clone'

/** Closes its connection, because a template with connections cannot be copied. */
export async function readOriginal(target: ConnectionTarget): Promise<Original> {
  const pool = new pg.Pool({ ...target, max: 1 })
  try {
    return await original(pool)
  } finally {
    await pool.end()
  }
}

async function original(pool: pg.Pool): Promise<Original> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  const all = tables.map(({ name }) => name)
  const { nonEmpty: filled } = await readContent(pool, { empty: all, filled: [] })
  const empty = all.filter((name) => !filled.includes(name))
  const { rows, sequences } = await readContent(pool, { empty, filled })
  return { empty, filled, rows, sequences, schema: await readSchema(pool) }
}

/**
 * False if anything besides rows has changed, such as a renamed table, new statistics or a setting
 * of the database; if more connections than the given idle ones are open and could still write; or
 * if this connection is not a superuser's.
 */
export async function canRestore(
  pool: pg.Pool,
  original: Original,
  idleConnections: number,
): Promise<boolean> {
  return (await isAlone(pool, idleConnections)) && (await readSchema(pool)) === original.schema
}

/** Waits for closed connections, which disappear from the server a moment later. */
async function isAlone(pool: pg.Pool, idleConnections: number): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    const { rows } = await pool.query<{ privileged: boolean; others: number }>({
      name: 'others',
      text: `select current_setting('is_superuser') = 'on' as privileged, (
        select count(*) from pg_stat_activity
        where datname = current_database() and application_name <> '${OWN_CONNECTION}'
      ) as others`,
    })
    if (rows[0]?.privileged !== true) return false
    if (rows[0].others <= idleConnections) return true
    await setTimeout(5)
  }
  return false
}

/** Restores the template's rows and sequences. Returns the number of deleted rows. */
export async function restore(pool: pg.Pool, original: Original): Promise<number> {
  const { nonEmpty, rows, sequences } = await readContent(pool, original)
  const statements = nonEmpty.map((name) => `delete from ${name}`)
  for (const [index, name] of original.filled.entries()) {
    const text = original.rows[index] ?? ''
    if (rows[index] === text) continue
    statements.push(
      `delete from ${name}`,
      `insert into ${name} overriding system value
       select * from json_populate_recordset(null::${name}, ${literal(text)})`,
    )
  }
  for (const [index, { name, last }] of sequences.entries()) {
    const { last: given = null, start = 1 } = original.sequences[index] ?? {}
    if (last !== given)
      statements.push(`select setval(${literal(name)}, ${given ?? start}, ${given !== null})`)
  }
  if (statements.length === 0) return 0
  const results: unknown = await pool.query(['begin', ...statements, 'commit'].join(';\n'))
  return (results as pg.QueryResult[])
    .filter(({ command }) => command === 'DELETE')
    .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

interface Content {
  readonly nonEmpty: string[]
  readonly rows: string[]
  readonly sequences: Sequence[]
}

/** In one statement, planned once: non-empty tables, rows of `filled` and states of sequences. */
async function readContent(
  pool: pg.Pool,
  { empty, filled }: Pick<Original, 'empty' | 'filled'>,
): Promise<Content> {
  const nonEmpty = empty.map(
    (name) => `case when exists (select from ${name}) then ${literal(name)} end`,
  )
  const rowsOf = filled.map((name) => `(select json_agg(t order by t::text)::text from ${name} t)`)
  const { rows } = await pool.query<Content>({
    name: `content ${filled.length}`,
    text: `select
      array_remove(array[${nonEmpty.join(', ')}]::text[], null) as "nonEmpty",
      array[${rowsOf.join(', ')}]::text[] as rows,
      (
        select coalesce(json_agg(json_build_object('name', format('%I.%I', schemaname, sequencename),
          'last', last_value, 'start', start_value) order by schemaname, sequencename), '[]')
        from pg_sequences
      ) as sequences`,
  })
  return rows[0] ?? { nonEmpty: [], rows: [], sequences: [] }
}

const catalogs = [
  ...['attrdef', 'attribute', 'cast', 'class', 'collation', 'constraint', 'default_acl'],
  ...['enum', 'event_trigger', 'extension', 'index', 'inherits', 'largeobject_metadata'],
  ...['namespace', 'operator', 'policy', 'proc', 'publication', 'rewrite', 'sequence'],
  ...['statistic', 'statistic_ext', 'trigger', 'type'],
]

/**
 * A text that changes with every change of the schema: of the number of rows in a catalog, or of
 * its newest row.
 */
async function readSchema(pool: pg.Pool): Promise<string> {
  // The transaction of the newest row, relative to the first one after initdb.
  const newest = `min(least(age(xmin), age('3'::xid))) - age('3'::xid)`
  const each = catalogs.map((name) => `select count(*) as n, ${newest} as newest from pg_${name}`)
  const settings = `select count(*), ${newest} from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`
  // ANALYZE and VACUUM update these in place.
  const sizes = 'select sum(relpages), sum(reltuples)::bigint from pg_class'
  const { rows } = await pool.query<{ schema: string }>({
    name: 'schema',
    text: `select json_agg(t)::text as schema
      from (${[...each, settings, sizes].join(' union all ')}) t`,
  })
  return rows[0]?.schema ?? ''
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
