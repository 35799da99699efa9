// `npm run backup -- FILE|FOLDER`: backs up the whole shop to one file, even while it is running.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createPool } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { counted } from '#domain/shared/figures.ts'
import { makeBackup } from '#server/data/backup/make-backup.ts'
import { openExistingDatabase } from '#server/data/open-database-in-use.ts'
import { readSettings } from '#server/settings/settings.ts'
import { readArguments, runCommand, say } from './command.ts'

const usage = `npm run backup -- FILE|FOLDER
Writes all rows, the pictures of DATA_DIR and the secret that signs sessions into one file that only
you can read. The shop can keep running. In a folder the file is named after the time.`

await runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true }, usage)
  const [place, ...more] = positionals
  if (!place || more.length > 0) throw new StartProblem(usage)
  const now = new Date()
  const file = fileIn(resolve(place), now)
  const settings = readSettings(process.env)
  const { directTarget, close } = await openExistingDatabase(settings, say)
  const pool = createPool(directTarget, { max: 1, limited: false })
  try {
    const { imageStore, sessionSecret } = settings
    const pictureFolder = imageStore.kind === 'folder' ? imageStore.folder : null
    const { rows, pictures } = await makeBackup(file, { pool, pictureFolder, sessionSecret }, now)
    const sum = Object.values(rows).reduce((total, count) => total + count, 0)
    say(`Saved ${counted(sum, 'row')} and ${counted(pictures, 'image')} to ${file}.`)
    if (pictureFolder === null) say('Images are stored in S3 and are not part of this backup.')
    say('The backup contains all secrets of the shop: protect it like the database.')
  } finally {
    await pool.end()
    await close()
  }
})

function fileIn(place: string, now: Date): string {
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const file = isFolder ? join(place, `hemline-${time}.tar.gz`) : place
  if (existsSync(file)) throw new StartProblem(`${file} already exists: choose another file name.`)
  return file
}
