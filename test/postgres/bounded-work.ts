import type { RootOperationNode } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { TestDatabase } from './database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/**
 * The most rows that any plan step of any query sent by `work` processed. Parallel workers are off:
 * with them PostgreSQL prefers sorting a whole table when it needs most of it. The database must be
 * new: in reused space, a row can be stored before rows that were added earlier.
 */
export async function maxRowsHandled(
  { db, pool }: TestDatabase,
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  // Parts of a statement pass through here too; only nodes with a result were sent.
  const nodes = new Map<string, RootOperationNode>()
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
  // A statement that is compiled in advance does not pass through `transformQuery`.
  const executeQuery = listening.executeQuery.bind(listening)
  listening.executeQuery = (query) => {
    sent.push('compile' in query ? query.compile() : query)
    return executeQuery(query)
  }
  await work(listening as Db)
  if (sent.length === 0) throw new Error('nothing was sent')
  const client = await pool.connect()
  try {
    // Plans as in production: other tests plan each statement once (db/embedded/postgres.ts).
    await client.query(
      'begin; set local max_parallel_workers_per_gather = 0; set local plan_cache_mode = auto',
    )
    let max = 0
    for (const { sql, parameters } of sent) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${sql}`,
        [...parameters],
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) max = Math.max(max, ...handledIn(plan))
    }
    return max
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function handledIn(node: PlanNode): number[] {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return [rows * node['Actual Loops'], ...(node.Plans ?? []).flatMap(handledIn)]
}
