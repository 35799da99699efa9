import pg from 'pg'

/** Members of the driver's queries that its types leave out. */
interface AnsweredQuery {
  readonly text?: string
  readonly _results: pg.QueryResult | readonly pg.QueryResult[]
  handleReadyForQuery(connection: unknown): void
}

// Without ORDER BY PostgreSQL returns rows in any order: often as they were added, but not always.
// Tests reverse such rows, so that no code relies on their order.
const queries: AnsweredQuery = Object(pg.Query.prototype)
const answer = queries.handleReadyForQuery

// A worker runs this before each of its files.
if (answer.name !== 'reversed') {
  queries.handleReadyForQuery = function reversed(connection) {
    if (hasNoOrder(this.text ?? '')) for (const { rows } of [this._results].flat()) rows.reverse()
    answer.call(this, connection)
  }
}

/** Whether a statement reads or changes rows without ORDER BY. Inserted rows keep their order. */
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
