import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { expect, onTestFinished, test } from 'vitest'
import { handledEventTypes } from '#domain/money/events/events.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { sandboxDatabase } from '#test/postgres/database.ts'
import { setUpStripe } from './set-up-stripe.ts'

const secretKey = 'sk_test_setup'

/** An empty account in a sandbox with its own address. */
async function emptyAccount() {
  const { pool } = await sandboxDatabase()
  const sandbox = createSandbox({
    pool,
    secretKey,
    webhook: { url: () => 'http://localhost/hooks/stripe', secret: 'whsec_setup' },
  })
  const server = createServer(
    createRequestListener(async (request) => (await sandbox.handle(request)) ?? new Response(null)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    return (await fetch(`${url}/v1/${path}`, { ...init, headers })).json()
  }
  return { url, ask }
}

/** `npm run stripe:setup`. */
async function run(env: Record<string, string>) {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['server/start/stripe-setup.ts'],
      {
        env: { PATH: process.env.PATH, ...env },
      },
    )
    return stdout
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  }
}

/** The same in this process. */
async function setUp(env: Record<string, string>) {
  const lines: string[] = []
  await setUpStripe(env, (line) => lines.push(line))
  return lines.join('\n')
}

test('setting up an empty account creates everything once and prints the steps', async () => {
  const { url, ask } = await emptyAccount()
  const env = { STRIPE_SECRET_KEY: secretKey, PUBLIC_URL: 'https://shop.example', SANDBOX_URL: url }

  const first = await run(env)
  expect(first.match(/^created /gm)).toHaveLength(12)
  expect(first).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m)
  expect(first).toMatch(/^STRIPE_CONNECT_WEBHOOK_SECRET=whsec_\w+$/m)
  const second = await setUp(env)
  expect(second.match(/^unchanged /gm)).toHaveLength(12)
  expect(second).not.toContain('whsec_')

  const prices = await ask('prices?limit=100')
  expect(
    prices.data
      .map((price: Record<string, unknown>) => [price.lookup_key, price.unit_amount])
      .sort(),
  ).toEqual([
    ['hemline_50_credits', 5000],
    ['hemline_annual', 20_000],
    ['hemline_deposit', 5000],
    ['hemline_gift', 5000],
    ['hemline_monthly', 2000],
  ])
  const plans = prices.data.filter((price: { recurring: unknown }) => price.recurring)
  expect(new Set(plans.map((price: { product: string }) => price.product)).size).toBe(1)
  const portals = await ask('billing_portal/configurations')
  expect(portals.data).toMatchObject([
    {
      features: {
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          proration_behavior: 'always_invoice',
          schedule_at_period_end: { conditions: [{ type: 'shortening_interval' }] },
          products: [{ prices: expect.arrayContaining(plans.map(({ id }: { id: string }) => id)) }],
        },
      },
    },
  ])
  const endpoints = await ask('webhook_endpoints')
  expect(endpoints.data).toMatchObject([
    {
      url: 'https://shop.example/hooks/stripe?connect',
      api_version: '2026-10-28.endive',
      enabled_events: expect.arrayContaining(['account.updated', 'payout.failed']),
    },
    {
      url: 'https://shop.example/hooks/stripe',
      api_version: '2026-10-28.endive',
      enabled_events: handledEventTypes,
    },
  ])
})

test('setup asks to delete an endpoint with another API version', async () => {
  const { url, ask } = await emptyAccount()
  const env = { STRIPE_SECRET_KEY: secretKey, PUBLIC_URL: 'https://shop.example', SANDBOX_URL: url }
  const { id } = await ask('webhook_endpoints', {
    method: 'POST',
    body: new URLSearchParams({
      url: 'https://shop.example/hooks/stripe',
      'enabled_events[0]': 'invoice.paid',
    }),
  })
  const output = await setUp(env)
  expect(output).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m)
  expect(output).toMatch(
    new RegExp(`^Once the app has been restarted with it, delete at Stripe: ${id}\\.$`, 'm'),
  )
})

test('setup corrects changed objects in the account, and nothing else', async () => {
  const { url, ask } = await emptyAccount()
  const env = { STRIPE_SECRET_KEY: secretKey, PUBLIC_URL: 'https://shop.example', SANDBOX_URL: url }
  await setUp(env)
  const [, endpoint] = (await ask('webhook_endpoints')).data
  await ask(`webhook_endpoints/${endpoint.id}`, {
    method: 'POST',
    body: new URLSearchParams({ 'enabled_events[0]': 'invoice.paid' }),
  })
  const [monthly] = (await ask('prices?lookup_keys[0]=hemline_monthly')).data
  await ask('prices', {
    method: 'POST',
    body: new URLSearchParams({
      product: monthly.product,
      currency: 'usd',
      unit_amount: '2500',
      lookup_key: 'hemline_monthly',
      transfer_lookup_key: 'true',
      'recurring[interval]': 'month',
    }),
  })

  const output = await setUp(env)

  expect(output.match(/^updated .*$/gm)?.map((line) => line.replace(/^updated +/, ''))).toEqual([
    expect.stringContaining('price hemline_monthly'),
    expect.stringContaining('billing portal'),
    expect.stringContaining('webhook'),
  ])
  const [now] = (await ask('prices?lookup_keys[0]=hemline_monthly')).data
  expect(now.unit_amount).toBe(2000)
})

test('without a key or an address setup prints what is missing', async () => {
  const output = await run({ PUBLIC_URL: 'http://shop.example' })
  expect(output).toContain('STRIPE_SECRET_KEY is missing')
  expect(output).toContain('PUBLIC_URL must start with https://')
})
