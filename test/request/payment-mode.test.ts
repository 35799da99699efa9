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
