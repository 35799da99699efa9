import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { sendBack } from '#domain/booking/rentals/changes/send-back.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { findReplacements } from '#domain/booking/rentals/records/replacements.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { isOut } from './model/calendar.ts'
import { correct as corrected } from './model/corrections.ts'
import { sendBack as sentBack, updateRentalsAtRisk as watched } from './model/late-returns.ts'
import { count, type Rental } from './model/state.ts'
import { choices, letDownOf, swap, whyNotSwap } from './model/swaps.ts'
import { cancel } from './renting.ts'
import {
  type Action,
  expectOutcome,
  note,
  type Simulation,
  same,
  TIME_ZONE,
  today,
} from './simulation.ts'
import { takeOne, undoLast } from './stepping.ts'
import { joinForLastDay } from './waiting.ts'
import { ORIGIN } from './world.ts'

const UNDO_MS = 15 * 60_000

/** A renter sends an item back and sometimes undoes that. */
export const sendOneBack: Action = async (play) => {
  const { world, model, random } = play
  const out = model.rentals.filter(isOut)
  const awaited = out.filter((one) => model.rentals.some(({ atRisk }) => atRisk?.from === one))
  const some = awaited.length > 0 && !random.oneIn(5) ? awaited : out
  const over = model.rentals.filter(({ state }) => state === 'back' || state === 'completed')
  const others = random.oneIn(2) ? over : model.rentals.slice(-12)
  const rental = random.one(random.oneIn(5) ? others : some)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  if (isOut(rental) && rental.sentBackAt !== null && random.oneIn(2))
    return await undoSendBack(play, rental)
  await sendItBack(play, rental, renter)
  if (rental.sentBackAt === model.now && random.oneIn(4)) return await undoSendBack(play, rental)
  return [rental.renter]
}

/** Sends an item back; sometimes another person tries to. */
export async function sendItBack(play: Simulation, rental: Rental, renter: Shopper): Promise<void> {
  const { world, model, random } = play
  const who = random.oneIn(12) ? (random.one(world.people) ?? renter) : renter
  note(play, `${who.fullName} sends back rental ${rental.id} (${rental.state})`)
  const words = { tracking: random.oneIn(2) ? '1Z 999' : '', note: '', imageIds: [] }
  const on = { rentalId: rental.id, origin: ORIGIN, today: today(play), ...words }
  const answered = await sendBack(world.db, who, on, world.clock.now())
  expectOutcome(
    play,
    'send back',
    answered,
    who === renter ? sentBack(model, rental) : 'rental-not-found',
  )
}

/** Undoes sending back, which is possible for 15 minutes. */
async function undoSendBack(play: Simulation, rental: Rental) {
  const { world, model } = play
  const renter = world.people.find(({ id }) => id === rental.renter)
  if (!renter) return null
  note(play, `the renter of rental ${rental.id} did not send it back`)
  const isOpen = model.now < (rental.sentBackAt ?? 0) + UNDO_MS
  const on = { rentalId: rental.id, origin: ORIGIN, correction: 'undo-send-back' } as const
  const answered = await correct(world.db, renter, on, world.clock.now())
  const expected = isOpen ? corrected(model, rental) : 'undo-too-late'
  expectOutcome(play, 'undo-send-back by the renter', answered, expected)
  return [rental.renter]
}

/** The hourly job. Some renters react as soon as their rental is at risk. */
export const watchLate: Action = async (play) => {
  const { db, clock } = play.world
  note(play, 'late returns are watched')
  const at = { now: clock.now(), today: today(play), origin: ORIGIN, timeZone: TIME_ZONE }
  await updateRentalsAtRisk(db, at)
  watched(play.model)
  const { now } = play.model
  const rental = play.random.one(play.model.rentals.filter(({ atRisk }) => atRisk?.since === now))
  if (rental && !play.random.oneIn(3)) {
    if (play.random.oneIn(2)) await joinForLastDay(play, rental)
    await swapOne(play, rental)
  }
  return 'everybody'
}

/** A renter who was let down takes another item; one whose rental is at risk also waits or cancels. */
export const answerRisk: Action = async (play) => {
  const { world, model, random } = play
  const letDown = model.rentals.filter((one) => letDownOf(model, one, today(play)))
  const atRisk = letDown.filter((one) => one.atRisk)
  const some = atRisk.length > 0 && !random.oneIn(3) ? atRisk : letDown
  const rental = random.one(random.oneIn(8) ? model.rentals.slice(-10) : some)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  if (letDownOf(model, rental, today(play)) === 'at-risk' && random.oneIn(4)) {
    note(play, `the renter of rental ${rental.id} waits`)
    count(model, 'wait while at risk')
    return []
  }
  if (rental.atRisk && random.oneIn(4)) return await cancel(play, rental, renter)
  return await swapOne(play, rental)
}

async function swapOne(play: Simulation, rental: Rental) {
  const { world, model, random } = play
  const renter = world.people.find(({ id }) => id === rental.renter)
  if (!renter) return null
  const offered = choices(model, rental, today(play))
  const on = { rentalId: rental.id, requestKey: newId(), origin: ORIGIN }
  const now = world.clock.now()
  const found = await findReplacements(world.db, renter, rental.id, now, today(play))
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).join()
  same(`the choices for rental ${rental.id}`, ids(found?.choices ?? []), ids(offered))
  if (offered.length === 6) count(model, 'six choices')
  const item = random.one(random.oneIn(6) ? model.items : offered) ?? random.one(model.items)
  if (!item) return null
  note(play, `rental ${rental.id} (${rental.state}) is swapped for ${item.id}`)
  const expected = whyNotSwap(model, rental, item, today(play))
  const answer = () =>
    swapRental(world.db, renter, { ...on, itemId: item.id }, now, today(play), TIME_ZONE)
  const [answered, again] = random.oneIn(expected === 'done' ? 2 : 4)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  expectOutcome(play, 'swap', answered, expected)
  if (again) expectOutcome(play, 'swap again', again, expected)
  if (answered.ok) swap(model, rental, item, { id: answered.value.rentalId, today: today(play) })
  return [rental.renter]
}

/**
 * A swapped rental is cancelled: goodwill that paid for it is gone until an admin reopens the
 * rental.
 */
export const cancelSwapped: Action = async (play) => {
  const { world, model, random } = play
  const swapped = model.rentals.flatMap(({ swappedFor: other }) => (other ? [other] : []))
  const rental = random.one(swapped.filter(({ state }) => state === 'pending'))
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return null
  if (random.oneIn(3)) {
    await takeOne(play, rental, 'fail delivery')
    await undoLast(play, rental)
    return [rental.renter]
  }
  count(model, 'canceled after a swap')
  return await cancel(play, rental, random.oneIn(3) ? null : renter)
}
