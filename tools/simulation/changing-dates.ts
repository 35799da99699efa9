import {
  acceptDates,
  keepDates,
  withdrawDates,
} from '#domain/booking/rentals/dates/answer-dates.ts'
import { changeDates } from '#domain/booking/rentals/dates/change-dates.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { answerDates, changeDates as changed, withdrawDates as withdrawn } from './model/dates.ts'
import { isAcceptedAtOnce } from './model/rentals.ts'
import type { Rental } from './model/state.ts'
import {
  type Action,
  expectOutcome,
  note,
  type Simulation,
  TIME_ZONE,
  type Touched,
  today,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

/** A renter wants other dates. */
export const changeOne: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const open = model.rentals.filter(
    ({ state, end }) => (state === 'pending' || state === 'confirmed') && end >= date,
  )
  // Its closet has to answer: rarer than requests and rentals that move at once.
  const confirmed = open.filter((one) => one.state === 'confirmed' && !isAcceptedAtOnce(model, one))
  const proposed = confirmed.filter((one) => one.proposed)
  const rare = proposed.length > 0 && random.oneIn(4) ? proposed : confirmed
  const likely = rare.length > 0 && !random.oneIn(4) ? rare : open
  const rental = random.one(random.oneIn(8) ? model.rentals.slice(-10) : likely)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  const first = parseCalendarDate(rental?.start)
  const last = parseCalendarDate(rental?.end)
  if (!rental || !renter || !first || !last) return null
  const isSame = random.oneIn(12)
  const start = isSame ? first : addDays(first, random.between(-4, 9))
  const end = isSame ? last : addDays(start, random.between(0, 16))
  note(play, `the dates of rental ${rental.id} (${rental.state}) change to ${start}–${end}`)
  const on = { rentalId: rental.id, start, end, requestKey: newId(), origin: ORIGIN }
  const expected = changed(model, rental, { start, end }, date)
  const answered = await changeDates(world.db, renter, on, world.clock.now(), date, TIME_ZONE)
  expectOutcome(play, 'change dates', answered, expected)
  // Most proposals wait for days, and few are left then.
  if (rental.proposed && random.oneIn(2)) await answer(play, rental)
  return [rental.renter]
}

/** The closet or an admin answers, or the renter withdraws. */
export const answerOne: Action = async (play) => {
  const { model, random } = play
  const proposed = model.rentals.filter((one) => one.proposed)
  const rental = random.one(random.oneIn(8) ? model.rentals.slice(-10) : proposed)
  return rental ? await answer(play, rental) : null
}

async function answer(play: Simulation, rental: Rental): Promise<Touched> {
  const { world, model, random } = play
  const renter = world.people.find(({ id }) => id === rental.renter)
  if (!renter) return null
  const now = world.clock.now()
  const on = { rentalId: rental.id, origin: ORIGIN }
  if (random.oneIn(5)) {
    note(play, `the renter of rental ${rental.id} keeps its dates`)
    const answered = await withdrawDates(world.db, renter, on, now)
    expectOutcome(play, 'withdraw dates', answered, withdrawn(model, rental, renter.id))
    return [rental.renter]
  }
  const owner = world.items.find(({ id }) => id === rental.item.id)?.business_id
  const who = world.closets.find(({ id }) => id === owner) ?? world.admin
  const { proposal_key: key } = await world.db
    .selectFrom('rentals')
    .select('proposal_key')
    .where('id', '=', rental.id)
    .executeTakeFirstOrThrow()
  const isCurrent = key !== null && !random.oneIn(8)
  const proposal = isCurrent ? key : newId()
  const given = random.oneIn(3) ? 'keep dates' : 'accept dates'
  note(play, `${given} of rental ${rental.id}`)
  const act = given === 'keep dates' ? keepDates : acceptDates
  const answered = await act(world.db, who, { ...on, proposal }, now)
  expectOutcome(play, given, answered, answerDates(model, rental, given, isCurrent))
  return [rental.renter]
}
