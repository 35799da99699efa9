import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import {
  leavePayment,
  payToRent,
  requestPaidRentals,
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
import {
  costOf,
  hasRequested,
  isTrusted,
  type RentInput,
  rented,
  rentedPiece,
  whyNotRent,
} from './model/rentals.ts'
import { count, type Model, type Product } from './model/state.ts'
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
const MAX_PIECES = 3

/**
 * Somebody pays for what they lack, a deposit or packs, and with that requests one to three pieces, or
 * leaves the payment page. Meanwhile nobody else can rent the dates.
 */
export const payForRental: Action = async (play) => {
  const { world, model, random } = play
  const free = model.items.filter((one) => isAvailable(model, one) && !one.paused && !one.retired)
  const items = random.shuffle(free).slice(0, random.between(1, MAX_PIECES))
  if (items.length === 0) return null
  const wanted = items.map((item) => {
    const start = addDays(today(play), random.between(0, item.advanceBooking ? 40 : 5))
    return { item, dates: { start, end: addDays(start, DAYS - 1) } }
  })
  const payable = random.shuffle(world.people).flatMap((shopper) => {
    const inputs = wanted.map(
      (one): RentInput => ({
        ...{ ...one, renter: shopper.id, days: DAYS, today: today(play) },
        ...{ where: null, handover: null },
      }),
    )
    const payment = missing(play, shopper, inputs)
    return payment ? [{ shopper, inputs, payment }] : []
  })[0]
  return payable ? await payFor(play, payable) : null
}

type Sold = { readonly product: Product; readonly cents: number }
/** `sold`: credits, a deposit, or credits and a deposit at once. */
type Payment = ChosenPayment & { readonly sold: readonly [Sold, Sold?] }

/** What this person has to pay for the pieces; null when something else is in the way. */
function missing(
  { model }: Simulation,
  { id: renter }: Shopper,
  inputs: readonly RentInput[],
): Payment | null {
  if (!inputs.every((input) => isRentable(model, input)) || onHoldOf(model, renter) > 0) return null
  const cost = inputs.reduce((sum, { item, days }) => sum + costOf(item, days), 0)
  const lacks = cost - balanceOf(model, renter)
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

/** Whether nothing but a lack of money stands against it. */
function isRentable(model: Model, { renter, item, dates, today: day }: RentInput): boolean {
  return (
    isFree(model, item, dates, day, renter) &&
    !isBlocked(model, renter, item.lister) &&
    isTrusted(model, renter, item) &&
    !('refusal' in handoverOf(item, null, null))
  )
}

type Paying = {
  readonly shopper: Shopper
  readonly inputs: readonly RentInput[]
  readonly payment: Payment
}

async function payFor(play: Simulation, { shopper, inputs, payment }: Paying) {
  const { world, model, random, known } = play
  const together = random.oneIn(2)
  const [bought, deposit] = payment.sold
  const names = deposit ? `${bought.product} and ${deposit.product}` : bought.product
  const bag = inputs.length === 1 ? 'one' : `${inputs.length} ${together ? 'together' : 'each'}`
  const wanted = inputs.map(({ item, dates }) => `${item.id} from ${dates.start}`)
  note(play, `${shopper.fullName} pays ${names} to rent ${bag}: ${wanted.join(', ')}`)
  const { db, stripe, clock } = world
  const when = () => ({ now: clock.now(), today: today(play), timeZone: TIME_ZONE })
  const pieces = inputs.map(requestOf)
  const opened = await payToRent(db, shopper, stripe, { pieces, together }, payment, places, when())
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
  for (const input of inputs) await othersAreRefused(play, input)
  if (random.oneIn(3)) {
    const left = await leavePayment(db, shopper, stripe, id, when())
    same('leaving a payment page', left.ok, true)
    for (const one of model.orders)
      if (one === order || one.paidWith === order) one.session = 'expired'
    fulfilled(model, order)
    for (const { item } of byItem(inputs)) offerFreed(model, item, 'a payment left')
    count(model, 'pay to rent: left')
    count(model, `pay to rent: left ${bag}`)
    return [shopper.id]
  }
  const card = random.pick(goodCards)
  same('a good card', await world.pay(sessionId, card), true)
  payCheckout(model, order, card)
  await fulfil(db, stripe, sessionId)
  fulfilled(model, order)
  const [first, again] = await Promise.all([
    requestPaidRentals(db, id, when()),
    requestPaidRentals(db, id, when()),
  ])
  same('rentals requested by one payment', JSON.stringify(again), JSON.stringify(first))
  const requested = inputs.map((input, place) => {
    const piece = first?.pieces[place]
    if (piece?.status !== 'requested') throw new Error(`paid, but ${piece?.status}`)
    return { ...input, rentalId: piece.rentalId }
  })
  if (together) {
    for (const one of byCloset(requested)) rentedPiece(model, one, one.rentalId)
    for (const { item } of byItem(requested)) offerFreed(model, item, 'held dates rented')
  } else
    for (const one of requested) {
      rented(model, one, one.rentalId)
      offerFreed(model, one.item, 'held dates rented')
    }
  count(model, `pay to rent: ${names}`)
  count(model, `pay to rent: ${bag}`)
  return [shopper.id]
}

function requestOf({ item, dates }: RentInput) {
  return { itemId: item.id, ...dates, requestKey: newId(), origin: ORIGIN, handover: null }
}

function byItem(inputs: readonly RentInput[]): readonly RentInput[] {
  return inputs.toSorted((one, other) => (one.item.id < other.item.id ? -1 : 1))
}

/** The order in which the credits of a bag are spent. */
function byCloset<Input extends RentInput>(inputs: readonly Input[]): readonly Input[] {
  const place = ({ item }: Input) => `${item.lister} ${item.id}`
  return inputs.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Somebody else who could rent these dates is refused while they are held. */
async function othersAreRefused(play: Simulation, input: RentInput): Promise<void> {
  const { world, model } = play
  const other = someone(play)
  const wanted = { ...input, renter: other.id }
  if (other.id === input.renter || whyNotRent(model, wanted) !== 'done') return
  const now = world.clock.now()
  const answered = await requestRental(
    world.db,
    other,
    requestOf(input),
    now,
    today(play),
    TIME_ZONE,
  )
  // A rental from when the item took one at a time counts as a request for any dates.
  const expected = hasRequested(model, wanted) ? 'already-requested' : 'dates-taken'
  same('renting held dates', answered.ok ? 'done' : answered.problem.reason, expected)
  count(model, 'pay to rent: held for others')
}
