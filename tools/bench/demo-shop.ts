import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { startApp } from './start-app.ts'

/** Starts the app with the demo's pictures and accounts, for measurements in a browser. */
export async function openDemoShop(buildDirectory: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-bench-'))
  // When run as root, PostgreSQL's own user needs access.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const target = postgres.connection
  await migrate(target)
  const app = await startApp({ target, dataDir, buildDirectory, demo: true })
  const pool = createPool(target)
  const { rows } = await pool.query<{ id: string }>(
    `select id from clothing_items where is_public and image_id is not null order by id limit 1`,
  )
  await pool.end()
  return {
    url: app.url,
    item: `/item/${rows[0]?.id}`,
    /** The session of the demo's shopper, 'name=value', signed in with the form. */
    cookie: await shoppersCookie(app.url),
    close: async () => {
      await app.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function shoppersCookie(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ email: 'shopper@hemline.test', password: 'try-hemline-once' }),
  })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('hemline_session='))
  if (!cookie) throw new Error(`signing in answered ${answer.status}`)
  return cookie.split(';', 1)[0] ?? ''
}
