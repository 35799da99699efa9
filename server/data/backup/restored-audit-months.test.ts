import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { newId } from '#domain/shared/ids.ts'
import { openFolderStore } from '#gateways/images/folder-store.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { longAuditLog, now } from '#test/make/long-audit-log.ts'
import { makeBackup } from './make-backup.ts'
import { restoreAuditMonth } from './restore-audit-month.ts'
import { restoreBackup } from './restore-backup.ts'

/** The last migration before the log was divided into partitions. */
const BEFORE_PARTITIONS = '0144-audit-log-by-id-and-time'

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
  // The first partition extends to the newest line, as if this database were created in that year.
  await migrate(restored.target, { upTo: BEFORE_PARTITIONS })
  await restored.pool.query(
    `insert into audit_log (id, action, noun, noun_id, at) values ($1, 'made', 'x', 'x', $2)`,
    [newId(), now],
  )
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
