import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { apiVersion } from '#sandbox/core/api-version.ts'
import { openSession } from '#sandbox/testing/checkout.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

test('the supported API version is the one that the SDK pins', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION)
})

test('another version is refused', async () => {
  const { call } = await openShop()
  const answer = await call('/v1/customers', { headers: { 'stripe-version': '2025-01-01.acacia' } })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('requests without the key are refused', async () => {
  const { origin, call } = await openShop()
  const { hostname: host, port } = new URL(origin)
  const stranger = new Stripe('sk_test_wrong', { host, port, protocol: 'http' })
  await expect(stranger.customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  })
  for (const path of ['/v1/customers', '/v1/nothing', '/sandbox/faults']) {
    const answer = await call(path, { headers: { authorization: '' } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toHaveProperty('error.message')
  }
})

test.each([
  ['GET', '/v1/nothing', 404, {}],
  ['PUT', '/v1/customers', 404, {}],
  ['GET', '/v1/customers/cus_no', 404, { code: 'resource_missing', param: 'id' }],
  ['GET', '/v1/checkout/sessions/cs_no', 404, { code: 'resource_missing' }],
  ['GET', '/v1/refunds/%zz', 404, { code: 'resource_missing' }],
  ['GET', '/v1/customers?limit=0', 400, { param: 'limit' }],
  ['GET', '/v1/customers?limit=ten', 400, { code: 'parameter_invalid_integer' }],
  ['GET', '/v1/customers?colour=red', 400, { code: 'parameter_unknown', param: 'colour' }],
  ['GET', '/v1/customers?__proto__[x]=1', 400, { code: 'parameter_unknown' }],
  ['GET', '/v1/customers?created[since]=1', 400, { param: 'created[since]' }],
  ['POST', '/v1/products', 400, { code: 'parameter_missing', param: 'name' }],
])('%s %s answers %i and says what is wrong', async (method, path, status, problem) => {
  const { call } = await openShop()
  const answer = await call(path, { method })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('request-id')).toMatch(/^req_/)
  const body: unknown = await answer.json()
  expect(body).toMatchObject({ error: { type: 'invalid_request_error', ...problem } })
})

test('expanding other fields is refused, and empty fields stay empty', async () => {
  const { stripe } = await openShop()
  const session = await openSession({ stripe })
  const expanded = (...expand: string[]) =>
    stripe.checkout.sessions.retrieve(session.id, { expand })
  expect((await expanded('customer', 'payment_intent.latest_charge')).customer).toBeNull()
  await expect(expanded('colour')).rejects.toThrow('cannot be expanded (colour)')
  await expect(expanded('currency')).rejects.toThrow('cannot be expanded (currency)')
  await expect(expanded('a.b.c.d.e')).rejects.toThrow('more than 4 levels')
})

test('lists expand inside their rows', async () => {
  const { stripe } = await openShop()
  await stripe.prices.create({ currency: 'usd', unit_amount: 100, product_data: { name: 'Hat' } })
  const { data } = await stripe.prices.list({ expand: ['data.product'] })
  expect(data).toMatchObject([{ product: { name: 'Hat' } }])
})

const create = (shop: Shop, key: string, name: string) =>
  shop.call('/v1/customers', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: new URLSearchParams({ name }),
  })

test('a repeated idempotency key gets the same response and does nothing twice', async () => {
  const shop = await openShop()
  const first = await create(shop, 'k1', 'Ann')
  const again = await create(shop, 'k1', 'Ann')
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'))
  expect(await again.text()).toBe(await first.text())
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
  expect((await shop.stripe.events.list()).data).toHaveLength(1)
})

test('an idempotency key of another request is refused', async () => {
  const shop = await openShop()
  await create(shop, 'k1', 'Ann')
  const other = await create(shop, 'k1', 'Bob')
  expect(other.status).toBe(400)
  expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
  await expect(
    shop.stripe.products.create({ name: 'Ann' }, { idempotencyKey: 'k1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('twenty concurrent requests with one key run once and get the same response', async () => {
  const shop = await openShop()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(shop, 'k1', 'Ann')))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  expect((await shop.stripe.customers.list()).data).toHaveLength(1)
})

test('a refused request does not use up its key, and keys expire after a day', async () => {
  const shop = await openShop()
  await expect(
    shop.stripe.refunds.create({ charge: 'ch_no' }, { idempotencyKey: 'k1' }),
  ).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await create(shop, 'k1', 'Ann')).status).toBe(200)
  shop.clock.advance({ days: 1 })
  expect((await create(shop, 'k1', 'Bob')).headers.get('idempotent-replayed')).toBeNull()
})

test.each(['', 'with space', 'k'.repeat(256)])('the key %j is refused', async (key) => {
  const shop = await openShop()
  expect((await create(shop, key, 'Ann')).status).toBe(400)
})

test('errors and dropped timers of the sandbox are logged', async () => {
  const { pool, clock, another } = await openShop()
  const logged: string[] = []
  const sandbox = another({ onProblem: (what) => logged.push(what) })
  const ask = () =>
    sandbox.handle(
      new Request('http://sandbox.test/v1/customers', {
        headers: { authorization: 'Bearer sk_test_sandbox' },
      }),
    )
  expect((await ask())?.status).toBe(200)
  const due = Math.floor(clock.now().getTime() / 1000)
  await pool.query(
    `insert into stripe_sandbox.timers (kind, subject, due) values ('close_dispute', 'du_gone', $1)`,
    [due],
  )
  expect((await ask())?.status).toBe(200)
  await pool.query('alter table stripe_sandbox.objects rename to lost_objects')
  expect((await ask())?.status).toBe(500)
  expect(logged).toEqual([
    'The sandbox gave up: close_dispute of du_gone',
    'Unexpected error in the sandbox.',
  ])
})

test.each([
  '/v1/customers',
  '/sandbox/faults',
])('a request to %s that its caller aborts is not an error of the sandbox', async (path) => {
  const { another } = await openShop()
  const logged: string[] = []
  const sandbox = another({ onProblem: (what) => logged.push(what) })
  const caller = new AbortController()
  const gone = new Error('The caller left.')
  const body = new ReadableStream({
    pull(stream) {
      caller.abort(gone)
      stream.error(gone)
    },
  })
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const sent = { method: 'POST', body, headers, signal: caller.signal, duplex: 'half' as const }
  await sandbox.handle(new Request(`http://sandbox.test${path}`, sent))
  expect(caller.signal.aborted).toBe(true)
  expect(logged).toEqual([])
})
