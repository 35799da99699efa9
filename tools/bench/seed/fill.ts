import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { PoolClient } from 'pg'
import { createDb } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { hashPassword } from '#domain/accounts/sign-in/password-hash.ts'
import { totalCreditDays } from '#domain/admin/figures/credit-days.ts'
import { foldFigures } from '#domain/admin/figures/figure-sums.ts'
import { foldListedCounts } from '#domain/catalogue/items/listed-counts.ts'
import { growSitemap } from '#domain/catalogue/items/sitemap.ts'
import { countWords } from '#domain/catalogue/search/word-counts.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { buildIndexes, dropIndexes } from './indexes.ts'

export const SEED_PASSWORD = 'a-quiet-river-42'

const YEARS = 2
const FILLED = [
  ...['user_profiles', 'wallets', 'checkout_orders', 'deposits', 'rentals', 'booked_periods'],
  ...['credit_transactions', 'credit_movements', 'credit_lots', 'audit_log', 'earnings', 'ratings'],
  ...['likes', 'conversations', 'messages', 'mail_outbox', 'clothing_items', 'item_search'],
] as const

type Plan = { readonly items: number; readonly people: number; readonly closets: number } & {
  readonly rentals: number
}

export type SeedOptions = {
  /** 1 is a million items and people, and ten million rentals. */
  readonly scale: number
  readonly say: (line: string) => void
  /** The number of rentals in one transaction. */
  readonly chunk?: number
  /** The most runs of the job that adds up days; by default it runs until all are added up. */
  readonly maxSums?: number
  /** Ends it after the current transaction; the next call continues. */
  readonly signal?: AbortSignal
}

/**
 * Fills a migrated database that has no other rows with a large shop. Rows of an earlier call stay.
 * Refuses a database of another size.
 */
