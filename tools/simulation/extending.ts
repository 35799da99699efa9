import { extendRental } from '#domain/booking/rentals/changes/extend-rental.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import { isLive, isOut } from './model/calendar.ts'
import { extend } from './model/extensions.ts'
import { type Action, expectOutcome, note, today } from './simulation.ts'
import { ORIGIN } from './world.ts'

/** A renter extends a rental; sometimes the form is posted twice at once. */
export const extendOne: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const open = model.rentals.filter(
    ({ state, end }) => ['pending', 'confirmed', 'out'].includes(state) && end >= date,
  )
  const isOver = random.oneIn(2) ? model.rentals.filter(isOut) : model.rentals.slice(-10)
  const paused = open.filter(({ item }) => item.paused)
  const followed = open.filter((one) =>
    model.rentals.some((next) => next.item === one.item && isLive(next) && next.start > one.end),
  )
  const rarer = random.oneIn(2) ? paused : followed
  const likely = rarer.length > 0 && random.oneIn(2) ? rarer : open
  const rental = random.one(random.oneIn(5) ? isOver : likely)
  const renter = world.people.find(({ id }) => id === rental?.renter)
  const [start, lastDay] = [parseCalendarDate(rental?.start), parseCalendarDate(rental?.end)]
  if (!rental || !renter || !start || !lastDay) return null
  const odd = random.oneIn(2) ? random.between(-3, -1) : random.between(80, 95)
  const end = addDays(lastDay, random.oneIn(8) ? odd : random.between(1, 12))
  note(play, `rental ${rental.id} (${rental.state}) is extended from ${lastDay} to ${end}`)
  const input = { rentalId: rental.id, end, requestKey: newId(), origin: ORIGIN }
  const answer = () => extendRental(world.db, renter, input, world.clock.now(), date)
  const days = end < start ? 0 : totalDaysOf(start, end)
  const expected = extend(model, rental, { end, days }, date)
  const [answered, again] = random.oneIn(3)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  expectOutcome(play, 'extend', answered, expected)
  if (again) expectOutcome(play, 'extend again', again, expected)
  return [rental.renter]
}
