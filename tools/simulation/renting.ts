import { handovers } from '#db/enums.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { cancelRental, readRefundAhead, requestRental } from '#domain/booking/rentals/rentals.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import { dayAfter, isAvailable, isFree, isLive } from './model/calendar.ts'
import { isBarred, liveDeposit, openRentals } from './model/deposits.ts'
import { dateAt } from './model/local-time.ts'
import { balanceOf, refundAhead } from './model/lots.ts'
import { NEVER } from './model/months.ts'
import { cancel as cancelled, rented, requestRefundOfDeposit, whyNotRent } from './model/rentals.ts'
import { count, type Entry, type Item, type Model, type Rental } from './model/state.ts'
import { heldUntil, isWaitedFor } from './model/waitlist.ts'
import {
  type Action,
  expectOutcome,
  note,
  outcomeCode,
  type Simulation,
  same,
  someoneWho,
  TIME_ZONE,
  type Touched,
  today,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

export const rentSomething: Action = async (play) => {
  const { model, random } = play
  const shopper = someoneWhoRents(play)
  const free = model.items.filter((one) => isAvailable(model, one) && !one.paused && !one.retired)
  const highValue = random.oneIn(8) ? free.filter(({ isHighValue }) => isHighValue) : []
  const retired = model.items.filter((one) => one.retired)
  const others = retired.length > 0 && random.oneIn(2) ? retired : model.items
  const item = random.one(highValue) ?? random.one(random.oneIn(6) ? others : free)
  if (!item) return null
  const farthest = item.advanceBooking && random.oneIn(2) ? 40 : 5
  const start = addDays(today(play), random.between(0, farthest))
  return await rent(play, shopper, item, {
    start,
    end: addDays(start, random.between(0, random.oneIn(3) ? 19 : 4)),
  })
}

/** Days right after a rental that is or will be out, which are at risk if it is returned late. */
export const rentNext: Action = async (play) => {
  const { model, random } = play
  const date = today(play)
  const open = model.rentals.filter(
    (one) => isLive(one) && one.state !== 'back' && one.end >= date && one.item.advanceBooking,
  )
  const soon = open.filter((one) => one.start <= date && one.end <= addDays(date, 3))
  const before = random.one(random.oneIn(3) || soon.length === 0 ? open : soon)
  const free = before && parseCalendarDate(dayAfter(before.end, before.turnaroundDays + 1))
  if (!before || !free) return null
  const start = addDays(free, random.between(0, 2))
  const dates = { start, end: addDays(start, random.between(0, 6)) }
  return await rent(play, someoneWhoRents(play), before.item, dates)
}

/** Usually a person who can pay for a rental. */
export function someoneWhoRents(play: Simulation): Shopper {
  return someoneWho(play, ({ id }) => {
    const deposit = liveDeposit(play.model, id)
    return deposit !== undefined && !isBarred(deposit) && balanceOf(play.model, id) > 7
  })
}

const ADDRESSES = {
  near: '5 Court Street, Brooklyn, NY 11201',
  far: '12 Beacon Street\nBoston, MA',
} as const

export async function rent(
  play: Simulation,
  shopper: Shopper,
  item: Item,
  dates: DateRange,
): Promise<Touched> {
  const { world, model, random } = play
  const days = totalDaysOf(dates.start, dates.end)
  note(play, `${shopper.fullName} rents ${item.id} for ${days} days from ${dates.start}`)
  const where = random.oneIn(3) ? (random.one(['near', 'far'] as const) ?? null) : null
  const handover = random.oneIn(3) ? (random.one(handovers) ?? null) : null
  const input = { renter: shopper.id, item, days, dates, today: today(play), where, handover }
  const expected = whyNotRent(model, input)
  const until = heldUntil(model, { shopper: shopper.id, item, dates })
  const delivery = where && { phone: null, address: ADDRESSES[where], notes: null }
  const ask = {
    ...{ itemId: item.id, ...dates, requestKey: newId(), origin: ORIGIN, handover },
    ...(delivery && { delivery }),
  }
  const answer = () =>
    requestRental(world.db, shopper, ask, world.clock.now(), today(play), TIME_ZONE)
  // Sometimes the form is posted twice at once, or two people want the same dress.
  const [answered, again] = random.oneIn(5)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  expectOutcome(play, 'rent', answered, expected)
  if (again) expectOutcome(play, 'rent again', again, expected)
  if (answered.ok) rented(model, input, answered.value.rentalId)
  else if (answered.problem.reason === 'dates-taken') {
    same('held until', answered.problem.heldUntil?.getTime() ?? null, until)
    if (until !== null) count(model, 'rent: held for others')
  }
  return [shopper.id]
}

export const cancelOne: Action = async (play) => {
  const { world, model, random } = play
  const some = model.rentals.filter(isLive).slice(-16)
  const awaited = some.filter(({ item }) => isWaitedFor(model, item))
  const paused = awaited.filter(({ item }) => item.paused)
  const waitedFor = paused.length > 0 ? paused : awaited
  const inTheWay = random.oneIn(3) ? [] : inTheWayOfLines(play)
  const rental = random.one(
    random.oneIn(4) ? model.rentals.slice(-10) : inTheWay.length > 0 ? inTheWay : waitedFor,
  )
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  const byRenter = random.oneIn(2)
  return await cancel(play, rental, byRenter ? renter : null)
}

/** Rentals that alone hold the days of a waiting shopper, or sometimes of one with an offer. */
function inTheWayOfLines(play: Simulation): readonly Rental[] {
  const { model, random } = play
  const waiting = model.entries.filter(({ status }) => status === 'waiting')
  const offers = model.entries.filter(({ offer }) => offer)
  const busy = waiting.filter((one) => offers.some(({ shopper }) => shopper === one.shopper))
  const some = random.oneIn(2) && busy.length > 0 ? busy : waiting
  const paused = random.oneIn(2)
  return inTheWayOf(
    play,
    some.filter(({ item }) => paused || !item.paused),
  )
}

/** Rentals that can be cancelled and that alone hold the days of one of these entries. */
export function inTheWayOf(play: Simulation, entries: readonly Entry[]): readonly Rental[] {
  const { model } = play
  const coming = model.rentals.filter(({ state }) => state === 'pending' || state === 'confirmed')
  return coming.filter((rental) => {
    const without = { ...model, rentals: model.rentals.filter((one) => one !== rental) }
    return entries.some(
      (one) => one.item === rental.item && isFree(without, one.item, one, today(play), one.shopper),
    )
  })
}

/** '9 until 2027-02-27,12 until null', which is never; days of lots that end together are one. */
function refundInWords(model: Model, rental: Rental): string {
  const ends = [...refundAhead(model, rental)].toSorted(([one], [other]) => one - other)
  const last = (end: number) => (end === NEVER ? null : dateAt(end - 1))
  return ends.map(([end, credits]) => `${credits} until ${last(end)}`).join()
}

/** Cancels a rental as its renter, or as an admin if null. */
export async function cancel(
  play: Simulation,
  rental: Rental,
  renter: Shopper | null,
): Promise<Touched> {
  const { world, model } = play
  note(play, `rental ${rental.id} is canceled by ${renter ? 'its renter' : 'an admin'}`)
  const now = world.clock.now()
  const refund = renter && (await readRefundAhead(world.db, renter, rental.id, now))
  if (refund && rental.state !== 'cancelled') {
    const shown = refund.until.map(({ day, credits }) => `${credits} until ${day}`)
    same('what canceling returns', shown.join(), refundInWords(model, rental))
  }
  const what = { rentalId: rental.id, origin: ORIGIN, seen: refund?.version ?? null }
  const answered = await cancelRental(world.db, renter ?? world.admin, what, now)
  expectOutcome(play, 'cancel', answered, cancelled(model, rental, renter ? 'renter' : 'admin'))
  return [rental.renter]
}

export const requestDepositRefund: Action = async (play: Simulation) => {
  const { model, random } = play
  const forAppeals = random.oneIn(2)
  const shopper = someoneWho(play, ({ id }) => {
    const deposit = liveDeposit(model, id)
    if (deposit === undefined || openRentals(model, deposit) > 0) return false
    return (
      !forAppeals || model.rentals.some((one) => one.renter === id && one.appeal && !one.finalAt)
    )
  })
  return await requestRefundFor(play, shopper)
}

/** The shopper requests the refund of their deposit. */
export async function requestRefundFor(play: Simulation, shopper: Shopper): Promise<Touched> {
  const { world, model } = play
  note(play, `${shopper.fullName} asks the deposit back`)
  const answered = await requestRefund(world.db, shopper, world.clock.now())
  same('asking back', outcomeCode(answered), requestRefundOfDeposit(model, shopper.id))
  return [shopper.id]
}
