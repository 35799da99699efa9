import type { OrderId, RentalId } from '#db/ids.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import type { CreditProductType } from '#domain/money/checkout/catalogue.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import {
  refundablePurchases,
  refundPurchase,
} from '#domain/money/checkout/refunding/refund-purchase.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { openPayments } from '#test/payments.ts'
import { readRow } from '#test/postgres/rows.ts'

export interface Bought {
  readonly shopper: Shopper
  readonly orderId: OrderId
  readonly payment: string
}

/** Packs and gifts whose credits an admin refunds. */
export async function refundedPurchases() {
  const { database, db, made, clock, payments } = await openPayments()
  const admin = await made.admin()
  const origin = 'https://shop.example'

  async function bought(
    product: CreditProductType = 'one_time',
    card: CardName = 'visa',
  ): Promise<Bought> {
    const shopper = await made.shopper()
    const session = await payments.buy(shopper, product, { card })
    const fulfilled = await fulfil(db, payments.stripe, session)
    if (!fulfilled.ok) throw new Error(fulfilled.problem.reason)
    const { orderId } = fulfilled.value
    const order = await readRow(db, 'checkout_orders', 'payment_intent', orderId)
    return { shopper, orderId, payment: order.payment_intent ?? '' }
  }

  async function rentFor(shopper: Shopper, credits: number): Promise<RentalId> {
    const today = calendarDateIn('UTC', clock.now())
    const item = await made.item({ creditsPerDay: credits / 7 })
    const dates = { start: addDays(today, 1), end: addDays(today, 7) }
    const input = { itemId: item.id, ...dates, requestKey: newId(), origin }
    const rented = await requestRental(db, shopper, input, clock.now(), today, 'UTC')
    if (!rented.ok) throw new Error(rented.problem.reason)
    return rented.value.rentalId
  }

  const refundOf = (
    { shopper, orderId }: Pick<Bought, 'shopper' | 'orderId'>,
    cents: number,
    credits: number | 'all' = 'all',
    reason = 'The closet shut down.',
  ) =>
    refundPurchase(
      db,
      admin,
      { personId: shopper.id, orderId, cents, credits, reason },
      clock.now(),
    )

  const refundsOf = ({ orderId }: Pick<Bought, 'orderId'>) =>
    db
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('requested_at')
      .orderBy('id')
      .execute()

  return {
    db,
    pool: database.pool,
    clock,
    payments,
    made,
    admin,
    origin,
    bought,
    rentFor,
    refundOf,
    refundsOf,
    balanceOf: (person: Person) => creditsBalance(db, person.id, clock.now()),
    offered: async ({ orderId }: Pick<Bought, 'orderId'>) =>
      (await refundablePurchases(db, [orderId], clock.now()))[0],
    failedOnes: async (purchase: Pick<Bought, 'orderId'>) => {
      const { rows } = await unresolvedRefunds(db, admin)
      const ids = (await refundsOf(purchase)).map(({ id }) => id)
      return rows.filter(({ id }) => ids.includes(id))
    },
    /** The job calls Stripe; a refund to a declining card fails a little later. */
    finished: async () => {
      await payments.processAll()
      clock.advance({ seconds: 11 })
      await payments.processAll()
    },
  }
}
