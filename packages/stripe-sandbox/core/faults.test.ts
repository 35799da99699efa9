import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openShop } from '#sandbox/testing/shop.ts'

test.each([
  'drop_before',
  'drop_after',
])('a call whose connection is cut (%s) fails, and takes effect once when it is repeated', async (kind) => {
  const shop = await openShop()
  await shop.askForFault({ kind, path: '/v1/customers', method: 'POST' })
  const options = { idempotencyKey: 'k1' }
  // The SDK retries a reset connection once by itself; both attempts are cut here.
  await shop.askForFault({ kind, path: '/v1/customers', method: 'POST' })
  await expect(shop.stripe.customers.create({ name: 'Ann' }, options)).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })

  const customer = await shop.stripe.customers.create({ name: 'Ann' }, options)

  expect((await shop.stripe.customers.list()).data).toEqual([customer])
})

test('a call fails without running, as often as configured', async () => {
  const shop = await openShop()
  await shop.askForFault({ kind: 'status', status: 503, path: '/v1/customers', times: 2 })
  for (const _ of [1, 2]) {
    await expect(shop.stripe.customers.create({ name: 'Ann' })).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 503,
    })
  }
  await shop.stripe.products.create({ name: 'Hat' })
  expect((await shop.stripe.customers.list()).data).toEqual([])
})

test('the SDK recovers from a failing call by retrying', async () => {
  const shop = await openShop()
  const { hostname: host, port } = new URL(shop.origin)
  const patient = new Stripe('sk_test_sandbox', { host, port, protocol: 'http' })
  await shop.askForFault({ kind: 'status', path: '/v1/customers' })
  const made = await patient.customers.create({ name: 'Ann' })
  expect((await shop.stripe.customers.list()).data).toEqual([made])
})

test('invalid faults are refused, and pending ones can be removed', async () => {
  const shop = await openShop()
  await expect(shop.askForFault({ kind: 'explode', path: '/v1' })).rejects.toThrow('must be one of')
  await expect(shop.askForFault({ kind: 'status' })).rejects.toThrow('Missing required param: path')
  await shop.askForFault({ kind: 'status', path: '/v1/customers' })
  await shop.call('/sandbox/faults', { method: 'DELETE' })
  expect((await shop.stripe.customers.list()).data).toEqual([])
})
