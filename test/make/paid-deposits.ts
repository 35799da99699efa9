import { expect } from 'vitest'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { testClock } from '#test/clock.ts'
import { testPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'

/** Shoppers with deposits paid at the provider, and returned rentals. */
export async function paidDeposits() {
  const database = await testDatabase()
  const { db, pool, made } = database
  const clock = testClock()
  const now = clock.now()
  const payments = await testPayments(database, clock)
  const { stripe } = payments
  const origin = 'https://shop.example'
  const ok = { ok: true, value: null }

  /** Releases claims: two days after the review a withheld amount can no longer be corrected. */
  async function makeClaimsFinal(): Promise<Date> {
    const at = new Date(clock.now().getTime() + 2 * 86_400_000)
    await releaseClaims(db, at)
    return at
  }

  /** Someone with a deposit paid at the provider, and a returned rental. */
  async function renterWith(rentals: number, card: CardName = 'visa') {
    const renter = await made.shopper()
    const payment = await payments.holdDeposit(renter, card)
    const returned = await Promise.all(
      Array.from({ length: rentals }, () => returnedRental(renter)),
    )
    return { renter, payment, returned }
  }

  async function returnedRental(renter: Person) {
    const closet = await made.closet()
    const item = await made.item({ closet, creditsPerDay: 1 })
    const rental = await made.rental({ item, renter, status: 'delivered', createdAt: now })
    const on = { rentalId: rental.id, origin, notes: 'Torn hem' }
    expect(await recordReturn(db, closet, on, now)).toEqual(ok)
    return { closet, on, item }
  }

  const depositOf = (person: Person) =>
    db
      .selectFrom('deposits')
      .selectAll()
      .where('user_id', '=', person.id)
      .orderBy('paid_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const refundsOf = (person: Person) =>
    db
      .selectFrom('refunds as r')
      .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
      .selectAll('r')
      .where('o.user_id', '=', person.id)
      .orderBy('r.id')
      .execute()
  /** The cents of a payment that the payment provider has not refunded. */
  async function charged(payment: string): Promise<number> {
    const { data } = await payments.dashboard.charges.list({ payment_intent: payment })
    return data.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0)
  }
  return {
    db,
    pool,
    made,
    clock,
    now,
    payments,
    stripe,
    origin,
    ok,
    makeClaimsFinal,
    renterWith,
    returnedRental,
    depositOf,
    refundsOf,
    charged,
  }
}
