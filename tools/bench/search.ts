import type pg from 'pg'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { emptySearch, type SearchQuery } from '#domain/catalogue/search/search-query.ts'
import { countWords } from '#domain/catalogue/search/word-counts.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { median, type Ratio, sideBySide } from './side-by-side.ts'

// Many short turns, so that other load on the machine affects both sides equally.
const MEASURED_MS = 200
const TURNS = 15

type Statement = { readonly sql: string; readonly parameters: readonly unknown[] }

/** The searches that are measured. */
export function benchedSearches(today: CalendarDate): Readonly<Record<string, SearchQuery>> {
  const dates = { start: addDays(today, 20), end: addDays(today, 24) }
  return {
    'one facet and dates': { ...emptySearch, size: ['M'], ...dates },
    'three facets': { ...emptySearch, size: ['M'], style: ['Formal'], colour: ['Red'] },
    'a word': { ...emptySearch, q: 'velvet' },
    'a word and dates, cheapest first': { ...emptySearch, q: 'velvet', sort: 'price', ...dates },
    'a rare combination': {
      ...emptySearch,
      q: 'velvet 1001',
      size: ['XS', 'M', 'XXL'],
      maxPrice: 280,
      ...dates,
    },
    'near a city, nearest first': { ...emptySearch, near: 'Boston, MA', sort: 'distance' },
    'near a city, one facet and dates': {
      ...{ ...emptySearch, near: 'Boston, MA', within: 100, size: ['M'], sort: 'distance' },
      ...dates,
    },
    'what can reach me': { ...emptySearch, here: pointOfPlace('11201'), reach: true },
    'all, nearest first': { ...emptySearch, here: pointOfPlace('11201'), sort: 'distance' },
    'no such word': { ...emptySearch, q: 'velvte', size: ['M'], ...dates },
  }
}

/** The searches of a shop, with query plans from fresh statistics. */
async function openSearches(target: ConnectionTarget) {
  const pool = createPool(target)
  const db = createDb(pool)
  await countWords(db)
  await pool.query('vacuum analyze')
  return { pool, db, today: calendarDateIn('UTC', new Date()) }
}

/** Compares searches through the domain with its statements alone. */
export async function benchSearch(target: ConnectionTarget): Promise<Ratio[]> {
  const { pool, db, today } = await openSearches(target)
  const ratios: Ratio[] = []
  try {
    for (const [what, query] of Object.entries(benchedSearches(today))) {
      const statements = await statementsOf(db, (listening) => searchItems(listening, query, today))
      ratios.push(
        await sideBySide(
          `${what} (a second)`,
          {
            ours: () => perSecond(() => searchItems(db, query, today)),
            bare: () => perSecond(() => run(pool, statements)),
          },
          TURNS,
        ),
      )
    }
    return ratios
  } finally {
    await db.destroy()
  }
}

/** How long each search takes: 95 of 100 are quicker. In milliseconds, so only for this machine. */
export async function benchSearchLatency(target: ConnectionTarget): Promise<void> {
  const { db, today } = await openSearches(target)
  try {
    const all: number[] = []
    for (const [what, query] of Object.entries(benchedSearches(today))) {
      const times: number[] = []
      for (let time = 0; time < TIMED; time++) {
        const began = performance.now()
        await searchItems(db, query, today)
        times.push(performance.now() - began)
      }
      all.push(...times)
      console.log(`${what.padEnd(46)} ${quantile(times, 0.5)} ${quantile(times, 0.95)} ms`)
    }
    console.log(`${'all searches'.padEnd(46)} ${quantile(all, 0.5)} ${quantile(all, 0.95)} ms`)
  } finally {
    await db.destroy()
  }
}

const TIMED = 200

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1).padStart(8)
}

/**
 * How much more work the statements of a search do with more items: the pages of tables and indexes
 * that they touch, which do not depend on other load, and their time in microseconds.
 */
export async function benchSearchGrowth(
  small: ConnectionTarget,
  large: ConnectionTarget,
): Promise<Ratio[]> {
  const [few, many] = [await openSearches(small), await openSearches(large)]
  const ratios: Ratio[] = []
  try {
    for (const [what, query] of Object.entries(benchedSearches(few.today))) {
      const works: (() => Promise<Work>)[] = []
      for (const { db, pool, today } of [few, many]) {
        const statements = await statementsOf(db, (listening) =>
          searchItems(listening, query, today),
        )
        works.push(() => workOf(pool, statements))
      }
      const rounds: Work[][] = []
      for (let round = 0; round < 9; round++) {
        const [ofFew, ofMany] = [await works[0]?.(), await works[1]?.()]
        if (ofFew && ofMany) rounds.push([ofFew, ofMany])
      }
      for (const unit of ['buffers', 'microseconds'] as const) {
        const of = (shop: number) => median(rounds.map((round) => round[shop]?.[unit] ?? 0))
        const [ours, bare] = [of(0), of(1)]
        ratios.push({ what: `${what} (${unit})`, ours, bare, ratio: bare / ours })
      }
    }
    return ratios
  } finally {
    await few.db.destroy()
    await many.db.destroy()
  }
}

type Work = { readonly buffers: number; readonly microseconds: number }

async function workOf(pool: pg.Pool, statements: readonly Statement[]): Promise<Work> {
  let [buffers, microseconds] = [0, 0]
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, timing off, format json) ${sql}`,
      [...parameters],
    )
    const explained = rows[0]?.['QUERY PLAN'][0]
    if (!explained) continue
    const { Plan: plan } = explained
    buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    microseconds += explained['Execution Time'] * 1000
  }
  return { buffers, microseconds }
}

type Explained = {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
  readonly 'Execution Time': number
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let times = 0
  while (performance.now() - began < MEASURED_MS) {
    await work()
    times++
  }
  return (times / (performance.now() - began)) * 1000
}

/** Runs the same statements, prepared, in sequence. */
async function run(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  for (const [n, { sql, parameters }] of statements.entries())
    await pool.query({ name: `bare_${n}_${sql.length}`, text: sql, values: [...parameters] })
}

export async function statementsOf(
  db: Db,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const nodes = new Map<string, Parameters<ReturnType<Db['getExecutor']>['compileQuery']>[0]>()
  const sent: Statement[] = []
  const listening = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      nodes.set(queryId.queryId, node)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const node = nodes.get(queryId.queryId)
      if (node) sent.push(db.getExecutor().compileQuery(node, queryId))
      return result
    },
  })
  await work(listening as Db)
  return sent
}
