import type pg from 'pg'

/**
 * Vacuums and analyzes the tables that have rows, as autovacuum would. Doing all tables, including
 * PostgreSQL's own, would take longer than most tests.
 */
export async function vacuumFilled(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and (relkind = 'r' and pg_relation_size(oid) > 0 or relkind = 'p')
        and relpersistence = 'p'`,
  )
  await pool.query(`vacuum analyze ${rows.map(({ name }) => name).join(', ')}`)
}
