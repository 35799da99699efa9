import { expect, test } from 'vitest'
import type { OrderId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { openPayments } from '#test/payments.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { findPaidOrder, paidOrders } from './paid-orders.ts'

test('a shopper has receipts of their own completed purchases only', async () => {
  const { db, made, clock, payments } = await openPayments({ at: '2027-01-31T12:00:00Z' })
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  await payments.holdDeposit(shopper)
  const { rows } = await paidOrders(db, shopper, null)
  expect(rows).toMatchObject([{ product: 'deposit', amountCents: 5000, paidAt: clock.now() }])
  const id = rows[0]?.id ?? newId()
  expect(await findPaidOrder(db, shopper, id)).toEqual(rows[0])
  expect(await findPaidOrder(db, other, id)).toBeNull()
  expect((await paidOrders(db, other, null)).rows).toEqual([])

  // An order that is not paid has none.
  const unpaid: OrderId = newId()
  await insertRows(db, 'checkout_orders', {
    id: unpaid,
    user_id: shopper.id,
    product_type: 'one_time',
    amount_cents: 5000,
    credits: 50,
    created_at: clock.now(),
  })
  expect(await findPaidOrder(db, shopper, unpaid)).toBeNull()
  expect((await paidOrders(db, shopper, null)).rows).toHaveLength(1)
})
