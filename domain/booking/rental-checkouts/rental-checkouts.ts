import { sql } from 'kysely'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { areDaysTaken, holdDates } from '#domain/booking/calendar/calendar.ts'
import {
  type CheckedRequest,
  checkRequest,
  type Rented,
  type RentProblem,
  type RentRequest,
  requestRental,
} from '#domain/booking/rentals/rentals.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import {
  type CheckoutPlaces,
  type CheckoutProblem,
  checkoutProblem,
  fulfil,
  type OpenCheckout,
  openPaymentPage,
  type Purchase,
  purchasesOf,
  recordOrders,
} from '#domain/money/checkout/checkout.ts'
import { DEPOSIT_CENTS } from '#domain/money/checkout/deposit-price.ts'
import { payToday, type WayToPay } from '#domain/money/checkout/pay-today.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { findLiveSubscription } from '#domain/money/plans/subscriptions.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { ChosenPayment } from './chosen-payment.ts'
import { leaveCheckout } from './end-checkout.ts'
import { type PaidRental, requestPaidRental, type When } from './request-paid-rental.ts'

export { leaveRentalCheckoutsOf } from './end-checkout.ts'
export { findReturnTo, heldForShopper, paidPartsOf } from './own-checkout.ts'
export { type PaidRental, requestPaidRental } from './request-paid-rental.ts'

/** How long dates are held for a payment. */
const HELD_MINUTES = 30

/** A little longer than the dates are held, because a page stays open for half an hour at least. */
const PAGE_OPEN_MINUTES = HELD_MINUTES + 1

export type PayToRentProblem =
  | RentProblem
  | CheckoutProblem
  /** It is another amount than the page showed. */
  | { readonly reason: 'amount-changed' }
  /** The page of an earlier payment is just being opened. */
  | { readonly reason: 'payment-opening' }

/** Where the payment page leads; it is left at `leftPath` and the id of its order. */
export type RentalPlaces = CheckoutPlaces & { readonly leftPath: string }

/**
 * Opens a payment page for what the shopper lacks for a rental, and holds the dates meanwhile (spec
 * 4.10). The rental is requested when the payment arrives. Makes the same checks as renting; when
 * nothing is missing, it rents. An earlier payment page of the shopper is closed: if it has been
 * paid, that rental is requested first.
 */
