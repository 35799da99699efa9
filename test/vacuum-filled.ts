import type pg from 'pg'

/**
 * Leaves the tables that have rows as autovacuum does. All tables, and those of PostgreSQL, would take
 * longer than most tests.
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
