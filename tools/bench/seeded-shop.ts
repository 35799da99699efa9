import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import pg from 'pg'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { sealToken } from '#domain/accounts/sign-in/session-token.ts'
import { fillHomePage } from './catalogue.ts'
import { seed } from './seed/fill.ts'
import { openOwnDatabase, SEED_FOLDER } from './seed/own-database.ts'
import { BENCH_SECRET, startApp } from './start-app.ts'

const say = (line: string) => console.log(line)

/** Opens the database of `npm run bench:seed`, without an app. */
export async function openSeededShop(folder = process.env.BENCH_DATA ?? SEED_FOLDER) {
  const postgres = await openOwnDatabase(folder, say)
  const pool = new pg.Pool(postgres.connection)
  pool.on('error', () => undefined)
  const close = async () => {
    await pool.end()
    await postgres.stop()
  }
  try {
    const items = await countItems(pool)
    const { rowCount } = await pool.query('select from home_sections limit 1')
    if (rowCount === 0) await fillHomePage(pool)
    return { items, target: postgres.connection, dataDir: folder, pool, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type SeededShop = Awaited<ReturnType<typeof openSeededShop>>

async function countItems(pool: pg.Pool): Promise<number> {
  const { rows: begun } = await pool.query<{ is_begun: boolean }>(
    "select to_regnamespace('bench_seed') is not null as is_begun",
  )
  if (begun[0]?.is_begun) {
    const { rows } = await pool.query<{ items: number }>(
      `select items::int from bench_seed.plan
       where exists (select from bench_seed.progress where step = 'what jobs keep')`,
    )
    if (rows[0]) return rows[0].items
  }
  throw new StartProblem(
    'The large database is not there or not complete: npm run bench:seed makes it.',
  )
}

/** Creates one of another size beside it, only for this run. */
export async function openSmallSeededShop(scale: number) {
  const folder = mkdtempSync('/var/tmp/hemline-bench-')
  // When run as root, PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  const postgres = await openOwnDatabase(folder, () => {})
  const pool = new pg.Pool(postgres.connection)
  pool.on('error', () => undefined)
  await seed(pool, { scale, say: () => {} })
  await pool.end()
  await postgres.stop()
  const shop = await openSeededShop(folder)
  return {
    ...shop,
    close: async () => {
      await shop.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Who = 'shopper' | 'closet' | 'admin'

/** People of a kind that sign in where many like most others do. */
const MANY = 300

/** Starts the app on it, and signs in an admin, and its largest accounts or many like most others. */
export async function serveSeeded(
  shop: SeededShop,
  buildDirectory: string,
  whose: 'largest' | 'usual' = 'largest',
) {
  const app = await startApp({ ...shop, buildDirectory })
  const { rows: people } = await shop.pool.query<{ who: Who; id: string }>(
    `select 'admin' as who, id from user_profiles where email = 'admin@bench.test'
     union all
     select 'closet', bench_seed.person(n)
     from bench_seed.plan, generate_series($1::bigint, least(closets, $2) - 1) n
     union all
     select 'shopper', bench_seed.person(closets + n)
     from bench_seed.plan, generate_series($1::bigint, $2 - 1) n`,
    whose === 'largest' ? [0, 1] : [10, 10 + MANY],
  )
  const { rows: items } = await shop.pool.query<{ id: string }>('select bench_seed.item(0) as id')
  const cookies: Record<Who, string[]> = { shopper: [], closet: [], admin: [] }
  for (const { who, id } of people) {
    const token = randomBytes(24).toString('base64url')
    await shop.pool.query(
      `insert into auth_sessions (id, token, user_id, expires_at)
       values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
      [token, id],
    )
    cookies[who].push(`hemline_session=${encodeURIComponent(sealToken(BENCH_SECRET, token))}`)
  }
  const url = (path: string) => app.url + path.replace(':item', items[0]?.id ?? '')
  const cookieOf = (who: Who) => {
    const [first] = cookies[who]
    if (!first) throw new Error(`the shop has no ${who}`)
    return first
  }
  return {
    ...{ pid: app.pid, close: app.close, cookies, cookieOf, url },
    /** How long a page takes, in milliseconds; its status must be 200. */
    open: async (who: Who, path: string): Promise<number> => {
      const began = performance.now()
      const response = await fetch(url(path), {
        headers: { cookie: cookieOf(who) },
        redirect: 'manual',
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${who} ${path}: ${response.status}`)
      return performance.now() - began
    },
  }
}
