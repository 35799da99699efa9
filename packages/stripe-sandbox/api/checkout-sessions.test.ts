import { expect, test } from 'vitest'
import { openSession } from '#sandbox/testing/checkout.ts'
import { openShop } from '#sandbox/testing/shop.ts'

test('a session can be opened from a price found by its lookup key', async () => {
  const { stripe } = await openShop()
  const product = await stripe.products.create({ name: '50 Credits' })
  await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 5000,
    lookup_key: 'pack',
  })
  const [price] = (await stripe.prices.list({ lookup_keys: ['pack'], active: true })).data

  const session = await openSession(
    { stripe },
    {
      line_items: [{ price: price?.id, quantity: 3 }],
    },
  )

  expect(session).toMatchObject({ amount_total: 15000, currency: 'usd', ui_mode: 'hosted_page' })
  const items = await stripe.checkout.sessions.listLineItems(session.id)
  expect(items.data).toMatchObject([
    { description: '50 Credits', quantity: 3, amount_total: 15000, price: { lookup_key: 'pack' } },
  ])
})

test('an invalid session is refused with the parameter at fault', async () => {
  const { stripe } = await openShop()
  const monthly = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2000,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  })
  const old = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2000,
    product_data: { name: 'Old' },
  })
  await stripe.prices.update(old.id, { active: false })
  const priced = (unit_amount: number, currency = 'usd') => ({
    quantity: 1,
    price_data: { currency, unit_amount, product_data: { name: 'Thing' } },
  })
  const soon = Math.floor(Date.parse('2026-11-20T15:10:00Z') / 1000)

  for (const [params, problem] of [
    [{ line_items: [] }, { param: 'line_items' }],
    [{ line_items: [{ price: 'price_no', quantity: 1 }] }, { param: 'line_items[0][price]' }],
    [{ line_items: [{ price: monthly.id, quantity: 1 }] }, { param: 'line_items[0][price]' }],
    [{ line_items: [{ price: old.id, quantity: 1 }] }, { param: 'line_items[0][price]' }],
    [{ line_items: [priced(49)] }, { code: 'amount_too_small' }],
    [{ line_items: [priced(100), priced(100, 'eur')] }, { param: 'line_items' }],
    [{ customer: 'cus_no' }, { param: 'customer', code: 'resource_missing' }],
    [{ customer: 'cus_no', customer_email: 'a@b.c' }, { code: 'parameters_exclusive' }],
    [{ expires_at: soon }, { param: 'expires_at' }],
    [{ success_url: 'javascript:alert(1)' }, { param: 'success_url', code: 'url_invalid' }],
    [{ payment_method_types: ['card'] }, { code: 'parameter_unknown' }],
  ] as const) {
    await expect(openSession({ stripe }, params as object)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      ...problem,
    })
  }
})

test('sessions are found by customer, status and payment', async () => {
  const { stripe } = await openShop()
  const customer = await stripe.customers.create()
  const mine = await openSession({ stripe }, { customer: customer.id })
  const other = await openSession({ stripe })
  await stripe.checkout.sessions.expire(other.id)

  const ids = async (filter: object) =>
    (await stripe.checkout.sessions.list(filter)).data.map((session) => session.id)
  expect(await ids({})).toEqual([other.id, mine.id])
  expect(await ids({ customer: customer.id })).toEqual([mine.id])
  expect(await ids({ status: 'expired' })).toEqual([other.id])
  expect(await ids({ payment_intent: 'pi_no' })).toEqual([])
})
