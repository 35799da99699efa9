import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { recordPaymentMode, wrongPaymentMode } from './payment-mode.ts'

const becomesCustomer = async ({ db }: Awaited<ReturnType<typeof testDatabase>>) => {
  const { id: user_id } = await make(db).person()
  const row = { user_id, stripe_customer_id: 'cus_1', created_at: new Date() }
  await db.insertInto('stripe_customers').values(row).execute()
}

test('the payment mode cannot change once somebody has begun to pay', async () => {
  const database = await testDatabase()
  const { db } = database
  for (const mode of ['live', 'test', 'sandbox'] as const)
    expect(await recordPaymentMode(db, mode)).toBeNull()
  await becomesCustomer(database)
  for (const mode of ['live', 'test'] as const) {
    expect(await recordPaymentMode(db, mode)).toMatch(
      new RegExp(`used with the payment sandbox: with a ${mode} key of Stripe, .* new database`),
    )
    expect(await wrongPaymentMode(db, mode)).not.toBeNull()
  }
  expect(await recordPaymentMode(db, 'sandbox')).toBeNull()
})

test('the payment mode cannot change once a closet has a payout account', async () => {
  const { db, made } = await testDatabase()
  expect(await recordPaymentMode(db, 'test')).toBeNull()
  await made.payoutAccount(await made.person())
  expect(await recordPaymentMode(db, 'live')).toMatch(/used with a test key of Stripe: with a live/)
  expect(await recordPaymentMode(db, 'test')).toBeNull()
})

test('customers from before the mode was recorded keep the mode of the next start', async () => {
  const database = await testDatabase()
  const { db } = database
  await becomesCustomer(database)
  expect(await wrongPaymentMode(db, 'live')).toBeNull()
  expect(await recordPaymentMode(db, 'live')).toBeNull()
  expect(await recordPaymentMode(db, 'sandbox')).toMatch(/used with a live key of Stripe/)
})
