import { type Db, inTransaction } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import { holdDeposit } from '#domain/money/deposits/deposits.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { LONG_TITLE } from '#test/make/long-words.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'
import type { Screen } from './screens.ts'

/** Paying for a rental: ways to pay, dates that are held, and a payment that came too late. */
export async function paymentScreens({ make, db, clock }: Site): Promise<Screen[]> {
  const now = clock.now()
  const start = addDays(calendarDateIn('America/New_York', now), 9)
  const end = addDays(start, 3)
  const shopper = await make.shopper()
  await make.deposit(shopper)
  const item = await make.item({ title: LONG_TITLE, creditsPerDay: 3, advance_booking: true })
  const order = await readRow(db, 'checkout_orders', ['id', 'stripe_session_id'], {
    user_id: shopper.id,
  })
  await insertRows(db, 'rental_checkouts', {
    ...{ order_id: order.id, shopper_id: shopper.id, item_id: item.id, request_key: newId() },
    ...{ start_date: start, end_date: end, credits_per_day: 3, created_at: now },
    ...{ status: 'refused', problem: 'dates-taken', ended_at: now },
  })
  const both = await make.shopper()
  const orderId = await payBothAtOnce(db, both, now)
  await insertRows(db, 'rental_checkouts', {
    ...{ order_id: orderId, shopper_id: both.id, item_id: item.id, request_key: newId() },
    ...{ start_date: start, end_date: end, credits_per_day: 3, created_at: now },
    ...{ status: 'refused', problem: 'dates-taken', ended_at: now },
  })
  const address = `/item/${item.id}?start=${start}&end=${end}`
  return [
    { route: 'storefront/item', state: 'ways to pay', path: address, as: shopper },
    {
      route: 'account/rentals/rental-success',
      state: 'paid too late',
      path: `/rental-success?session_id=${order.stripe_session_id}`,
      as: shopper,
    },
    {
      route: 'account/rentals/rental-success',
      state: 'deposit and credits paid too late',
      path: '/rental-success?session_id=cs_paid_at_once',
      as: both,
    },
  ]
}

/** A pack and a deposit, paid on one page; returns the order of the pack. */
async function payBothAtOnce(db: Db, { id: userId }: Shopper, paidAt: Date): Promise<OrderId> {
  const orderId: OrderId = newId()
  const depositOrderId: OrderId = newId()
  const [paymentIntent, amountCents] = ['pi_paid_at_once', 5000]
  const order = {
    ...{ user_id: userId, amount_cents: amountCents, status: 'fulfilled' as const },
    ...{ created_at: paidAt, paid_at: paidAt, fulfilled_at: paidAt },
  }
  const depositPayment = depositPartOf(paymentIntent)
  await inTransaction(db, async (tx) => {
    await insertRows(tx, 'checkout_orders', {
      ...{ ...order, id: orderId, product_type: 'one_time', credits: 50 },
      ...{ stripe_session_id: 'cs_paid_at_once', payment_intent: paymentIntent },
    })
    await insertRows(tx, 'checkout_orders', {
      ...{ ...order, id: depositOrderId, product_type: 'deposit', credits: 0 },
      ...{ paid_with: orderId, payment_intent: depositPayment },
    })
    await lockWallet(tx, userId)
    const paid = { cents: amountCents, credits: 50 }
    const lot = { amount: 50, expiresAt: new Date('2099-01-01') }
    const key = `order:${orderId}`
    await mint(
      tx,
      { ...{ userId, key, orderId, paymentIntent, paid, source: 'one_time' }, ...lot },
      paidAt,
    )
    const deposit = { userId, orderId: depositOrderId, paymentIntent: depositPayment, amountCents }
    await holdDeposit(tx, { ...deposit, paidAt })
  })
  return orderId
}
