import { join } from 'node:path'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openFolderStore } from '#gateways/images/folder-store.ts'
import { longAuditLog, now } from '#test/make/long-audit-log.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { makeBackup } from './make-backup.ts'
import { restoreAuditMonth } from './restore-audit-month.ts'
import { restoreBackup } from './restore-backup.ts'

/** Divides the log as in a database that was created at this time. */
async function divideAt(pool: Pool, created: Date) {
  await pool.query(`
    do $$
    declare
      ends timestamp := date_trunc('month', timestamptz '${created.toISOString()}' at time zone 'UTC')
        + interval '2 months';
      part regclass;
    begin
      for part in select inhrelid from pg_inherits where inhparent = 'audit_log'::regclass
          and inhrelid <> 'audit_log_months.other'::regclass loop
        execute format('drop table %s', part);
      end loop;
      execute format('create table audit_log_months.%I partition of audit_log
        for values from (minvalue) to (%L)', to_char(ends, '"until_"YYYY_MM'), ends at time zone 'UTC');
    end $$`)
}

test('months can be loaded back into a database restored from a later backup', async () => {
  const { pool, folder, archive, rowsOf } = await longAuditLog()
  const lines = await rowsOf('audit_log')
  const files = (await archive()).map(({ file }) => file)
  const left = await rowsOf('audit_log')
  expect(files.length).toBeGreaterThan(2)
  const backup = join(folder, 'backup.tar.gz')
  const from = { pool, pictureFolder: null, sessionSecret: 'a secret of at least 32 characters' }
  await makeBackup(backup, from, now)

  const restored = await emptyDatabase()
  await migrate(restored.target)
  await divideAt(restored.pool, now)
  await restoreBackup(backup, {
    pool: restored.pool,
    images: openFolderStore(join(folder, 'images')),
    migrate: (upTo) => migrate(restored.target, { upTo }),
    keepSecret: () => {},
  })
  const found = async (table: string) =>
    (
      await restored.pool.query({
        text: `select t::text from ${table} t order by 1`,
        rowMode: 'array',
      })
    ).rows
  expect(await found('audit_log')).toEqual(left)
  for (const file of files) await restoreAuditMonth(restored.pool, file)
  expect(await found('audit_log')).toEqual(lines)
  expect(await found('archived_audit_months')).toEqual([])
  expect(await found(`(select to_regclass('audit_log_months.restoring'))`)).toEqual([['()']])
  await expect(restoreAuditMonth(restored.pool, files[0] ?? '')).rejects.toThrow('back already')
})
