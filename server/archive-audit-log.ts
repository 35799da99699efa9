// `npm run archive-audit-log -- FOLDER --months N`: old months of the audit log to files.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPool } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { archiveAuditMonths } from './backup/archive-audit-months.ts'
import { runCommand, say } from './command.ts'
import { openDatabaseInUse } from './open-database-in-use.ts'
import { readSettings } from './settings.ts'

const usage = `npm run archive-audit-log -- FOLDER --months N
Moves the months of the audit log that ended more than N months ago (12 or more) to compressed files in a
folder, and removes them from the database. The shop may be open. Keep the files with the backups.`

const FEWEST_MONTHS = 12

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { months: { type: 'string' } },
  })
  const [place, ...more] = positionals
  const months = Number(values.months)
  if (!place || more.length > 0 || !Number.isInteger(months) || months < FEWEST_MONTHS)
    throw new StartProblem(usage)
  const folder = resolve(place)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartProblem(`${folder} is not a folder.`)
  const now = new Date()
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  const { directTarget, close } = await openDatabaseInUse(readSettings(process.env), say)
  const pool = createPool(directTarget, { max: 2, limited: false })
  try {
    const archived = await archiveAuditMonths(pool, { folder, before, now })
    for (const { file, lines } of archived) say(`Moved ${lines} lines to ${file}.`)
    if (archived.length === 0) say('No month of the audit log is that old.')
    else say('The files contain personal data: protect them like the database.')
  } finally {
    await pool.end()
    await close()
  }
})
