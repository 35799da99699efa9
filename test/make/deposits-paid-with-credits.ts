import type { OrderId } from '#db/ids.ts'
import { payToRent } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { openPayments } from '#test/payments.ts'
import { readRow } from '#test/postgres/rows.ts'

const PLACES = {
  origin: 'http://shop.test',
  successPath: '/rental-success',
  returnTo: '/',
  leftPath: '/rental-success?left=',
}

/** What somebody with neither a deposit nor credits pays to rent: both, on one page. */
export async function depositsPaidWithCredits() {
  const opening = await openPayments()
  const { db, made, clock, payments, stripe } = opening
  const timeZone = 'America/New_York'
  const when = () => {
    const now = clock.now()
    return { now, today: calendarDateIn(timeZone, now), timeZone }
  }

  /** Opens the payment page for an item of 14 credits a week. */
  async function opened(product: 'subscription_monthly' | 'one_time') {
    const shopper = await made.shopper()
    const item = await made.item({ creditsPerDay: 2, advance_booking: true })
    const { today } = when()
    const dates = { start: addDays(today, 5), end: addDays(today, 8) }
    const request = {
      ...{ itemId: item.id, ...dates, requestKey: newId(), origin: PLACES.origin },
    }
    const bag = { pieces: [request], together: true }
    const totalCents = product === 'one_time' ? 10_000 : 7000
    const chosen = { product, totalCents }
    const page = await payToRent(db, shopper, stripe, bag, chosen, PLACES, when())
    if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
    const { sessionId } = page.value
    const { id } = await readRow(db, 'checkout_orders', 'id', { stripe_session_id: sessionId })
    const orderId = id as OrderId
    const payment = async () => {
      const order = await readRow(db, 'checkout_orders', 'payment_intent', { id: orderId })
      return order.payment_intent ?? ''
    }
    return { shopper, item, sessionId, orderId, payment }
  }

  /** The same, paid; with the payment's id at Stripe. */
  async function paid(product: 'subscription_monthly' | 'one_time', card?: CardName) {
    const page = await opened(product)
    await payments.pay(page.sessionId, card)
    const arrived = await fulfil(db, stripe, page.sessionId)
    if (!arrived.ok) throw new Error(arrived.problem.reason)
    return { ...page, payment: await page.payment() }
  }

  /** Both orders, that of the credits first. */
  const ordersOf = (shopper: Shopper) =>
    db
      .selectFrom('checkout_orders')
      .selectAll()
      .where('user_id', '=', shopper.id)
      .orderBy('paid_with', (order) => order.asc().nullsFirst())
      .execute()

  return { ...opening, when, opened, paid, ordersOf }
}
