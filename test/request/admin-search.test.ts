import { expect, test } from 'vitest'
import { rentalNumber } from '#domain/booking/rentals/stage/rental-number.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const as = { as: await make.admin() }
const FIELD = 'main search form'

test('every admin page has a field that finds people, things and money', async () => {
  const renter = await make.shopper({ full_name: 'Nia Needle' })
  const item = await make.item({ title: 'Needle lace gown' })
  const rental = await make.rental({ renter, item })
  const list = await site.get('/admin/brands', as)
  const found = await site.submit(list, FIELD, { q: 'needle' }, as)
  expect(found.$(`${FIELD} [name=q]`).getAttribute('value')).toBe('needle')
  expect(found.$$('main section h2').map((heading) => heading.textContent)).toEqual([
    'People',
    'Items',
  ])
  expect(found.has(`main a[href="/admin/users/${renter.id}"]`)).toBe(true)
  expect(found.has(`main a[href="/admin/items/${item.id}"]`)).toBe(true)
  expect(found.has('main a[href="/admin/users?q=needle"]')).toBe(true)
  const named = await site.get(`/admin/search?q=${rentalNumber(rental.id)}`, as)
  expect(named.text('main section')).toContain('Needle lace gown')
  expect(named.has(`main a[href="/admin/rentals/${rental.id}"]`)).toBe(true)
})

test('the number of a rental is on the pages of its renter, its closet and admins', async () => {
  const [renter, closet] = [await make.shopper(), await make.closet()]
  const { id } = await make.rental({ renter, item: await make.item({ closet }) })
  for (const [path, viewer] of [
    [`/my-rentals/${id}`, renter],
    [`/business/rentals/${id}`, closet],
    [`/admin/rentals/${id}`, as.as],
  ] as const)
    expect((await site.get(path, { as: viewer })).text('main'), path).toContain(rentalNumber(id))
})

test('a payment is found by amount and card in two interactions, and the code of a gift', async () => {
  const buyer = site.stranger()
  const account = {
    full_name: 'Rea Reel',
    email: 'rea@hemline.test',
    password: 'green velvet cape',
  }
  await buyer.post('/auth?mode=sign-up', { intent: 'sign-up', ...account })
  const bought = await buyer.post('/credits', {
    product: 'gift',
    friend_email: 'friend@hemline.test',
  })
  const checkout = await buyer.get(bought.location ?? '')
  await buyer.follow(await buyer.submit(checkout, 'form[action^="/sandbox/checkout/"]'))
  const { code } = await readRow(db, 'gift_codes', 'code', {
    recipient_email: 'friend@hemline.test',
  })
  const payment = await site.get('/admin/search?q=%2450+4242', as)
  expect(payment.text('main section')).toContain('Gift of Rea Reel')
  expect(payment.text('main section')).toContain('Visa ending in 4242')
  const gift = await site.get(`/admin/search?q=${code.toLowerCase()}`, as)
  expect(gift.text('main section')).toContain('50 credits, bought by Rea Reel')
  expect(gift.text('main section')).toContain('Unclaimed')
})

test('words that nothing has lead to the lists, and none to an explanation', async () => {
  const nothing = await site.get('/admin/search?q=zzzz', as)
  expect(nothing.text('main')).toContain('Nothing matches “zzzz”')
  expect(nothing.has('main a[href="/admin/mail?q=zzzz"]')).toBe(true)
  const empty = await site.get('/admin/search?q=+', as)
  expect([empty.status, empty.has('main section')]).toEqual([200, false])
})
