import { expect, test } from 'vitest'
import { rentalStatuses } from '#db/enums.ts'
import type { OrderId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { depositRows, noon } from '#test/deposit-rows.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'

test('test data made by the factories passes every integrity check', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const dress = await item({ creditsPerDay: 3 })
  expect(dress).toMatchObject({ is_public: true, credits_per_day: 3, location: 'Brooklyn, NY' })
})

test('a rental made by the factories passes every integrity check at every stage', async () => {
  const { db } = await testDatabase()
  const { rental } = make(db)
  for (const status of rentalStatuses) {
    expect(await rental({ status, days: 8 })).toMatchObject({ status, total_credits: 28 })
  }
})

test('a violated invariant is found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { item } = make(db)
  const dress = await item({ available: false })
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({
      check_name: 'an item is available when it can be booked ahead or has no live rental',
      subject: dress.id,
    }),
  ])
})

test('photos of an item without a first place, or shown twice, are found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { item, image } = make(db)
  const dress = await item({ image_id: (await image()).id })
  const twice = await item({ image_id: dress.image_id })
  await insertRows(db, 'item_photos', [
    { item_id: dress.id, place: 2, image_id: (await image()).id },
    { item_id: twice.id, place: 1, image_id: dress.image_id ?? (await image()).id },
  ])
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({ check_name: 'photos are shown once and not deleted' }),
    expect.objectContaining({ check_name: 'photos of an item follow each other' }),
  ])
})

test('an order whose credits differ from what was bought is found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { shopper } = make(db)
  const { id: user_id } = await shopper()
  const now = new Date()
  const order = {
    user_id,
    product_type: 'one_time' as const,
    amount_cents: 5000,
    credits: 50,
    created_at: now,
  }
  const empty: OrderId = newId()
  await insertRows(db, 'checkout_orders', [
    {
      ...order,
      id: empty,
      status: 'fulfilled' as const,
      paid_at: now,
      fulfilled_at: now,
      payment_intent: 'pi_1',
      stripe_session_id: 'cs_1',
    },
    { ...order, id: newId(), status: 'open' as const, stripe_session_id: 'cs_2' },
  ])
  expect(await integrityViolations(db)).toEqual([
    {
      check_name: 'a fulfilled order gave exactly its credits',
      subject: empty,
      detail: 'one_time',
    },
  ])
})

test('frozen credits and credits on hold that differ are found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { shopper, credits } = make(db)
  const [frozen, held, both] = [await shopper(), await shopper(), await shopper()]
  for (const person of [frozen, held, both]) await credits(person, 7)
  await db
    .updateTable('credit_lots')
    .set({ frozen_at: new Date() })
    .where('user_id', 'in', [frozen.id, both.id])
    .execute()
  await db
    .updateTable('credit_transactions')
    .set({ held: 7 })
    .where('user_id', 'in', [held.id, both.id])
    .execute()
  const found = (await integrityViolations(db)).map((one) => [one.subject, one.detail])
  expect(found.toSorted()).toEqual(
    [
      [frozen.id, 'on hold 0, frozen 7'],
      [held.id, 'on hold 7, frozen 0'],
    ].toSorted(),
  )
})

test('the rest of a deposit is found when its only failed refund is no longer owed', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { held, topUp } = depositRows(db)
  const [taken, owed] = [await held(), await held()]
  for (const one of [taken, owed]) {
    await topUp(one.id, noon)
    await one.refund(5000, { status: 'failed', finished_at: noon })
    const lost = { amount_cents: 6000, topped_up_cents: 1000, lost_cents: 5000 }
    await one.set({ ...lost, refund_requested_at: noon })
  }
  await taken.loses(0, { amount_cents: 5000 })
  const found = await integrityViolations(db)
  expect(
    found.filter(({ check_name }) => check_name === 'what an appeal returns is on its way'),
  ).toEqual([expect.objectContaining({ subject: taken.id, detail: '1000 left' })])
})
