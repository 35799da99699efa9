// `npm run restore -- FILE`: restores a backup into an empty database.
import { resolve } from 'node:path'
import { createPool } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { migrate } from '#db/migrate.ts'
import { counted } from '#domain/shared/figures.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'
import { readBeginning, restoreBackup } from '#server/data/backup/restore-backup.ts'
import { openDatabase } from '#server/data/database.ts'
import { readSettings } from '#server/settings/settings.ts'
import { storeSecret } from '#server/settings/stored-secret.ts'
import { readArguments, runCommand, say } from './command.ts'

const usage = `npm run restore -- FILE
Puts a backup into the database of the settings: into a new DATA_DIR, or into an empty database at
DATABASE_URL. There SESSION_SECRET has to be that of the backup, which
npm run restore -- FILE --show-secret
prints.`

await runCommand(async () => {
  const options = { 'show-secret': { type: 'boolean' } } as const
  const { positionals, values } = readArguments({ allowPositionals: true, options }, usage)
  const [place, ...more] = positionals
  if (!place || more.length > 0) throw new StartProblem(usage)
  const file = resolve(place)
  const { about, secret } = await readBeginning(file)
  if (values['show-secret']) return say(secret)
  const settings = readSettings(process.env)
  const isGiven = Boolean(process.env.SESSION_SECRET?.trim())
  if (isGiven && settings.sessionSecret !== secret) {
    throw new StartProblem(
      'SESSION_SECRET differs from the one in the backup, so no second factor would work. Print the right one with --show-secret.',
    )
  }
  const { directTarget, close } = await openDatabase(settings, say)
  const pool = createPool(directTarget, { max: 2, limited: false })
  const images = createImageStore(settings.imageStore)
  try {
    const { rows, pictures } = await restoreBackup(file, {
      pool,
      images,
      migrate: (upTo) => migrate(directTarget, { upTo, say }),
      keepSecret: (given) => isGiven || storeSecret(settings.dataDir, 'session-secret', given),
    })
    const sum = Object.values(rows).reduce((total, count) => total + count, 0)
    say(
      `Restored ${counted(sum, 'row')} and ${counted(pictures, 'image')} from the backup of ${about.madeAt}.`,
    )
    const broken = await pool.query('select check_name, subject from invariant_violations limit 20')
    for (const { check_name: check, subject } of broken.rows)
      say(`Check failed: ${check} (${subject})`)
    say(
      broken.rows.length === 0
        ? 'All integrity checks passed.'
        : 'All other integrity checks passed.',
    )
  } finally {
    images.close()
    await pool.end()
    await close()
  }
})
