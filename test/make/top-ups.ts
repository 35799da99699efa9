import { expect } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { openPayments } from '#test/payments.ts'
import { withholdPartOfDeposit } from './withheld-deposit.ts'

/** Shoppers who top up deposits from which something was withheld. */
export async function topUps() {
  const { db, made, clock, payments } = await openPayments()
  const { stripe, dashboard } = payments
  const origin = 'https://shop.example'
  const places = { origin, successPath: '/deposit-success', returnTo: '/' }

  /** Someone with `cents` withheld from their deposit while another rental is still open on it. */
  async function withheldFrom(cents: number, card: CardName = 'visa') {
    const renter = await made.shopper()
    await made.credits(renter, 100)
    const payment = await payments.holdDeposit(renter, card)
    return { renter, payment, ...(await withholdPartOfDeposit(db, renter, cents, clock.now())) }
  }

  async function tryToRent(renter: Shopper) {
    const today = calendarDateIn('UTC', clock.now())
    const item = await made.item({ creditsPerDay: 1 })
    const dates = { start: addDays(today, 3), end: addDays(today, 9) }
    const input = { itemId: item.id, ...dates, requestKey: newId(), origin }
    return await requestRental(db, renter, input, clock.now(), today, 'UTC')
  }

  const deposit = (renter: Shopper) => findDeposit(db, renter.id)
  const refundsOf = (renter: Shopper) =>
    db
      .selectFrom('refunds as r')
      .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
      .select(['r.amount_cents as cents', 'r.status', 'r.reason', 'o.payment_intent as payment'])
      .where('o.user_id', '=', renter.id)
      .orderBy('r.id')
      .execute()

  async function endRental(renter: Shopper, rentalId: RentalId) {
    const on = { rentalId, origin, today: calendarDateIn('UTC', clock.now()) }
    expect(await cancelRental(db, renter, on, clock.now())).toMatchObject({ ok: true })
    await releaseClaims(db, new Date(clock.now().getTime() + 3 * 86_400_000))
  }

  async function disputeOf(payment: string): Promise<string> {
    const { data } = await dashboard.disputes.list({ payment_intent: payment })
    return data[0]?.id ?? ''
  }
  return {
    db,
    made,
    clock,
    payments,
    stripe,
    dashboard,
    origin,
    places,
    withheldFrom,
    tryToRent,
    deposit,
    refundsOf,
    endRental,
    disputeOf,
  }
}
