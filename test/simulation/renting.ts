import { requestRefund } from '#domain/deposits/deposits.ts'
import { correct, reduceWithheld } from '#domain/rentals/corrections.ts'
import { confirmDelivery } from '#domain/rentals/delivery-answers.ts'
import { approveCondition, keepDeposit } from '#domain/rentals/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/rentals/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import { addDays } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { isAvailable, isLive } from './model/calendar.ts'
import { correct as corrected, reduce } from './model/corrections.ts'
import { isBarred, liveDeposit, openRentals } from './model/deposits.ts'
import { balanceOf } from './model/lots.ts'
import {
  cancel,
  confirmDelivery as confirmed,
  rented,
  requestRefundOfDeposit,
  type Step,
  stepsFrom,
  takeStep,
  whyNotDeliver,
  whyNotRent,
} from './model/rentals.ts'
import { type Action, note, type Play, same, someoneWho, today, wordOf } from './play.ts'
import { ORIGIN } from './world.ts'

export const rentSomething: Action = async (play) => {
  const { world, model, random } = play
  const shopper = someoneWho(play, ({ id }) => {
    const deposit = liveDeposit(model, id)
    return deposit !== undefined && !isBarred(deposit) && balanceOf(model, id) > 7
  })
  const free = model.items.filter((one) => isAvailable(model, one))
  const item = random.one(random.oneIn(6) ? model.items : free)
  if (!item) return null
  const days = random.between(1, 20)
  const farthest = item.advanceBooking && random.oneIn(2) ? 40 : 5
  const start = addDays(today(play), random.between(0, farthest))
  const end = addDays(start, days - 1)
  note(play, `${shopper.fullName} rents ${item.id} for ${days} days from ${start}`)
  const dates = { start, end }
  const input = { renter: shopper.id, item, days, dates, today: today(play) }
  const expected = whyNotRent(model, input)
  const ask = { itemId: item.id, start, end, requestKey: newId(), origin: ORIGIN }
  const answer = () => requestRental(world.db, shopper, ask, world.clock.now(), today(play))
  // Sometimes the form is posted twice at once, or two people want the same dress.
  const [answered, again] = random.oneIn(5)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  same('renting', wordOf(answered), expected)
  if (again) same('renting again', wordOf(again), expected)
  if (answered.ok) rented(model, input, answered.value.rentalId)
  return [shopper.id]
}

const steps = {
  accept: acceptRental,
  deliver: deliverRental,
  'fail delivery': failDelivery,
  'mark late': markLate,
} as const
const names: readonly Step[] = [
  'accept',
  'deliver',
  'deliver',
  'deliver',
  'fail delivery',
  'mark late',
  'return',
  'return',
  'approve',
  'approve',
  'keep',
]

export const step: Action = async (play) => {
  const { world, model, random } = play
  const open = model.rentals.filter(isLive).slice(-24)
  const rental = random.one(random.oneIn(6) ? model.rentals.slice(-20) : open)
  if (!rental) return null
  const fitting = stepsFrom(rental)
  const likely = fitting.filter((one) => one !== 'fail delivery' || random.oneIn(4))
  const name = random.one(random.oneIn(5) ? names : likely) ?? random.one(names)
  if (!name) return null
  const owner = world.items.find(({ id }) => id === rental.item.id)?.business_id
  const closet = world.closets.find(({ id }) => id === owner)
  const who = random.oneIn(3) || !closet ? world.admin : closet
  const cents = random.oneIn(4) ? 5000 : random.between(1, 5000)
  note(play, `${name} of rental ${rental.id} (${rental.state}), ${cents} cents`)
  const on = { rentalId: rental.id, origin: ORIGIN, today: today(play) }
  const now = world.clock.now()
  if (name === 'return') await recordReturn(world.db, who, on, now)
  else if (name === 'approve') await approveCondition(world.db, who, on, now)
  else if (name === 'keep')
    await keepDeposit(world.db, who, { ...on, cents, notes: 'Torn hem' }, now)
  else {
    const expected = whyNotDeliver(model, rental, name)
    const answered = await steps[name](world.db, who, on, now)
    if (expected) same('delivering', wordOf(answered), expected)
  }
  takeStep(model, rental, name, cents, on.today)
  return [rental.renter]
}

/** An admin undoes the last step of a rental, or reduces the amount withheld from its deposit. */
export const correctOne: Action = async (play) => {
  const { world, model, random } = play
  const rental = random.one(model.rentals.slice(-12))
  if (!rental) return null
  const { rentalId, ...on } = { rentalId: rental.id, origin: ORIGIN }
  const now = world.clock.now()
  if (rental.withheld > 0 && random.oneIn(2)) {
    const cents = random.oneIn(3) ? 0 : random.between(0, rental.withheld)
    note(play, `an admin keeps ${cents} cents for rental ${rentalId}`)
    const answered = await reduceWithheld(world.db, world.admin, { ...on, rentalId, cents }, now)
    same('reducing', wordOf(answered), reduce(model, rental, cents))
    return [rental.renter]
  }
  note(play, `an admin takes back the last step of rental ${rentalId} (${rental.state})`)
  const correction = UNDO[rental.state]
  const answered = await correct(world.db, world.admin, { ...on, rentalId, correction }, now)
  same('correcting', wordOf(answered), corrected(model, rental))
  return [rental.renter]
}

const UNDO = {
  pending: 'undo-accept',
  confirmed: 'undo-accept',
  out: 'undo-deliver',
  late: 'undo-late',
  back: 'undo-return',
  cancelled: 'reopen',
  completed: 'undo-review',
} as const

/** The renter is asked whether it was delivered, and confirms. */
export const answerDelivery: Action = async (play) => {
  const { world, model, random } = play
  const late = model.rentals.filter(({ state, end }) => state === 'confirmed' && end < today(play))
  const rental = random.one(random.oneIn(4) ? model.rentals.slice(-10) : late)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  note(play, `the renter of rental ${rental.id} (${rental.state}) says that it was delivered`)
  const on = { rentalId: rental.id, origin: ORIGIN, today: today(play) }
  const answered = await confirmDelivery(world.db, renter, on, world.clock.now())
  same('answering', wordOf(answered), confirmed(model, rental, on.today))
  return [rental.renter]
}

export const cancelOne: Action = async (play) => {
  const { world, model, random } = play
  const rental = random.one(model.rentals.slice(-10))
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  const byShopper = random.oneIn(2)
  note(play, `rental ${rental.id} is cancelled by ${byShopper ? 'its renter' : 'an admin'}`)
  const what = { rentalId: rental.id, origin: ORIGIN }
  await cancelRental(world.db, byShopper ? renter : world.admin, what, world.clock.now())
  cancel(model, rental, byShopper ? 'shopper' : 'other')
  return [rental.renter]
}

export const requestDepositRefund: Action = async (play: Play) => {
  const { world, model } = play
  const shopper = someoneWho(play, ({ id }) => {
    const deposit = liveDeposit(model, id)
    return deposit !== undefined && openRentals(model, deposit) === 0
  })
  note(play, `${shopper.fullName} asks the deposit back`)
  const answered = await requestRefund(world.db, shopper, world.clock.now())
  same('asking back', wordOf(answered), requestRefundOfDeposit(model, shopper.id))
  return [shopper.id]
}