export async function payToRent(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  request: RentRequest,
  chosen: ChosenPayment,
  places: RentalPlaces,
  when: When,
): Promise<Outcome<OpenCheckout | Rented, PayToRentProblem>> {
  const { now, today, timeZone } = when
  const ended = await leavePayment(db, shopper, stripe, null, when)
  if (!ended.ok) return ended
  const begun = await begin(db, shopper, request, chosen, places, now, today)
  if (!begun.ok) return begun
  if (begun.value === 'nothing-to-pay')
    return await requestRental(db, shopper, request, now, today, timeZone)
  if ('rentalId' in begun.value) return done(begun.value)
  const { orderId, purchases } = begun.value
  const payBy = minutesAfter(now, PAGE_OPEN_MINUTES)
  const opened = await openPaymentPage(
    db,
    shopper,
    stripe,
    { orderId, purchases, payBy },
    { ...places, cancelTo: `${places.leftPath}${orderId}` },
    now,
  )
  if (!opened.ok) await leaveCheckout(db, orderId, now)
  return opened
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

type LeaveProblem = CheckoutProblem | { readonly reason: 'payment-opening' }

/**
 * Closes the payment page that the shopper has open, so that nobody can pay on two, and frees its
 * dates. If it has been paid, its rental is requested: then it is returned.
 * @param orderId the only order that is left; null for whichever is open
 */
export async function leavePayment(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  orderId: OrderId | null,
  when: When,
): Promise<Outcome<PaidRental | null, LeaveProblem>> {
  const { now } = when
  let checkouts = db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .select(['c.order_id as orderId', 'c.created_at as createdAt'])
    .select('o.stripe_session_id as sessionId')
    .where('c.shopper_id', '=', shopper.id)
    .where('c.status', '=', sql.lit('open' as const))
  if (orderId) checkouts = checkouts.where('c.order_id', '=', orderId)
  const open = await checkouts.executeTakeFirst()
  if (!open) return done(null)
  if (!open.sessionId) {
    if (now < minutesAfter(open.createdAt, 1)) return refused({ reason: 'payment-opening' })
    await leaveCheckout(db, open.orderId, now)
    return done(null)
  }
  try {
    await stripe.closeCheckout(open.sessionId)
    const paid = await fulfil(db, stripe, open.sessionId)
    if (paid.ok) return done(await requestPaidRental(db, open.orderId, when))
    await leaveCheckout(db, open.orderId, now)
    return done(null)
  } catch (error) {
    return refused(checkoutProblem(error))
  }
}

type Begun = {
  readonly orderId: OrderId
  readonly purchases: readonly Purchase[]
}

/** Records the orders with their rental, and holds the dates, in one transaction. */
async function begin(
  db: Db,
  shopper: Shopper,
  request: RentRequest,
  chosen: ChosenPayment,
  places: RentalPlaces,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<Begun | Rented | 'nothing-to-pay', PayToRentProblem>> {
  try {
    return await inTransaction<Outcome<Begun | Rented | 'nothing-to-pay', PayToRentProblem>>(
      db,
      async (tx) => {
        const checked = await checkRequest(tx, shopper, request, today, 'bought')
        if (!checked.ok) return checked
        if ('earlier' in checked.value) return done(checked.value.earlier)
        const { handover, deposit } = checked.value
        if (request.delivery === 'invalid') return refused({ reason: 'delivery-invalid' })
        if (!handover.ok) return handover
        const way = await chosenWay(tx, shopper, checked.value, chosen, now)
        if (!way) return refused({ reason: 'amount-changed' })
        const [first, second] = purchasesOf(way, deposit)
        if (!first) return done('nothing-to-pay')
        const orderId = await recordOrders(tx, shopper, [first, second], places, now)
        await insertCheckout(
          tx,
          shopper,
          orderId,
          { ...request, handover: handover.value },
          checked.value,
          now,
        )
        return done({ orderId, purchases: second ? [first, second] : [first] })
      },
    )
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken' })
    if (violatedConstraint(error) === 'one_open_rental_checkout_per_shopper')
      return refused({ reason: 'payment-opening' })
    throw error
  }
}

/** The chosen way at the prices of now; null if it is not offered, or costs another amount. */
async function chosenWay(
  tx: Tx,
  shopper: Shopper,
  { item, dates, deposit }: CheckedRequest,
  { product, totalCents }: ChosenPayment,
  now: Date,
): Promise<WayToPay | null> {
  const { ways } = payToday({
    credits: quote(item.creditsPerDay, dates.totalDays).totalCredits,
    balance: await creditsBalance(tx, shopper.id, now),
    depositCents: deposit ? deposit.topUpCents : DEPOSIT_CENTS,
    mayTakePlan: (await findLiveSubscription(tx, shopper.id)) === null,
  })
  const way = ways.find(({ buys }) => (buys?.product ?? null) === product)
  return way?.totalCents === totalCents ? way : null
}

async function insertCheckout(
  tx: Tx,
  shopper: Shopper,
  orderId: OrderId,
  request: RentRequest,
  { item, dates }: CheckedRequest,
  now: Date,
): Promise<void> {
  const { itemId } = request
  const { start, end } = dates
  await tx
    .insertInto('rental_checkouts')
    .values({
      order_id: orderId,
      shopper_id: shopper.id,
      item_id: itemId,
      start_date: start,
      end_date: end,
      request_key: request.requestKey,
      handover: request.handover ?? null,
      credits_per_day: item.creditsPerDay,
      created_at: now,
    })
    .execute()
  const until = minutesAfter(now, HELD_MINUTES)
  const held = { itemId, start, end, turnaroundDays: item.turnaroundDays, until }
  await holdDates(tx, shopper.id, orderId, held)
  await enqueue(tx, 'end-held-dates', { orderId }, { runAt: until })
  const after = { order: orderId, start, end }
  await recordAction(
    tx,
    shopper,
    { action: 'hold dates', noun: 'item', nounId: itemId, after },
    now,
  )
}
