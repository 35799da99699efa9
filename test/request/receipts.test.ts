import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'

const site = await testSite()
const { make, db } = site

/** The facts above the table, by their names. */
const facts = (page: Page) =>
  Object.fromEntries(
    page
      .$$('main dl > div')
      .map((fact) => [
        fact.querySelector('dt')?.textContent,
        fact.querySelector('dd')?.textContent,
      ]),
  )

const rows = (page: Page) =>
  page
    .$$('main table tr')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

/** The receipt of a ready shopper's deposit of $50. */
async function receipt(paid: {
  readonly payment_method?: string
  readonly card_last4?: string
  readonly tax_cents?: number
}) {
  const shopper = await make.readyShopper()
  const { id } = await db
    .updateTable('checkout_orders')
    .set({ status: 'fulfilled', ...paid })
    .where('user_id', '=', shopper.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return await site.get(`/credits/receipts/${id}`, { as: shopper })
}

test('a receipt shows the card and the tax, which adds up with the item', async () => {
  const page = await receipt({ payment_method: 'visa', card_last4: '4242', tax_cents: 407 })
  expect(facts(page)).toMatchObject({ 'Payment method': 'Visa ending in 4242' })
  expect(rows(page)).toEqual([
    ['Item', 'Amount'],
    ['refundable deposit', '$45.93'],
    ['Tax', '$4.07'],
    ['Paid', '$50.00'],
  ])
})

test('a receipt without tax says so, and one of an earlier payment has no line for it', async () => {
  expect(rows(await receipt({ payment_method: 'cashapp', tax_cents: 0 })).slice(1)).toEqual([
    ['refundable deposit', '$50.00'],
    ['Tax', '$0.00'],
    ['Paid', '$50.00'],
  ])
  const earlier = await receipt({})
  expect(Object.keys(facts(earlier))).toEqual(['Sold by', 'Paid by', 'Paid on', 'Order number'])
  expect(rows(earlier).slice(1)).toEqual([
    ['refundable deposit', '$50.00'],
    ['Paid', '$50.00'],
  ])
})

test('the business address that an admin has entered is on receipts', async () => {
  const admin = await make.admin()
  const set = (fields: Record<string, string>) =>
    site.post('/admin/site-layout', fields, { as: admin })
  const seller = async () => facts(await receipt({}))['Sold by']
  expect(await seller()).toBe('Hemline')
  await set({ support_email: 'help@shop.example' })
  expect(await seller()).toBe('Hemline, help@shop.example')
  const typed = ['1', '2', '3', '4', '5', '6'].join('\n')
  const refused = await set({ business_address: typed })
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('Use at most 5 lines.')
  expect(refused.$('textarea[name=business_address]').textContent).toBe(typed)
  await set({ business_address: '12 Plum Lane\r\nBrooklyn, NY 11201' })
  expect(await seller()).toBe('Hemline\n12 Plum Lane\nBrooklyn, NY 11201\nhelp@shop.example')
  // Nobody else is told: it may be somebody's home.
  expect((await site.get('/')).html).not.toContain('Plum Lane')
  const form = await site.get('/admin/site-layout', { as: admin })
  expect(form.$('textarea[name=business_address]').textContent).toBe(
    '12 Plum Lane\nBrooklyn, NY 11201',
  )
})
