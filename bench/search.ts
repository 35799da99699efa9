import type pg from 'pg'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { searchItems } from '#domain/search/search.ts'
import { emptySearch, type SearchQuery } from '#domain/search/search-query.ts'
import { countWords } from '#domain/search/word-counts.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { type Ratio, sideBySide } from './side-by-side.ts'

const MEASURED_MS = 1000

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
    'no such word': { ...emptySearch, q: 'velvte', size: ['M'], ...dates },
  }
}

/** Searches through the domain, compared with its statements alone. */
export async function benchSearch(target: ConnectionTarget): Promise<Ratio[]> {
  const pool = createPool(target)
  const db = createDb(pool)
  await countWords(db)
  await pool.query('vacuum analyze')
  const today = calendarDateIn('UTC', new Date())
  const ratios: Ratio[] = []
  try {
    for (const [what, query] of Object.entries(benchedSearches(today))) {
      const statements = await sentBy(db, (listening) => searchItems(listening, query, today))
      ratios.push(
        await sideBySide(`${what} (a second)`, {
          ours: () => perSecond(() => searchItems(db, query, today)),
          bare: () => perSecond(() => run(pool, statements)),
        }),
      )
    }
    return ratios
  } finally {
    await db.destroy()
  }
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

/** The same statements, prepared, one after the other. */
async function run(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  for (const [n, { sql, parameters }] of statements.entries())
    await pool.query({ name: `bare_${n}_${sql.length}`, text: sql, values: [...parameters] })
}

export async function sentBy(db: Db, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
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
