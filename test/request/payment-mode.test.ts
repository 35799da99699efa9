import { expect, test } from 'vitest'
import { realPayments, testSite } from '#test/app.ts'

const testKey = { ...realPayments, STRIPE_SECRET_KEY: 'sk_test_1' }

test('every page says if no money is charged: in the sandbox and with a test key', async () => {
  for (const [env, says] of [
    [{}, true],
    [testKey, true],
    [realPayments, false],
  ] as const) {
    const site = await testSite({ env })
    for (const path of ['/', '/auth'])
      expect((await site.get(path)).html.includes('no real money is charged')).toBe(says)
  }
})

test('with a live key, gift credits last five years unless the owner says why not', async () => {
  const site = await testSite({ env: realPayments })
  const { database } = site
  expect(await site.app.refusal()).toContain('Set SHORT_GIFT_EXPIRY to a sentence')
  const admin = await site.make.admin()
  const page = await site.get('/admin/site-layout', { as: admin })
  const form = 'form:has([name=gift_months])'
  const refused = await site.submit(page, form, { gift_months: '59' }, { as: admin })
  expect([refused.status, refused.text('main')]).toEqual([
    400,
    expect.stringContaining('Enter at least 60 months'),
  ])
  const reason = { SHORT_GIFT_EXPIRY: 'Gifts are given away here and never sold.' }
  const explained = await testSite({ env: { ...realPayments, ...reason }, database })
  expect(await explained.app.refusal()).toBeNull()
  expect(await (await testSite({ env: testKey, database })).app.refusal()).toBeNull()
  await site.submit(refused, form, { gift_months: '60' }, { as: admin })
  expect(await site.app.refusal()).toBeNull()
})

test('a database with sandbox customers does not open with Stripe keys', async () => {
  const sandbox = await testSite()
  expect(await sandbox.app.refusal()).toBeNull()
  const { id: user_id } = await sandbox.make.person()
  const customer = { user_id, stripe_customer_id: 'cus_1', created_at: new Date() }
  await sandbox.db.insertInto('stripe_customers').values(customer).execute()
  const { database } = sandbox
  for (const env of [realPayments, testKey]) {
    const site = await testSite({ env, database })
    expect(await site.app.refusal()).toContain('has been used with the payment sandbox')
  }
  expect(await sandbox.app.refusal()).toBeNull()
})
