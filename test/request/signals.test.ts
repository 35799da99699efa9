import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const as = { as: await make.admin() }

test('cards that are refused at the payment page become a signal, and the account still works', async () => {
  const empty = await site.get('/admin/signals', as)
  expect(empty.text('main')).toContain('no account had 3 cards or 5 payments refused within a day')
  const buyer = site.stranger()
  const account = { full_name: 'Tess Tester', email: 'tess@hemline.test', password: 'green cape!' }
  await buyer.post('/auth?mode=sign-up', { intent: 'sign-up', ...account })
  const bought = await buyer.post('/credits', { product: 'one_time' })
  const form = 'form[action^="/sandbox/checkout/"]'
  for (const card of ['declined', 'insufficientFunds', 'declined', 'declined', 'declined']) {
    const checkout = await buyer.get(bought.location ?? '')
    await buyer.submit(checkout, form, { card })
  }
  await site.drainJobs()
  expect(await readRows(db, 'failed_payments', 'reason', {}, 'failed_at')).toHaveLength(5)
  const page = await site.get('/admin/signals', as)
  expect(page.text('section[aria-label="Many refused cards"]')).toContain('Tess Tester')
  expect(page.text('section[aria-label="Many refused cards"]')).toContain('five refused payments')
  const paid = await buyer.submit(await buyer.get(bought.location ?? ''), form, { card: 'visa' })
  await buyer.follow(paid)
  expect((await buyer.get('/credits')).text('h1')).toBe('50 credits')
})
