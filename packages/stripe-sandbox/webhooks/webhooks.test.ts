import { expect, test } from 'vitest'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

const buy = (shop: Shop, name: string) => shop.stripe.customers.create({ name })

const arrived = (shop: Shop) =>
  shop.events.map((event) => ('name' in event.data.object ? event.data.object.name : undefined))

const deliver = async (shop: Shop, afterSeconds = 0) => {
  shop.clock.advance({ seconds: afterSeconds })
  return shop.sandbox.deliverDueWebhooks()
}

test('a refused delivery is retried after one second, then two, then four, until it is accepted', async () => {
  const shop = await openShop()
  await buy(shop, 'Ann')
  shop.answers.push(500, 404, 302)
  expect(await deliver(shop)).toBe(0)
  for (const wait of [1, 2, 4]) {
    expect(await deliver(shop, wait - 0.1)).toBe(0)
    expect(await deliver(shop, 0.1)).toBe(wait === 4 ? 1 : 0)
  }
  expect(arrived(shop)).toEqual(['Ann'])
  const [event] = (await shop.stripe.events.list()).data
  expect(event?.pending_webhooks).toBe(0)
  expect(shop.events[0]).toMatchObject({ id: event?.id, pending_webhooks: 1 })
})

test('a delivery fails after three days', async () => {
  const shop = await openShop()
  await buy(shop, 'Ann')
  shop.answers.push(500, 500)
  await deliver(shop)
  await deliver(shop, 3 * 86_400)
  expect(await deliver(shop, 600)).toBe(0)
  expect(shop.answers).toEqual([])
})

test('two processes deliver each event once', async () => {
  const shop = await openShop()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await buy(shop, name)
  const other = shop.another()
  const [one, two] = await Promise.all([
    shop.sandbox.deliverDueWebhooks(),
    other.deliverDueWebhooks(),
  ])
  expect(one + two).toBe(8)
  expect(new Set(arrived(shop)).size).toBe(8)
  expect(shop.events).toHaveLength(8)
})

test('a start takes over the deliveries of an earlier process', async () => {
  const shop = await openShop()
  await buy(shop, 'Ann')
  await shop.pool.query(
    `update stripe_sandbox.deliveries set in_hand = true, due = due + interval '1 minute'`,
  )
  expect(await deliver(shop)).toBe(0)
  shop.sandbox.start()
  await expect.poll(() => arrived(shop)).toEqual(['Ann'])
})

test('once started, the sandbox sends events as they happen', async () => {
  const shop = await openShop()
  shop.sandbox.start()
  await buy(shop, 'Ann')
  await expect.poll(() => arrived(shop)).toEqual(['Ann'])
  await buy(shop, 'Bob')
  await expect.poll(() => arrived(shop)).toEqual(['Ann', 'Bob'])
})

test('an endpoint created by the API gets its events signed with its own secret', async () => {
  const shop = await openShop()
  const seen: string[] = []
  const secrets: string[] = []
  const received = async (request: Request) => {
    const payload = await request.text()
    const signature = request.headers.get('stripe-signature') ?? ''
    if (!request.url.startsWith('http://elsewhere.test')) return
    const event = shop.stripe.webhooks.constructEvent(payload, signature, secrets[0] ?? '')
    seen.push(event.type)
  }
  const sandbox = shop.another({
    fetch: async (input, init) => {
      await received(new Request(input, init))
      return new Response()
    },
  })
  const endpoint = await shop.stripe.webhookEndpoints.create({
    url: 'http://elsewhere.test/hook',
    enabled_events: ['product.created'],
  })
  secrets.push(endpoint.secret ?? '')
  expect((await shop.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()

  await buy(shop, 'Ann')
  await shop.stripe.products.create({ name: 'Hat' })
  expect(await sandbox.deliverDueWebhooks()).toBe(3)
  expect(seen).toEqual(['product.created'])

  await shop.stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  await shop.stripe.products.create({ name: 'Cap' })
  expect(await sandbox.deliverDueWebhooks()).toBe(1)
})

test('webhooks are lost, late, repeated and reordered on demand', async () => {
  const shop = await openShop()
  const ask = (fault: Record<string, string | number>) =>
    shop.askForFault({ target: 'webhook', ...fault })

  await ask({ kind: 'drop' })
  await buy(shop, 'lost')
  await deliver(shop)
  await deliver(shop, 600)
  expect(arrived(shop)).toEqual([])

  await ask({ kind: 'delay', seconds: 30 })
  await buy(shop, 'late')
  await buy(shop, 'prompt')
  await deliver(shop)
  await deliver(shop, 29)
  expect(arrived(shop)).toEqual(['prompt'])
  await deliver(shop, 1)
  expect(arrived(shop)).toEqual(['prompt', 'late'])

  await ask({ kind: 'repeat', copies: 3, type: 'customer.*' })
  await shop.stripe.products.create({ name: 'once' })
  await buy(shop, 'thrice')
  await deliver(shop)
  expect(arrived(shop).slice(2)).toEqual(['once', 'thrice', 'thrice', 'thrice'])

  shop.events.length = 0
  await ask({ kind: 'reorder', times: 3, type: 'customer.created' })
  await buy(shop, '1')
  await buy(shop, '2')
  await deliver(shop)
  expect(arrived(shop)).toEqual([])
  await buy(shop, '3')
  await deliver(shop, 1)
  expect(arrived(shop)).toEqual(['3', '2', '1'])
  expect(await (await shop.call('/sandbox/faults')).json()).toEqual({ faults: [] })
})
