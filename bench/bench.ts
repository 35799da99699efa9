// `npm run bench`: ratios measured side by side in one run; bare figures mean nothing elsewhere.
// `npm run bench -- --million` adds a catalogue of a million items.
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { fillCatalogue, fillHomePage } from './catalogue.ts'
import { benchPage, shopperCookie } from './pages.ts'
import { benchRenting } from './renting.ts'
import { printRatio } from './side-by-side.ts'

const SECRET = 'bench-bench-bench-bench-bench-bench'
const buildDirectory = process.argv[2] ?? ''
const sizes = process.argv.includes('--million') ? [10_000, 1_000_000] : [10_000]

for (const items of sizes) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-bench-'))
  // As root, PostgreSQL's own user has to get in.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const target = postgres.connection
  await migrate(target)
  const pool = createPool(target)
  const ids = await fillCatalogue(pool, items)
  await fillHomePage(pool)
  const app = await startApp(target, dataDir)
  const cookie = await shopperCookie(pool, SECRET)
  console.log(`\n${items.toLocaleString('en-US')} items${' '.repeat(33)}ratio     ours     bare`)
  const pages = { home: '/', item: `/item/${ids[0]}`, styles: '/styles' }
  for (const [name, path] of Object.entries(pages)) {
    printRatio(await benchPage(`${name}, visitor (a second)`, app.url + path))
    printRatio(await benchPage(`${name}, signed in (a second)`, app.url + path, cookie))
  }
  await app.close()
  if (items === sizes[0]) printRatio(await benchRenting(target))
  await pool.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection']

/** The app in a process of its own, as it runs for people. */
async function startApp({ host, port, user, database }: Connection, dataDir: string) {
  const child = fork(new URL('./served-app.ts', import.meta.url), [buildDirectory], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      PAYMENTS: 'sandbox',
      SESSION_SECRET: SECRET,
    },
  })
  const port_ = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port_}`,
    close: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
