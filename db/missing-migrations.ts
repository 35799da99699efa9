import type { Db } from './connection.ts'

/** The table that the migrator writes. */
type Migrated = { schema_migrations: { name: string } }

/** Whether some of these migrations were never applied to this database. */
export async function migrationsAreMissing(db: Db, names: readonly string[]): Promise<boolean> {
  const applied = await db
    .withTables<Migrated>()
    .selectFrom('schema_migrations')
    .select((read) => read.fn.countAll<string>().as('count'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow()
  return Number(applied.count) < names.length
}
