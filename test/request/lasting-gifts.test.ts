import { expect, test } from 'vitest'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'

test('a gift that never expires says so wherever its last day would stand', async () => {
  const site = await testSite()
  const { make, db } = site
  const [admin, buyer] = [await make.admin(), await make.shopper()]
  const layout = await site.get('/admin/site-layout', { as: admin })
  const rules = 'form[action="/admin/site-layout#numbers"]'
  await site.submit(layout, rules, { gift_expiry: 'never' }, { as: admin })
  const as = { as: buyer }
  const gift = { product: 'gift', friend_email: 'friend@hemline.test' }
  const checkout = await site.get((await site.post('/credits', gift, as)).location ?? '', as)
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', {}, as)
  // The page reloads once, with the balance after the payment.
  const shown = await site.get(paid.location ?? '', as)
  const success = (await site.get(shown.location ?? '', as)).text('main')
  expect(success).toContain('The new credits never expire.')
  expect(success).toContain('It never expires.')
  const credits = (await site.get('/credits', as)).text('main')
  expect(credits).toContain('They never expire.')
  expect(credits).toMatch(/50\/50 deal, your half\s*never expire/)
  expect(credits).toContain('50 credits for friend@hemline.test, never expires')
  const own = JSON.parse((await site.get('/profile/your-data.json', as)).html)
  expect(own.giftCodes).toMatchObject([{ credits_amount: 50, expires_at: null }])
  const { token } = await apiTokenOf(db, buyer, ['credits:read'], { now: site.clock.now() })
  const { body } = await callApi(site.app, 'GET', '/credits', { token })
  expect(body.lots).toEqual([{ source: 'gift', credits: 50, expires_at: null }])
  const figures = (await site.get('/admin/figures', { as: admin })).text('main')
  expect(figures).toContain('100 never expire.')
  expect(figures).toMatch(/Never\s*100\s*\$50\.00/)
})
