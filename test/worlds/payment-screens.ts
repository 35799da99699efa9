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
  const orderId = newId()
  const paid = { paid_at: now, fulfilled_at: now, status: 'fulfilled' as const, created_at: now }
  await insertRows(db, 'checkout_orders', {
    ...{ id: orderId, user_id: both.id, product_type: 'one_time', amount_cents: 5000 },
    ...{ credits: 50, stripe_session_id: 'cs_paid_at_once', payment_intent: 'pi_paid_at_once' },
    ...paid,
  })
  await insertRows(db, 'checkout_orders', {
    ...{ id: newId(), user_id: both.id, product_type: 'deposit', amount_cents: 5000 },
    ...{ paid_with: orderId, credits: 0, payment_intent: 'pi_paid_at_once#deposit', ...paid },
  })
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
