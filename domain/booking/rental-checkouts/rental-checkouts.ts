import { sql } from 'kysely'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { BoardId, ItemId, OrderId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { areDaysTaken, holdDates } from '#domain/booking/calendar/calendar.ts'
import {
  type Bag,
  type BagProblem,
  boardOf,
  type CheckedPiece,
  type CheckedRequest,
  checkPieces,
  type PieceOutcome,
  requestBag,
  totalOf,
  whyNotABag,
} from '#domain/booking/rentals/rentals.ts'
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
import type { LiveDeposit } from '#domain/money/deposits/deposits.ts'
import { findLiveSubscription } from '#domain/money/plans/subscriptions.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { ChosenPayment } from './chosen-payment.ts'
import { leaveCheckout } from './end-checkout.ts'
import { type PaidBag, requestPaidRentals, type When } from './request-paid-rentals.ts'

export { leaveRentalCheckoutsOf } from './end-checkout.ts'
export { findReturnTo, heldForShopper, paidPartsOf } from './own-checkout.ts'
export { type PaidBag, requestPaidRentals } from './request-paid-rentals.ts'

/** How long dates are held for a payment. */
const HELD_MINUTES = 30

/** A little longer than the dates are held, because a page stays open for half an hour at least. */
const PAGE_OPEN_MINUTES = HELD_MINUTES + 1

export type PayToRentProblem =
  | BagProblem
  | CheckoutProblem
  /** It is another amount than the page showed. */
  | { readonly reason: 'amount-changed' }
  /** The page of an earlier payment is just being opened. */
  | { readonly reason: 'payment-opening' }

/** Where the payment page leads; it is left at `leftPath` and the id of its order. */
export type RentalPlaces = CheckoutPlaces & { readonly leftPath: string }

/** The payment page, or what became of the pieces when nothing had to be paid. */
export type PaidOrRequested = OpenCheckout | { readonly pieces: readonly PieceOutcome[] }

/**
 * Opens a payment page for what the shopper lacks for the pieces of a bag, and holds their dates
 * meanwhile (spec 4.10, 4.12). They are requested when the payment arrives. Makes the same checks as
 * renting, of all pieces in either way; when nothing is missing, it requests them. An earlier
 * payment page of the shopper is closed: if it has been paid, its pieces are requested first.
 */
export async function payToRent(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  bag: Bag,
  chosen: ChosenPayment,
  places: RentalPlaces,
  when: When,
): Promise<Outcome<PaidOrRequested, PayToRentProblem>> {
  const { now, today, timeZone } = when
  const problem = whyNotABag(bag)
  if (problem) return refused(problem)
  const ended = await leavePayment(db, shopper, stripe, null, when)
  if (!ended.ok) return ended
  const begun = await begin(db, shopper, bag, chosen, places, now, today)
  if (!begun.ok) return begun
  if (begun.value === 'nothing-to-pay') {
    const requested = await requestBag(db, shopper, bag, now, today, timeZone)
    return requested.ok ? done({ pieces: requested.value }) : requested
  }
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
 * dates. If it has been paid, its pieces are requested: then they are returned.
 * @param orderId the only order that is left; null for whichever is open
 */
export async function leavePayment(
  db: Db,
  shopper: Shopper,
  stripe: StripeGateway,
  orderId: OrderId | null,
  when: When,
): Promise<Outcome<PaidBag | null, LeaveProblem>> {
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
    if (paid.ok) return done(await requestPaidRentals(db, open.orderId, when))
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

/** Records the orders with their pieces, and holds the dates, in one transaction. */
async function begin(
  db: Db,
  shopper: Shopper,
  { pieces, together }: Bag,
  chosen: ChosenPayment,
  places: RentalPlaces,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<Begun | 'nothing-to-pay', PayToRentProblem>> {
  type Result = Outcome<Begun | 'nothing-to-pay', PayToRentProblem>
  try {
    return await inTransaction<Result>(db, async (tx) => {
      const checked = await checkPieces(tx, shopper, pieces, today, 'bought')
      if (!checked.ok) return refused({ ...checked.problem, itemId: checked.itemId })
      const readied = readyToPay(checked.value)
      if (!readied.ok) return readied
      const [piece] = readied.value
      if (!piece) return done('nothing-to-pay')
      const { deposit } = piece
      const way = await chosenWay(tx, shopper, totalOf(checked.value), deposit, chosen, now)
      if (!way) return refused({ reason: 'amount-changed' })
      const [first, second] = purchasesOf(way, deposit)
      if (!first) return done('nothing-to-pay')
      const orderId = await recordOrders(tx, shopper, [first, second], places, now)
      await insertCheckout(tx, shopper, { orderId, together, pieces: readied.value }, now)
      return done({ orderId, purchases: second ? [first, second] : [first] })
    })
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken', itemId: null })
    if (violatedConstraint(error) === 'one_open_bag_per_shopper')
      return refused({ reason: 'payment-opening' })
    throw error
  }
}

type ReadyPiece = CheckedRequest & {
  readonly itemId: ItemId
  readonly requestKey: string
  readonly chosen: ChosenHandover | null
  readonly boardId: BoardId | null
}

/** The pieces that are not rented yet, unless only their delivery stands against one of them. */
function readyToPay(
  pieces: readonly CheckedPiece[],
): Outcome<readonly ReadyPiece[], PayToRentProblem> {
  const ready: ReadyPiece[] = []
  for (const { request, checked } of pieces) {
    if ('earlier' in checked) continue
    const { itemId, requestKey, boardId = null } = request
    if (request.delivery === 'invalid') return refused({ reason: 'delivery-invalid', itemId })
    const { handover } = checked
    if (!handover.ok) return refused({ ...handover.problem, itemId })
    ready.push({ ...checked, itemId, requestKey, chosen: handover.value, boardId })
  }
  return done(ready)
}

/** The chosen way at the prices of now; null if it is not offered, or costs another amount. */
async function chosenWay(
  tx: Tx,
  shopper: Shopper,
  credits: number,
  deposit: LiveDeposit | null,
  { product, totalCents }: ChosenPayment,
  now: Date,
): Promise<WayToPay | null> {
  const { ways } = payToday({
    credits,
    balance: await creditsBalance(tx, shopper.id, now),
    depositCents: deposit ? deposit.topUpCents : DEPOSIT_CENTS,
    mayTakePlan: (await findLiveSubscription(tx, shopper.id)) === null,
  })
  const way = ways.find(({ buys }) => (buys?.product ?? null) === product)
  return way?.totalCents === totalCents ? way : null
}

type NewCheckout = {
  readonly orderId: OrderId
  readonly together: boolean
  readonly pieces: readonly ReadyPiece[]
}

async function insertCheckout(
  tx: Tx,
  shopper: Shopper,
  { orderId, together, pieces }: NewCheckout,
  now: Date,
): Promise<void> {
  const until = minutesAfter(now, HELD_MINUTES)
  for (const [place, { itemId, requestKey, chosen, boardId, item, dates }] of pieces.entries()) {
    const { start, end } = dates
    await tx
      .insertInto('rental_checkouts')
      .values({
        order_id: orderId,
        shopper_id: shopper.id,
        item_id: itemId,
        together,
        pieces_after: pieces.length - 1 - place,
        start_date: start,
        end_date: end,
        request_key: requestKey,
        handover: chosen,
        board_id: boardOf(shopper.id, boardId),
        credits_per_day: item.creditsPerDay,
        created_at: now,
      })
      .execute()
    const held = { itemId, start, end, turnaroundDays: item.turnaroundDays, until }
    await holdDates(tx, shopper.id, orderId, held)
    const after = { order: orderId, start, end }
    const act = { action: 'hold dates', noun: 'item', nounId: itemId, after }
    await recordAction(tx, shopper, act, now)
  }
  await enqueue(tx, 'end-held-dates', { orderId }, { runAt: until })
}
