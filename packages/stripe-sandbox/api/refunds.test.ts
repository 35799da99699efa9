import { expect, test } from 'vitest'
import { paidSession } from '#sandbox/testing/checkout.ts'
import { openShop } from '#sandbox/testing/shop.ts'

test('a payment can be refunded in parts, never beyond its amount', async () => {
  const shop = await openShop()
  const { stripe } = shop
  const { intentId } = await paidSession(shop)

  const part = await stripe.refunds.create({ payment_intent: intentId, amount: 1500 })

  expect(part).toMatchObject({ status: 'succeeded', amount: 1500, payment_intent: intentId })
  const chargeId = typeof part.charge === 'string' ? part.charge : ''
  expect(await stripe.charges.retrieve(chargeId)).toMatchObject({
    amount_refunded: 1500,
    refunded: false,
  })
  await expect(stripe.refunds.create({ charge: chargeId, amount: 3501 })).rejects.toMatchObject({
    param: 'amount',
    message: expect.stringContaining(
      '($35.01) is greater than unrefunded amount on charge ($35.00)',
    ),
  })
  expect((await stripe.refunds.create({ charge: chargeId })).amount).toBe(3500)
  expect(await stripe.charges.retrieve(chargeId, { expand: ['refunds'] })).toMatchObject({
    amount_refunded: 5000,
    refunded: true,
    refunds: { data: [{ amount: 3500 }, { amount: 1500 }] },
  })
  await expect(stripe.refunds.create({ charge: chargeId })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(2)
})

test('concurrent refunds of the same payment refund it once', async () => {
  const shop = await openShop()
  const { intentId } = await paidSession(shop)

  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => shop.stripe.refunds.create({ payment_intent: intentId })),
  )

  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const [charge] = (await shop.stripe.charges.list()).data
  expect(charge?.amount_refunded).toBe(5000)
})

test('a refund can take a while before it arrives', async () => {
  const shop = await openShop()
  const { intentId } = await paidSession(shop, { card: 'refundWaits' })
  const { id, status } = await shop.stripe.refunds.create({ payment_intent: intentId })
  expect(status).toBe('pending')

  shop.clock.advance({ seconds: 10 })
  await shop.sandbox.deliverDueWebhooks()

  expect((await shop.stripe.refunds.retrieve(id)).status).toBe('succeeded')
  expect(shop.events.at(-1)).toMatchObject({
    type: 'charge.refund.updated',
    data: { object: { id, status: 'succeeded' }, previous_attributes: { status: 'pending' } },
  })
})

test('a refund can fail after it succeeded, and then the payment can be refunded again', async () => {
  const shop = await openShop()
  const { intentId } = await paidSession(shop, { card: 'refundFails' })
  const { id, status } = await shop.stripe.refunds.create({ payment_intent: intentId })
  expect(status).toBe('succeeded')

  shop.clock.advance({ seconds: 10 })
  await shop.sandbox.deliverDueWebhooks()

  expect(await shop.stripe.refunds.retrieve(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect(shop.events.map((event) => event.type)).toContain('refund.failed')
  const [charge] = (await shop.stripe.charges.list()).data
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false })
})

test('an unpaid payment cannot be refunded', async () => {
  const { stripe } = await openShop()
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' })
  await expect(stripe.refunds.create({ charge: 'ch_no' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'charge',
  })
  await expect(stripe.refunds.create({ charge: 'ch_no', amount: 0 })).rejects.toMatchObject({
    param: 'amount',
  })
})
