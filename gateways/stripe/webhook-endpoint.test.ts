import { expect, test } from 'vitest'
import { openShop } from '#sandbox/testing/shop.ts'
import { gatewayOf } from '#test/shop-gateway.ts'

const webhooks = [
  { url: 'https://shop.example/hooks/stripe', events: ['invoice.paid'], connect: false },
  { url: 'https://shop.example/hooks/stripe?connect', events: ['account.updated'], connect: true },
]

test('an account without Connect gets its own webhook and its secret', async () => {
  const shop = await openShop()
  const reason = 'Sign up for Connect to receive events of connected accounts.'
  const withoutConnect: typeof fetch = async (input, init) => {
    const error = { type: 'invalid_request_error', message: reason }
    return String(init?.body).includes('connect=true')
      ? Response.json({ error }, { status: 400 })
      : fetch(input, init)
  }
  const steps = await gatewayOf(shop, { fetch: withoutConnect }).setUp({ products: [], webhooks })
  expect(steps).toMatchObject([
    { did: 'created', secret: { connect: false, value: expect.stringMatching(/^whsec_/) } },
    { did: 'refused', id: reason },
  ])

  // Once the account has Connect, only that endpoint is missing.
  expect(await gatewayOf(shop).setUp({ products: [], webhooks })).toMatchObject([
    { did: 'unchanged' },
    { did: 'created', secret: { connect: true, value: expect.stringMatching(/^whsec_/) } },
  ])
})

test('an endpoint with another API version stays, and is reported until it is deleted', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const webhook = { url: 'https://shop.example/hooks/stripe', events: ['invoice.paid'] as const }
  const { id } = await shop.stripe.webhookEndpoints.create({
    url: webhook.url,
    enabled_events: [...webhook.events],
  })
  const own = [{ ...webhook, connect: false }]
  const find = () => stripe.findWebhookProblems(own)
  expect(await find()).toEqual({ missing: [webhook.url], outdated: [id] })
  expect(await stripe.setUp({ products: [], webhooks: own })).toMatchObject([
    { did: 'created', outdated: [id], secret: { connect: false } },
  ])
  expect(await find()).toEqual({ missing: [], outdated: [id] })
  await shop.stripe.webhookEndpoints.del(id)
  expect(await find()).toEqual({ missing: [], outdated: [] })
})
