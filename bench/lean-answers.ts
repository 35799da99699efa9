// A lean server: runs the statements it is sent for each request, and answers with their rows.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { compress } from '#server/door/compress.ts'
import type { RunStatement } from './recorded-statements.ts'

process.once(
  'message',
  (given: { target: ConnectionTarget; statements: readonly RunStatement[] }) => {
    const pool = createPool(given.target)
    const statements = given.statements.map(({ text, values }, place) => ({
      text,
      values: [...values],
      name: `lean_${place}`,
    }))
    const server = createServer(async (_request, response) => {
      const rows: unknown[] = []
      for (const statement of statements) rows.push((await pool.query(statement)).rows)
      const body = await compress(Buffer.from(JSON.stringify(rows)), 'br')
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'br',
        'Content-Length': body.length,
      })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  },
)
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(1))
