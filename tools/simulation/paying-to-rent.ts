import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import {
  leavePayment,
  payToRent,
  requestPaidRental,
} from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { DEPOSIT_CENTS } from '#domain/money/checkout/deposit-price.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { goodCards } from './buying.ts'
import { isAvailable, isFree } from './model/calendar.ts'
import { isBarred, liveDeposit, topUpCents } from './model/deposits.ts'
import { fulfil as fulfilled } from './model/handling.ts'
import { handoverOf } from './model/handovers.ts'
import { balanceOf, onHoldOf } from './model/lots.ts'
import { isBlocked } from './model/messages.ts'
import { openCheckout, payCheckout } from './model/provider.ts'
import { costOf, isTrusted, type RentInput, rented, whyNotRent } from './model/rentals.ts'
import { count, type Item, type Product } from './model/state.ts'
import { offerFreed } from './model/waitlist.ts'
import {
  type Action,
  note,
  type Simulation,
  same,
  someone,
  TIME_ZONE,
  today,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

const places = {
  origin: ORIGIN,
  successPath: '/done?session_id={CHECKOUT_SESSION_ID}',
  returnTo: '/',
  leftPath: '/left?order=',
}

const DAYS = 4

/**
 * Somebody pays for what they lack, a deposit or packs, and with that requests a rental, or leaves the
 * payment page. Meanwhile nobody else can rent the dates.
 */
export const payForRental: Action = async (play) => {
  const { world, model, random } = play
  const free = model.items.filter((one) => isAvailable(model, one) && !one.paused && !one.retired)
  const item = random.one(free)
  if (!item) return null
  const start = addDays(today(play), random.between(0, item.advanceBooking ? 40 : 5))
  const dates = { start, end: addDays(start, DAYS - 1) }
  const payable = random.shuffle(world.people).flatMap((shopper) => {
    const input: RentInput = {
      ...{ renter: shopper.id, item, days: DAYS, dates, today: today(play) },
      ...{ where: null, handover: null },
    }
    const payment = missing(play, input)
    return payment ? [{ shopper, input, payment }] : []
  })[0]
  return payable ? await payFor(play, payable) : null
}

type Sold = { readonly product: Product; readonly cents: number }
/** `sold`: credits, a deposit, or credits and a deposit at once. */
type Payment = ChosenPayment & { readonly sold: readonly [Sold, Sold?] }

/** What this person has to pay for the rental; null when something else is in the way. */
function missing({ model }: Simulation, input: RentInput): Payment | null {
  const { renter, item, dates, days } = input
  if (!isFree(model, item, dates, input.today, renter) || isBlocked(model, renter, item.lister))
    return null
  if (!isTrusted(model, renter, item) || onHoldOf(model, renter) > 0) return null
  if ('refusal' in handoverOf(item, null, null)) return null
  const lacks = costOf(item, days) - balanceOf(model, renter)
  if (lacks > PACK_PRICE.credits) return null
  const deposit = liveDeposit(model, renter)
  const toAdd = deposit ? topUpCents(deposit) : DEPOSIT_CENTS
  if (deposit && isBarred(deposit) && toAdd === 0) return null
  const held = toAdd > 0 && {
    product: deposit ? ('deposit_top_up' as const) : ('deposit' as const),
    cents: toAdd,
  }
  if (lacks <= 0) return held ? { product: null, totalCents: toAdd, sold: [held] } : null
  const pack = { product: 'one_time' as const, cents: PACK_PRICE.priceCents }
  const totalCents = pack.cents + toAdd
  return { product: 'one_time', totalCents, sold: held ? [pack, held] : [pack] }
}

async function payFor(
  play: Simulation,
  {
    shopper,
    input,
    payment,
  }: { readonly shopper: Shopper; readonly input: RentInput; readonly payment: Payment },
) {
  const { world, model, random, known } = play
  const { item, dates } = input
  const [bought, deposit] = payment.sold
  const names = deposit ? `${bought.product} and ${deposit.product}` : bought.product
  note(play, `${shopper.fullName} pays ${names} to rent ${item.id} from ${dates.start}`)
  const { db, stripe, clock } = world
  const when = () => ({ now: clock.now(), today: today(play), timeZone: TIME_ZONE })
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin: ORIGIN, handover: null }
  const opened = await payToRent(db, shopper, stripe, request, payment, places, when())
  if (!opened.ok) throw new Error(`paying to rent: ${opened.problem.reason}`)
  if (!('sessionId' in opened.value)) throw new Error('nothing was to be paid')
  const { sessionId } = opened.value
  const { id } = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('stripe_session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  known.sessions.set(id, sessionId)
  const order = openCheckout(model, { id, owner: shopper.id, ...bought })
  const paidWith = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('paid_with', '=', id)
    .executeTakeFirst()
  same('an order of the deposit', paidWith !== undefined, deposit !== undefined)
  if (paidWith && deposit) {
    known.sessions.set(paidWith.id, sessionId)
    openCheckout(model, { id: paidWith.id, owner: shopper.id, ...deposit, paidWith: order })
  }
  await othersAreRefused(play, item, input)
  if (random.oneIn(3)) {
    const left = await leavePayment(db, shopper, stripe, id, when())
    same('leaving a payment page', left.ok, true)
    for (const one of model.orders)
      if (one === order || one.paidWith === order) one.session = 'expired'
    fulfilled(model, order)
    offerFreed(model, item, 'a payment left')
    count(model, 'pay to rent: left')
    return [shopper.id]
  }
  const card = random.pick(goodCards)
  same('a good card', await world.pay(sessionId, card), true)
  payCheckout(model, order, card)
  await fulfil(db, stripe, sessionId)
  fulfilled(model, order)
  const [first, again] = await Promise.all([
    requestPaidRental(db, id, when()),
    requestPaidRental(db, id, when()),
  ])
  if (first?.status !== 'requested') throw new Error(`paid, but ${first?.status}`)
  same('a rental requested by one payment', again?.status, 'requested')
  rented(model, input, first.rentalId)
  offerFreed(model, item, 'held dates rented')
  count(model, `pay to rent: ${names}`)
  return [shopper.id]
}

/** Somebody else who could rent these dates is refused while they are held. */
async function othersAreRefused(play: Simulation, item: Item, input: RentInput): Promise<void> {
  const { world, model } = play
  const other = someone(play)
  if (other.id === input.renter || whyNotRent(model, { ...input, renter: other.id }) !== 'done')
    return
  const { dates } = input
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin: ORIGIN, handover: null }
  const now = world.clock.now()
  const answered = await requestRental(world.db, other, request, now, today(play), TIME_ZONE)
  same('renting held dates', answered.ok ? 'done' : answered.problem.reason, 'dates-taken')
  count(model, 'pay to rent: held for others')
}
