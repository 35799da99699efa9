// A lean server: runs the statements it is given, for each request or every two seconds, and
// responds with their rows.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { SHARED_MS } from '#domain/shared/lists/shared-read.ts'
import { compress } from '#server/door/compress.ts'
import type { PageStatements, RunStatement } from './recorded-statements.ts'

process.once('message', (given: { target: ConnectionTarget; statements: PageStatements }) => {
  const pool = createPool(given.target)
  const run = async (kind: string, statements: readonly RunStatement[]) => {
    const rows: unknown[] = []
    for (const [place, { text, values }] of statements.entries())
      rows.push((await pool.query({ text, values: [...values], name: `${kind}_${place}` })).rows)
    return rows
  }
  let shared: { rows: Promise<unknown[]>; until: number } = { rows: Promise.resolve([]), until: 0 }
  const server = createServer(async (_request, response) => {
    if (shared.until < performance.now())
      shared = {
        rows: run('shared', given.statements.shared),
        until: performance.now() + SHARED_MS,
      }
    const rows = [await shared.rows, await run('each', given.statements.each)]
    const body = await compress(Buffer.from(JSON.stringify(rows)), 'br')
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(1))
