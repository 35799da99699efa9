// `npm run bench`: ratios measured side by side in one run; bare figures mean nothing elsewhere.
// `npm run bench -- --million` adds a catalogue of a million items; `-- --lighthouse` runs only what
// Lighthouse says about the demo's pages.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { fillCatalogue, fillHomePage } from './catalogue.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchPage, shopperCookie } from './pages.ts'
import { benchRenting } from './renting.ts'
import { printRatio } from './side-by-side.ts'
import { BENCH_SECRET, startApp } from './start-app.ts'

const buildDirectory = process.argv[2] ?? ''
const onlyLighthouse = process.argv.includes('--lighthouse')
const catalogues = process.argv.includes('--million') ? [10_000, 1_000_000] : [10_000]
const sizes = onlyLighthouse ? [] : catalogues

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
  const app = await startApp({ target, dataDir, buildDirectory })
  const cookie = await shopperCookie(pool, BENCH_SECRET)
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

await benchLighthouse(buildDirectory)
