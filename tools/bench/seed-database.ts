// `npm run bench:seed`: creates a database for measurements, with a million items and people, ten
// million rentals and fifty million rows of the audit log and of statements. `--scale 0.1` makes a
// tenth, `--in FOLDER` puts it elsewhere. It can be interrupted, and continues when run again.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { runCommand, say } from '#server/start/command.ts'
import { SEED_PASSWORD, secondsSince, seed } from './seed/fill.ts'
import { openOwnDatabase, SEED_FOLDER, setServer } from './seed/own-database.ts'

/** The space needed at scale 1, including room for sorting indexes. */
const GIGABYTES = 45
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: '1' },
      in: { type: 'string', default: SEED_FOLDER, setServer },
    },
  })
  const scale = Number(values.scale)
  if (!(scale > 0 && scale <= 1)) throw new StartProblem('--scale is more than 0 and at most 1.')
  const folder = resolve(values.in)
  const began = performance.now()
  say(`Scale ${scale} in ${folder}, up to ${Math.ceil(GIGABYTES * scale)} GB of disk space.`)
  const postgres = await openOwnDatabase(folder, say)
  const pool = new pg.Pool(postgres.connection)
  pool.on('error', () => undefined)
  await setServer(postgres.connection, 'filling')
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say('Ending after this step; the same command continues.')
      interrupt.abort(new StartProblem('Interrupted.'))
    })
  }
  try {
    await seed(pool, { scale, say, signal: interrupt.signal })
    await setServer(postgres.connection, 'reset')
    say(`Filled in ${secondsSince(began)}. Sign in as admin@bench.test with ${SEED_PASSWORD}.`)
  } finally {
    await pool.end()
    await postgres.stop()
  }
})
