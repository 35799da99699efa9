import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { fillCatalogue, fillHomePage } from './catalogue.ts'
import { shopperCookie } from './pages.ts'
import { BENCH_SECRET, startApp } from './start-app.ts'

/** Creates a database with this many items, and starts the app on it. */
export async function openShop(items: number, buildDirectory: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-bench-'))
  // When run as root, PostgreSQL's own user needs access.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const target = postgres.connection
  await migrate(target)
  // Without the time limits of the app: filling a large catalogue takes longer.
  const pool = new pg.Pool(target)
  // A connection may still be closing when PostgreSQL stops.
  pool.on('error', () => undefined)
  const [item] = await fillCatalogue(pool, items)
  await fillHomePage(pool)
  const app = await startApp({ target, dataDir, buildDirectory })
  const cookie = await shopperCookie(pool, BENCH_SECRET)
  return {
    items,
    target,
    cookie,
    dataDir,
    url: (path: string) => app.url + path.replace(':item', item ?? ''),
    /** Stops the app; the database keeps running. */
    stopServing: () => app.close(),
    close: async () => {
      await pool.end()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