export async function seed(pool: pg.Pool, options: SeedOptions): Promise<void> {
  const { say, chunk = 50_000 } = options
  const plan = await readPlan(pool, options.scale)
  const client = await pool.connect()
  try {
    // Turns off triggers and foreign keys: the rows are created consistent.
    await client.query(`set session_replication_role = replica; set work_mem = '256MB';
      set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
    const steps = stepsOf(client, { ...options, chunk })
    await steps.once('without indexes', () => dropIndexes(client, FILLED))
    await steps.inChunks('people', plan.people, 1, readSql('people'))
    await steps.inChunks('rentals', plan.rentals, 1, readSql('chunk'), readSql('rentals'))
    await steps.once('what rentals add up to', () => client.query(readSql('sums')))
    await steps.inChunks('items', plan.items, 2, readSql('items'), readSql('search'))
    await steps.inChunks('credits', plan.people, 1, readSql('credits'))
    await steps.once('accounts', () => addAccounts(client))
    await steps.once('totals', () => client.query(readSql('totals')))
    await buildIndexes(client, options)
    await client.query('set session_replication_role = origin')
    for (const table of FILLED) {
      await steps.outside(`vacuum ${table}`, () =>
        client.query(`vacuum (freeze, analyze) ${table}`),
      )
    }
    await steps.outside('analyze', () => client.query('analyze'))
    await steps.outside('what jobs keep', () => runJobs(pool, options))
    await printCounts(client, say)
  } finally {
    // Closes the connection, because its settings must not be reused.
    client.release(true)
  }
}

/** The final size of the shop. */
async function readPlan(pool: pg.Pool, scale: number): Promise<Plan> {
  const { rows } = await pool.query<{ is_begun: boolean }>(
    "select to_regnamespace('bench_seed') is not null as is_begun",
  )
  if (!rows[0]?.is_begun) {
    const million = Math.max(500, Math.round(1_000_000 * scale))
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(readSql('plan'))
      await client.query(
        `insert into bench_seed.plan
         select $1, $2::bigint, $2::bigint, greatest(3, $2::bigint / 200), 10 * $2::bigint,
           now - make_interval(years => ${YEARS}), now,
           date_trunc('month', now, 'UTC') - interval '1 year'
         from (select date_trunc('second', now()) as now) n`,
        [scale, million],
      )
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const found = await pool.query<Plan & { scale: number }>(
    `select scale, items::int, people::int, closets::int, rentals::int from bench_seed.plan`,
  )
  const [plan] = found.rows
  if (plan?.scale !== scale) {
    throw new StartProblem(
      `This database has scale ${plan?.scale}, not ${scale}: use --scale ${plan?.scale} or another folder.`,
    )
  }
  return plan
}

type StepOptions = SeedOptions & { readonly chunk: number }

/** Steps that run only once, even if this is called again. */
function stepsOf(client: PoolClient, { chunk, say, signal }: StepOptions) {
  const doneOf = async (step: string) => {
    signal?.throwIfAborted()
    const { rows } = await client.query<{ done: number }>(
      'select done::int from bench_seed.progress where step = $1',
      [step],
    )
    return rows[0]?.done ?? 0
  }
  const note = (step: string, done: number) =>
    client.query(
      `insert into bench_seed.progress values ($1, $2)
       on conflict (step) do update set done = excluded.done`,
      [step, done],
    )
  const inTransaction = async (work: () => Promise<unknown>) => {
    await client.query('begin')
    try {
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  const timed = async (step: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    say(`${step}: ${secondsSince(began)}`)
  }
  return {
    once: async (step: string, work: () => Promise<unknown>) => {
      if ((await doneOf(step)) > 0) return
      await timed(step, () =>
        inTransaction(async () => {
          await work()
          await note(step, 1)
        }),
      )
    },
    /** For work that cannot run in a transaction and is safe to repeat. */
    outside: async (step: string, work: () => Promise<unknown>) => {
      if ((await doneOf(step)) > 0) return
      await timed(step, async () => {
        await work()
        await note(step, 1)
      })
    },
    /** `times`: how many times more rows than rentals fit into one transaction. */
    inChunks: async (step: string, all: number, times: number, ...statements: string[]) => {
      const began = performance.now()
      const first = await doneOf(step)
      for (let from = first; from < all; ) {
        signal?.throwIfAborted()
        const to = Math.min(all, from + chunk * times)
        await inTransaction(async () => {
          for (const statement of statements) await client.query(withNumbers(statement, from, to))
          await note(step, to)
        })
        from = to
        const left = ((performance.now() - began) / (to - first)) * (all - to)
        say(
          `${step}: ${counted(to)} of ${counted(all)} in ${secondsSince(began)}` +
            (left > 0 ? `, about ${Math.ceil(left / 60_000)} min left` : ''),
        )
      }
    },
  }
}

/** A statement that creates a table takes no parameters. */
function withNumbers(statement: string, from: number, to: number): string {
  return statement.replaceAll('$1', String(from)).replaceAll('$2', String(to))
}

/** An admin, the largest closet and the shopper with most rentals can sign in. */
async function addAccounts(client: PoolClient): Promise<void> {
  await client.query(
    `with admin as (
       insert into user_profiles (id, full_name, email, email_verified, account_type)
       values (bench_seed.id(24, now(), 0), 'Admin', 'admin@bench.test', true, 'admin') returning id
     ), wallet as (insert into wallets (user_id) select id from admin),
     account as (
       select id from admin
       union all select bench_seed.person(0)
       union all select bench_seed.person(closets) from bench_seed.plan
     )
     insert into auth_accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), id, id, 'credential', $1 from account`,
    [await hashPassword(SEED_PASSWORD)],
  )
}

/** Runs the jobs whose results a shop of this age would have. */
async function runJobs(
  pool: pg.Pool,
  { signal, maxSums = Number.POSITIVE_INFINITY }: SeedOptions,
): Promise<void> {
  const db = createDb(pool)
  const now = new Date()
  const timeZone = 'America/New_York'
  const at = { now, today: calendarDateIn(timeZone, now), timeZone }
  for (let run = 0; run < maxSums && (await totalCreditDays(db, at)) > 0; run++)
    signal?.throwIfAborted()
  for (const fold of [foldTotals, foldFigures])
    while ((await fold(db)) > 0) signal?.throwIfAborted()
  await foldListedCounts(db)
  // A run adds 20 pages of 10,000 items.
  for (let run = 0; run < 5; run++) await growSitemap(db)
  await countWords(db)
}

async function printCounts(client: PoolClient, say: (line: string) => void): Promise<void> {
  for (const table of FILLED) {
    const { rows } = await client.query<{ rows: string; size: string }>(
      `select reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
       from pg_class where oid = $1::regclass`,
      [table],
    )
    say(`${table.padEnd(20)} ${counted(Number(rows[0]?.rows)).padStart(12)} rows ${rows[0]?.size}`)
  }
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  say(`The database takes ${rows[0]?.size}.`)
}

function readSql(name: string): string {
  return readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')
}

export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

function counted(rows: number): string {
  return rows.toLocaleString('en-US')
}
