// `npm run archive-audit-log`: moves old months of the audit log to files, and back.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { counted } from '#domain/shared/figures.ts'
import { archiveAuditMonths } from '#server/data/backup/archive-audit-months.ts'
import { restoreAuditMonth } from '#server/data/backup/restore-audit-month.ts'
import { openExistingDatabase } from '#server/data/open-database-in-use.ts'
import { readSettings } from '#server/settings/settings.ts'
import { readArguments, runCommand, say } from './command.ts'

const usage = `npm run archive-audit-log -- FOLDER --months N
Moves the months of the audit log that ended more than N months ago (12 or more) to compressed files in a
folder, and removes them from the database. The shop can keep running. Keep the files with the backups.

npm run archive-audit-log -- --restore FILE
Loads such a file back into the audit log. The shop can keep running.`

const MIN_MONTHS = 12

await runCommand(async () => {
  const options = { months: { type: 'string' }, restore: { type: 'string' } } as const
  const { positionals, values } = readArguments({ allowPositionals: true, options }, usage)
  const { months, restore } = values
  if (restore !== undefined) {
    if (!restore || positionals.length > 0 || months !== undefined) throw new StartProblem(usage)
    return await withDatabase((pool) => restoreFrom(pool, resolve(restore)))
  }
  const [place, ...more] = positionals
  const count = Number(months)
  if (!place || more.length > 0 || !Number.isInteger(count) || count < MIN_MONTHS)
    throw new StartProblem(usage)
  const folder = resolve(place)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartProblem(`${folder} is not a folder.`)
  await withDatabase((pool) => archiveTo(pool, folder, count))
})

async function withDatabase(work: (pool: Pool) => Promise<void>): Promise<void> {
  const { directTarget, close } = await openExistingDatabase(readSettings(process.env), say)
  const pool = createPool(directTarget, { max: 2, limited: false })
  try {
    await work(pool)
  } finally {
    await pool.end()
    await close()
  }
}

async function archiveTo(pool: Pool, folder: string, months: number): Promise<void> {
  const now = new Date()
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  const archived = await archiveAuditMonths(pool, { folder, before, now })
  for (const { file, lines } of archived) say(`Moved ${counted(lines, 'line')} to ${file}.`)
  if (archived.length === 0) say('No month of the audit log is that old.')
  else say('The files contain personal data: protect them like the database.')
}

async function restoreFrom(pool: Pool, file: string): Promise<void> {
  const { name, lines } = await restoreAuditMonth(pool, file)
  say(
    `Loaded ${counted(lines, 'line')} of ${name} back into the audit log. Keep the file until the next backup.`,
  )
}
