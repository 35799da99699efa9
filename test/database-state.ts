import type pg from 'pg'

/**
 * Statements that empty every table, and put back the migrations' rows and the sequences. Null
 * without permission to switch triggers off.
 */
export async function readCleaning(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.may) return null
  return await restoreStatements(pool)
}

/** A used database. */
interface Used {
  readonly pool: pg.Pool
  /** The processes of the pool's connections. */
  readonly own: ReadonlySet<number>
  /** Switching triggers off discards the plans of a connection, so the pool's do not. */
  readonly cleaner: pg.Pool
  /** Of the new database; a server of others may analyze it in the meantime. */
  readonly catalogue: string
}

/**
 * Empties a used database, unless its schema was changed, it has grown large, or its connections
 * are in use. Returns whether it is now as new.
 */
export async function cleaned(used: Used, cleaning: string): Promise<boolean> {
  const { pool, own, cleaner, catalogue } = used
  if (pool.ending || pool.idleCount < pool.totalCount) return false
  if ((await catalogueOf(cleaner)) !== catalogue || (await isLarge(cleaner))) return false
  await endOthers(cleaner, [...own])
  await cleaner.query(cleaning)
  return true
}

// Catalogues with the columns that tell objects of ours from PostgreSQL's own.
const catalogues = {
  pg_class: 'oid',
  pg_attribute: 'attrelid',
  pg_attrdef: 'adrelid',
  pg_constraint: 'oid',
  pg_index: 'indexrelid',
  pg_trigger: 'oid',
  pg_rewrite: 'oid',
  pg_proc: 'oid',
  pg_type: 'oid',
  pg_namespace: 'oid',
  pg_extension: 'oid',
  pg_statistic: 'starelid',
}

/** Every change of an object writes its row again, in a later transaction. */
const catalogueQuery = [
  ...Object.entries(catalogues).map(
    ([name, id]) => `select '${name}' as of, count(*) as n, max(xmin::text::bigint) as last
      from ${name} where ${id} >= 16384`,
  ),
  `select 'settings', count(*), null from pg_db_role_setting d
    join pg_database b on b.oid = d.setdatabase where b.datname = current_database()`,
].join(' union all ')

/** Differs when the schema, statistics or settings of a database differ. */
export async function catalogueOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query({ name: 'catalogue', text: catalogueQuery })
  return JSON.stringify(rows)
}

const ourTables = `from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where c.relkind = 'r' and s.nspname !~ '^(pg_|information_schema$)' and c.oid >= 16384`

const LARGE_BYTES = 8 * 1024 * 1024

/** Deleted rows stay in the files, where scans read them. */
async function isLarge(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: 'size',
    text: `select sum(pg_relation_size(c.oid))::bigint as bytes ${ourTables}`,
  })
  return (rows[0]?.bytes ?? 0) > LARGE_BYTES
}

/** Nothing that a test has left open may write later. */
async function endOthers(pool: pg.Pool, own: readonly number[]): Promise<void> {
  await pool.query({
    name: 'others',
    text: `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' 
        and pid <> all($1) and pid <> pg_backend_pid()`,
    values: [own],
  })
}

async function restoreStatements(pool: pg.Pool): Promise<string> {
  return [
    // Neither triggers nor foreign keys act.
    'begin; set local session_replication_role = replica',
    `do $do$ declare used regclass; begin
      for used in select c.oid::regclass ${ourTables} and pg_relation_size(c.oid) > 0
      loop execute format('delete from only %s', used); end loop;
    end $do$`,
    ...(await insertsOfRows(pool)),
    ...(await sequenceValues(pool)),
    'commit',
  ].join(';\n')
}

async function insertsOfRows(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, (
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns ${ourTables} and pg_relation_size(c.oid) > 0 order by c.oid`,
  )
  const inserts: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await pool.query<{ stored: string | null }>(
      `select quote_literal(json_agg(t)) as stored from ${name} t`,
    )
    const stored = rows[0]?.stored
    if (stored) {
      inserts.push(`insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, ${stored})`)
    }
  }
  return inserts
}

async function sequenceValues(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; next: string; called: boolean }>(
    `select quote_literal(format('%I.%I', schemaname, sequencename)) as name,
      coalesce(last_value, start_value)::text as next, last_value is not null as called
      from pg_sequences order by 1`,
  )
  return rows.map(({ name, next, called }) => `select setval(${name}, ${next}, ${called})`)
}
