import { expect, test } from 'vitest'
import { openShop } from '#sandbox/testing/shop.ts'

test('a customer is created, changed, found by email and deleted', async () => {
  const { stripe } = await openShop()
  const made = await stripe.customers.create({
    email: 'a@shop.test',
    metadata: { user: '1', gone: 'soon' },
    address: { city: 'Boston' },
  })
  expect(made).toMatchObject({
    object: 'customer',
    balance: 0,
    address: { city: 'Boston', line1: null },
  })

  const changed = await stripe.customers.update(made.id, {
    name: 'Ann',
    metadata: { gone: '', more: 'yes' },
  })

  expect(changed).toMatchObject({ name: 'Ann', metadata: { user: '1', more: 'yes' } })
  expect(changed.metadata).not.toHaveProperty('gone')
  expect((await stripe.customers.list({ email: 'a@shop.test' })).data).toEqual([changed])
  expect((await stripe.customers.list({ email: 'b@shop.test' })).data).toEqual([])

  await stripe.customers.del(made.id)

  expect(await stripe.customers.retrieve(made.id)).toEqual({
    id: made.id,
    object: 'customer',
    deleted: true,
  })
  expect((await stripe.customers.list()).data).toEqual([])
  await expect(stripe.customers.update(made.id, { name: 'B' })).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('an update event contains the previous values', async () => {
  const { stripe } = await openShop()
  const { id } = await stripe.customers.create({ name: 'Ann' })
  await stripe.customers.update(id, { name: 'Anna' })
  const [event] = (await stripe.events.list({ type: 'customer.updated' })).data
  expect(event?.data).toMatchObject({
    object: { name: 'Anna' },
    previous_attributes: { name: 'Ann' },
  })
})

test('a lookup key belongs to one price, and is transferred only on request', async () => {
  const { stripe } = await openShop()
  const product = await stripe.products.create({ id: 'prod_pack', name: 'Pack' })
  expect(product.id).toBe('prod_pack')
  const price = (unit_amount: number, more: object) =>
    stripe.prices.create({
      product: 'prod_pack',
      currency: 'usd',
      unit_amount,
      lookup_key: 'pack',
      ...more,
    })
  const first = await price(4000, {})

  await expect(price(5000, {})).rejects.toThrow('already uses that lookup key')
  const second = await price(5000, { transfer_lookup_key: true })

  expect(
    (await stripe.prices.list({ lookup_keys: ['pack', 'other'] })).data.map((p) => p.id),
  ).toEqual([second.id])
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  expect(second.unit_amount_decimal?.toString()).toBe('5000')
  await expect(stripe.products.create({ id: 'prod_pack', name: 'Again' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  })
})

test('prices are found by kind and interval, products by id and state', async () => {
  const { stripe } = await openShop()
  const make = (more: object) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      product_data: { name: 'P' },
      ...more,
    })
  const once = await make({})
  const monthly = await make({ recurring: { interval: 'month' } })
  const yearly = await make({ recurring: { interval: 'year' } })

  const ids = async (filter: object) => (await stripe.prices.list(filter)).data.map(({ id }) => id)
  expect(await ids({ type: 'one_time' })).toEqual([once.id])
  expect(await ids({ type: 'recurring' })).toEqual([yearly.id, monthly.id])
  expect(await ids({ recurring: { interval: 'month' } })).toEqual([monthly.id])

  const productId = typeof once.product === 'string' ? once.product : once.product.id
  await stripe.products.update(productId, { active: false, description: 'Old' })
  expect((await stripe.products.list({ active: false })).data).toMatchObject([
    { id: productId, description: 'Old' },
  ])
  expect((await stripe.products.list({ ids: [productId] })).data).toHaveLength(1)
})

test('lists can be paged in both directions without gaps, and filtered by time', async () => {
  const { stripe, clock } = await openShop()
  const names: string[] = []
  for (let n = 1; n <= 7; n += 1) {
    await stripe.customers.create({ name: `c${n}` })
    names.unshift(`c${n}`)
    clock.advance({ seconds: 10 })
  }
  const all: (string | null | undefined)[] = []
  for await (const customer of stripe.customers.list({ limit: 3 })) all.push(customer.name)
  expect(all).toEqual(names)

  const first = await stripe.customers.list({ limit: 3 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
  const [, , third] = first.data
  const before = await stripe.customers.list({ limit: 1, ending_before: third?.id ?? '' })
  expect(before.data.map((customer) => customer.name)).toEqual(['c6'])
  expect(before.has_more).toBe(true)

  const since = third?.created ?? 0
  expect((await stripe.customers.list({ created: { gte: since } })).data).toHaveLength(3)
  expect((await stripe.customers.list({ created: { lt: since } })).data).toHaveLength(4)
  expect((await stripe.customers.list({ created: since })).data).toHaveLength(1)
  await expect(
    stripe.customers.list({ starting_after: 'cus_a', ending_before: 'cus_b' }),
  ).rejects.toMatchObject({ code: 'parameters_exclusive' })
})
