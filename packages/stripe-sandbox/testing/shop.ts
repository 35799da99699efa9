import { createServer, type RequestListener } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { ConnectionCut } from '#sandbox/core/faults.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/sandbox.ts'
import { type TestClock, testClock } from '../../../test/clock.ts'
import { sandboxDatabase, type TestDatabase } from '../../../test/postgres/database.ts'
import { exchangeCheck } from './stripe-types/exchange-check.ts'

const secretKey = 'sk_test_sandbox'
const webhookSecret = 'whsec_sandbox'
const connectSecret = 'whsec_connected_accounts'

export type Shop = {
  sandbox: Sandbox
  stripe: Stripe
  clock: TestClock
  pool: TestDatabase['pool']
  /** The sandbox's API key. */
  secretKey: string
  /** Where the sandbox listens. */
  origin: string
  /** The received webhooks, verified by the SDK, in the order of arrival. */
  events: Stripe.Event[]
  /** The next responses to webhooks; afterwards 200. */
  answers: number[]
  /** A second sandbox on the same database. */
  another(options?: Partial<SandboxOptions>): Sandbox
  /** The API without the SDK. */
  call(path: string, init?: RequestInit): Promise<Response>
  askForFault(fault: Record<string, string | number>): Promise<void>
}

/** A shop that sells through a sandbox: both listen on real ports, and the clock is stopped. */
export async function openShop(): Promise<Shop> {
  const { onExchange, problems } = await exchangeCheck()
  onTestFinished(() => expect(problems, 'Unlike the types of the SDK').toEqual([]))
  const { pool } = await sandboxDatabase()
  const clock = testClock()
  const events: Stripe.Event[] = []
  const answers: number[] = []

  const webhookOrigin = await listen(
    createRequestListener(async (request) => {
      const status = answers.shift() ?? 200
      const signature = request.headers.get('stripe-signature') ?? ''
      const isConnect = new URL(request.url).pathname === '/connect'
      const secret = isConnect ? connectSecret : webhookSecret
      const event = stripe.webhooks.constructEvent(await request.text(), signature, secret)
      if (status === 200) events.push(event)
      return new Response(null, { status })
    }),
  )

  const another: Shop['another'] = (options) =>
    createSandbox({
      pool,
      secretKey,
      webhook: { url: () => `${webhookOrigin}/webhooks`, secret: webhookSecret },
      connectWebhook: { url: () => `${webhookOrigin}/connect`, secret: connectSecret },
      publicOrigin: () => origin,
      businessName: 'The Shop',
      clock: clock.now,
      onExchange,
      ...options,
    })
  const sandbox = another()

  const origin = await listen(
    createRequestListener(
      async (request) => (await sandbox.handle(request)) ?? new Response(null, { status: 404 }),
      {
        onError(problem) {
          if (!(problem instanceof ConnectionCut)) console.error(problem)
        },
      },
    ),
  )
  const { hostname: host, port } = new URL(origin)
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0 })
  const call: Shop['call'] = (path, init) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secretKey}`, ...init?.headers },
    })
  const askForFault: Shop['askForFault'] = async (fault) => {
    const answer = await call('/sandbox/faults', { method: 'POST', body: JSON.stringify(fault) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  onTestFinished(() => sandbox.close())
  return {
    sandbox,
    stripe,
    clock,
    pool,
    secretKey,
    origin,
    events,
    answers,
    another,
    call,
    askForFault,
  }
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}
