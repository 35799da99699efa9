// Sends the same bytes compressed anew for each request: `node compressing-server.ts FILE`. No page
// that is made for one person costs less.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compress } from '#server/door/compress.ts'

const page = readFileSync(process.argv[2] ?? '')
const server = createServer(async (_request, response) => {
  const body = await compress(page, 'br')
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(1))
