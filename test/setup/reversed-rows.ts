import pg from 'pg'

/** What a query of the driver has, which its types leave out. */
interface AnsweredQuery {
  readonly text?: string
  readonly _results: pg.QueryResult | readonly pg.QueryResult[]
  handleReadyForQuery(connection: unknown): void
}

// PostgreSQL returns rows without ORDER BY in any order: often in the one in which they were added,
// and in another one on a busy day. In tests they are reversed, so that nobody relies on it.
const queries: AnsweredQuery = Object(pg.Query.prototype)
const answer = queries.handleReadyForQuery

// A worker runs this before each of its files.
if (answer.name !== 'reversed') {
  queries.handleReadyForQuery = function reversed(connection) {
    if (hasNoOrder(this.text ?? '')) for (const { rows } of [this._results].flat()) rows.reverse()
    answer.call(this, connection)
  }
}

/** Of a statement that reads or changes rows; those that are inserted come back in their order. */
function hasNoOrder(text: string): boolean {
  if (!/^\s*(select|with|update|delete|\()/i.test(text) || /\binsert into\b/i.test(text))
    return false
  return !/\border by\b/i.test(outsideBrackets(text))
}

function outsideBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const [part] of text.matchAll(/'[^']*'|"[^"]*"|[()]|[^'"()]+/g)) {
    if (part === '(') depth++
    else if (part === ')') depth--
    else if (depth === 0) outside += ` ${part}`
  }
  return outside
}
