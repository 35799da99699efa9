import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createRequestListener } from '@remix-run/node-fetch-server'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { expressAccount, openLink, sendForm } from '#sandbox/testing/connect.ts'
import { Gate } from '../../test/faults/gate.ts'
import { postgresProxy } from '../../test/faults/postgres-proxy.ts'
import { type TestDatabase, testDatabase } from '../../test/postgres/database.ts'

test('as a separate process the sandbox keeps its data through kill -9 and still sends its webhooks', async () => {
  const { target } = await testDatabase()
  const received: string[] = []
  let accepts = false
  const receiver = createServer((request, response) => {
    request.resume()
    if (accepts) received.push(String(request.headers['stripe-signature']))
    response.writeHead(accepts ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.close()
    receiver.closeAllConnections()
  })
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const webhookUrl = `http://127.0.0.1:${address.port}/`

  const first = await serve(target, webhookUrl)
  const customer = await first.stripe.customers.create({ name: 'Ann' })
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  accepts = true
  const second = await serve(target, webhookUrl)

  expect(await second.stripe.customers.retrieve(customer.id)).toEqual(customer)
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0)
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})

test('as a separate process the sandbox signs events of accounts with their own secret', async () => {
  const { target } = await testDatabase()
  const received: string[] = []
  const listener = createRequestListener(async (request) => {
    const signature = request.headers.get('stripe-signature') ?? ''
    const event = stripe.webhooks.constructEvent(await request.text(), signature, 'whsec_connect')
    received.push(event.type)
    return new Response()
  })
  const receiver = createServer(listener)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    receiver.close()
    receiver.closeAllConnections()
  })
  const { port } = receiver.address() as AddressInfo
  const { stripe, origin } = await serve(target, `http://127.0.0.1:${port}/`)

  const { id } = await stripe.accounts.create(expressAccount)
  const { url } = await openLink({ stripe }, id)
  await sendForm({ origin }, url, { name: 'Vera', bankAccount: '000123456789' })

  await expect.poll(() => received, { timeout: 10_000 }).toEqual(['account.updated'])
})

test('as a separate process the sandbox reports an unavailable database in one line each time', async () => {
  const gate = new Gate(Number.POSITIVE_INFINITY, 'away')
  const { target } = await testDatabase()
  const proxy = await postgresProxy(target, gate)
  onTestFinished(() => proxy.close())
  const { child, stripe, output } = await serve(
    { connectionString: proxy.url },
    'http://127.0.0.1:1/',
  )
  gate.arm(1)
  gate.pass('the database goes')
  await expect(stripe.customers.create({ name: 'Ann' })).rejects.toThrow('An unknown error')
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(output.length).toBeGreaterThan(0)
  for (const line of output)
    expect(JSON.parse(line)).toMatchObject({
      msg: expect.stringMatching(/^(Unexpected error in the sandbox\.$|The sandbox )/),
    })
})

async function serve(target: TestDatabase['target'], webhookUrl: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
    env: {
      PORT: '0',
      DATABASE_URL: addressOf(target),
      STRIPE_SECRET_KEY: 'sk_test_process',
      STRIPE_WEBHOOK_SECRET: 'whsec_process',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
      WEBHOOK_URL: webhookUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => end(child))
  const output: string[] = []
  createInterface(child.stderr).on('line', (line) => output.push(line))
  const lines = createInterface(child.stdout)
  const [origin] = await once(lines, 'line')
  const { hostname: host, port } = new URL(String(origin))
  const stripe = new Stripe('sk_test_process', { host, port, protocol: 'http' })
  return { child, output, origin: String(origin), stripe }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A socket folder is part of the URL's query. */
function addressOf(target: TestDatabase['target']): string {
  if ('connectionString' in target) return target.connectionString
  const query = new URLSearchParams({ host: target.host, port: String(target.port) })
  return `postgresql:///${target.database}?${query}&user=${target.user}`
}
