import { addDays } from '#domain/shared/time/calendar-date.ts'
import { buy } from './buying.ts'
import { isFree } from './model/calendar.ts'
import { isBarred, liveDeposit } from './model/deposits.ts'
import { instantOf } from './model/local-time.ts'
import { balanceOf } from './model/lots.ts'
import { pass } from './model/provider.ts'
import { costOf } from './model/rentals.ts'
import type { Item } from './model/state.ts'
import { rent } from './renting.ts'
import { answerRisk, sendItBack, watchLate } from './returning-late.ts'
import { type Action, type Simulation, today } from './simulation.ts'
import { takeOne, undoLast } from './stepping.ts'

/** An item is due today and rented next by another person, but it is not returned. */
export const causeLateReturn: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const free = model.items.filter(
    (one) =>
      one.advanceBooking &&
      !one.paused &&
      !one.retired &&
      !one.isHighValue &&
      isFree(model, one, { start: date, end: date }, date),
  )
  const item = random.one(free)
  const first = item && (await solventShopper(play, item))
  if (!item || !first) return null
  const before = model.rentals.length
  await rent(play, first, item, { start: date, end: date })
  const late = model.rentals[before]
  const next = late && (await solventShopper(play, item))
  if (!late || !next) return 'everybody'
  await takeOne(play, late, 'deliver')
  const start = addDays(date, 1 + item.turnaroundDays + random.between(0, 1))
  await rent(play, next, item, { start, end: addDays(start, random.between(0, 3)) })
  const at = instantOf(addDays(date, 1), random.between(3, 16))
  world.clock.advance({ seconds: Math.ceil((at - model.now) / 1000) })
  pass(model, world.clock.now().getTime())
  if (random.oneIn(3)) await sendItBack(play, late, first)
  await watchLate(play)
  const then = random.pick(['answered', 'returned', 'sent back', 'undone', 'nothing'] as const)
  if (then === 'answered') await answerRisk(play)
  if (then === 'returned') await takeOne(play, late, 'return')
  if (then === 'sent back') await sendItBack(play, late, first)
  if (then === 'undone') {
    await undoLast(play, late)
    await watchLate(play)
  }
  return 'everybody'
}

/** A person with a usable deposit, who buys a pack first if they have too few credits. */
export async function solventShopper(play: Simulation, item: Item) {
  const { world, model, random } = play
  const person = random.one(
    world.people.filter(({ id }) => {
      const deposit = liveDeposit(model, id)
      return deposit !== undefined && !isBarred(deposit)
    }),
  )
  if (person && balanceOf(model, person.id) < costOf(item, 1))
    await buy(play, person, 'one_time', 'visa')
  return person
}
