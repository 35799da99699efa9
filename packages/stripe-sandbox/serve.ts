import { createServer } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import pg from 'pg'
import { ConnectionCut } from '#sandbox/core/faults.ts'
import { createSandbox } from './sandbox.ts'

// The sandbox as a separate process: DATABASE_URL, PORT, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and
// WEBHOOK_URL are required; STRIPE_CONNECT_WEBHOOK_SECRET signs the events of connected accounts. It
// prints its address once it listens.
function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} must be set`)
  return value
}

const port = Number(required('PORT'))
const webhookUrl = required('WEBHOOK_URL')
const connectSecret = process.env.STRIPE_CONNECT_WEBHOOK_SECRET
const pool = new pg.Pool({ connectionString: required('DATABASE_URL') })
// A connection that breaks while idle is replaced by the next query.
pool.on('error', () => undefined)

/** One line per error. */
function report(what: string, problem: unknown): void {
  const reason = problem instanceof Error ? problem.stack : String(problem)
  console.error(JSON.stringify({ time: Date.now(), msg: what, reason }))
}

let origin = ''
const sandbox = createSandbox({
  pool,
  secretKey: required('STRIPE_SECRET_KEY'),
  webhook: { url: () => webhookUrl, secret: required('STRIPE_WEBHOOK_SECRET') },
  ...(connectSecret && { connectWebhook: { url: () => webhookUrl, secret: connectSecret } }),
  publicOrigin: () => process.env.PUBLIC_ORIGIN ?? origin,
  businessName: process.env.BUSINESS_NAME,
  onProblem: report,
})

const server = createServer(
  createRequestListener(
    async (request) => (await sandbox.handle(request)) ?? new Response(null, { status: 404 }),
    {
      onError(problem) {
        if (!(problem instanceof ConnectionCut)) report('Unexpected error in the sandbox.', problem)
      },
    },
  ),
)

server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  sandbox.start()
  console.log(origin)
})

async function stop(): Promise<void> {
  server.close()
  server.closeAllConnections()
  await sandbox.close()
  await pool.end()
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
