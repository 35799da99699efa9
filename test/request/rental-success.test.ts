import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make } = site

test.each([
  'one_time',
  'subscription_monthly',
  'subscription_annual',
])('shows the state of one’s own payment: %s', async (product) => {
  const shopper = await make.shopper()
  const { location } = await site.post('/credits', { product }, { as: shopper })
  const session = /cs_[A-Za-z0-9_]+/.exec(location ?? '')?.[0] ?? ''
  const path = `/rental-success?session_id=${session}`
  const title = async () => (await site.get(path, { as: shopper })).text('h1')
  expect(await title()).toBe('Payment not completed')
  const checkout = await site.get(location ?? '', { as: shopper })
  await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', {}, { as: shopper })
  expect(await title()).toBe('Your payment went through')
})

test('a canceled rental is not shown as rented', async () => {
  const renter = await make.shopper()
  const { id } = await make.rental({ renter })
  const path = `/rental-success?rental=${id}`
  expect((await site.get(path, { as: renter })).status).toBe(200)
  await site.post('/my-rentals', { rental: id }, { as: renter })
  expect((await site.get(path, { as: renter })).location).toBe(`/my-rentals/${id}`)
})
