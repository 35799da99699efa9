import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { subscribe } from '#sandbox/testing/plans.ts'
import { back, sendPortal, visitPortal } from '#sandbox/testing/portal.ts'

const priceOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.price.id

test('a portal session expires after an hour, and refuses other customers and sites', async () => {
  const { shop, id, subscription } = await visitPortal('monthly')
  const cancel = (headers: Record<string, string>) =>
    fetch(`${shop.origin}/sandbox/portal/${id}/cancel`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ subscription: subscription.id }),
    })
  expect((await cancel({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const other = await subscribe(shop, priceOf(subscription) ?? '')
  const foreign = await sendPortal(shop, `${id}/cancel`, { subscription: other.id })
  expect(foreign.status).toBe(404)
  expect((await sendPortal(shop, 'bps_no/cancel', {})).status).toBe(404)
  shop.clock.advance({ hours: 1 })
  const late = await sendPortal(shop, `${id}/cancel`, { subscription: subscription.id })
  expect(late.status).toBe(410)
  expect(await late.text()).toContain(`href="${back}"`)
})

test('a portal needs a valid configuration', async () => {
  const { shop, subscription, plans, configuration } = await visitPortal('monthly')
  const { stripe } = shop
  const customer = String(subscription.customer)
  await expect(
    stripe.billingPortal.sessions.create({ customer, return_url: back }),
  ).rejects.toThrow('No configuration provided')
  const pack = await stripe.products.create({ name: 'Pack' })
  const wrong = (
    products: Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate['products'],
  ) =>
    stripe.billingPortal.configurations.create({
      features: {
        subscription_update: { enabled: true, default_allowed_updates: ['price'], products },
      },
    })
  await expect(wrong([])).rejects.toMatchObject({ code: 'parameter_missing' })
  await expect(wrong([{ product: pack.id, prices: [plans.annual.id] }])).rejects.toMatchObject({
    param: 'features[subscription_update][products][0][prices][0]',
  })
  const quiet = await stripe.billingPortal.configurations.update(configuration.id, {
    features: { subscription_cancel: { enabled: false } },
    metadata: { shop: '1' },
  })
  expect(quiet).toMatchObject({
    metadata: { shop: '1' },
    features: {
      subscription_cancel: { enabled: false, mode: 'at_period_end' },
      subscription_update: { enabled: true },
    },
  })
  expect((await stripe.billingPortal.configurations.list({ active: true })).data).toEqual([quiet])
})
