import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { incomeByMonth } from './income.ts'

const now = new Date('2027-03-15T12:00:00Z')
const timeZone = 'America/New_York'

test('income is listed by month and kind in the time zone of the shop, without deposits', async () => {
  const { db, made: things } = await testDatabase({ violatesInvariants: true })
  const admin = await things.admin()
  const payer = await things.shopper()
  const pay = async (
    product_type: 'one_time' | 'gift' | 'deposit' | 'deposit_top_up',
    cents: number,
    at: string,
  ) => {
    const id = newId()
    await insertRows(db, 'checkout_orders', {
      id,
      user_id: payer.id,
      product_type,
      amount_cents: cents,
      credits: 50,
      ...(product_type === 'gift' && { gift_recipient_email: 'friend@hemline.test' }),
      status: 'fulfilled',
      created_at: new Date(at),
      paid_at: new Date(at),
      fulfilled_at: new Date(at),
    })
    return id
  }
  // In New York this is still February.
  await pay('one_time', 5000, '2027-03-01T03:00:00Z')
  const pack = await pay('one_time', 5000, '2027-03-02T12:00:00Z')
  await pay('gift', 9900, '2027-03-03T12:00:00Z')
  await pay('deposit', 5000, '2027-03-04T12:00:00Z')
  const topUp = await pay('deposit_top_up', 1050, '2027-03-05T12:00:00Z')
  await insertRows(
    db,
    'refunds',
    (
      [
        [pack, 1500, 'duplicate_payment'],
        [topUp, 1050, 'duplicate_payment'],
      ] as const
    ).map(([order_id, amount_cents, reason]) => ({
      id: newId(),
      order_id,
      amount_cents,
      reason,
      status: 'succeeded' as const,
      requested_at: now,
      finished_at: now,
    })),
  )
  const [march, february, ...earlier] = await incomeByMonth(db, admin, { now, timeZone })
  expect(march).toEqual({
    month: '2027-03',
    packs: 5000,
    gifts: 9900,
    plans: 0,
    refunds: 1500,
    income: 13_400,
    depositsPaid: 6050,
    depositsReturned: 1050,
  })
  expect(february).toMatchObject({ month: '2027-02', packs: 5000, income: 5000 })
  expect(earlier.map(({ month, income }) => [month, income])).toEqual([
    ['2027-01', 0],
    ['2026-12', 0],
    ['2026-11', 0],
    ['2026-10', 0],
  ])
})
