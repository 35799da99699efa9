import { expect, test } from 'vitest'
import { onboarded } from '#sandbox/testing/connect.ts'
import { openShop } from '#sandbox/testing/shop.ts'

test('events of accounts go to Connect endpoints only, signed with their own secret', async () => {
  const shop = await openShop()
  const seen: string[] = []
  const secrets = new Map<string, string>()
  const sandbox = shop.another({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const secret = secrets.get(request.url)
      if (secret === undefined) return new Response()
      const signature = request.headers.get('stripe-signature') ?? ''
      const event = shop.stripe.webhooks.constructEvent(await request.text(), signature, secret)
      seen.push(`${new URL(request.url).pathname} ${event.type}`)
      return new Response()
    },
  })
  for (const connect of [true, false]) {
    const url = `http://elsewhere.test/${connect ? 'connect' : 'own'}`
    const endpoint = await shop.stripe.webhookEndpoints.create({
      url,
      connect,
      enabled_events: ['account.updated', 'customer.created'],
    })
    secrets.set(url, endpoint.secret ?? '')
  }

  const account = await onboarded(shop)
  await shop.stripe.customers.create({ name: 'Ann' })
  await sandbox.deliverDueWebhooks()

  expect(seen).toEqual(['/connect account.updated', '/own customer.created'])
  const types = async (options = {}) =>
    (await shop.stripe.events.list({}, options)).data.map(({ type }) => type)
  expect(await types()).toEqual(['customer.created'])
  expect(await types({ stripeAccount: account })).toEqual(['account.updated'])
})

test('an event of an account is retried until it is accepted, and faults apply to it', async () => {
  const shop = await openShop()
  await shop.askForFault({ target: 'webhook', kind: 'repeat', copies: 2, type: 'account.*' })
  shop.answers.push(500, 500)
  await onboarded(shop)
  expect(await shop.sandbox.deliverDueWebhooks()).toBe(0)
  shop.clock.advance({ seconds: 1 })
  expect(await shop.sandbox.deliverDueWebhooks()).toBe(1)
  expect(shop.events.map(({ type }) => type)).toEqual(['account.updated'])
})

test('events of the platform are not delayed if no Connect endpoint is configured', async () => {
  const shop = await openShop()
  const sandbox = shop.another({ connectWebhook: undefined })
  await onboarded(shop)
  await shop.stripe.customers.create({ name: 'Ann' })
  expect(await sandbox.deliverDueWebhooks()).toBe(1)
  expect(shop.events.map(({ type }) => type)).toEqual(['customer.created'])
})
