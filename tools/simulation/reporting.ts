import { addConditionReport } from '#domain/booking/rentals/records/condition-reports.ts'
import { isLive } from './model/calendar.ts'
import { addReport, mayReport } from './model/reports.ts'
import { type Action, expectOutcome, note, someone, today } from './simulation.ts'

/** One side reports an item's condition, usually while it can and sometimes twice at once. */
export const reportOne: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const step = random.pick(['delivery', 'return'] as const)
  const byRenter = random.oneIn(2)
  const open = model.rentals.filter((one) =>
    mayReport(model, one, { by: byRenter ? one.renter : one.item.lister, step }, date),
  )
  const some = random.oneIn(5) ? model.rentals.filter(isLive).slice(-12) : open
  const rental = random.one(some)
  if (!rental) return null
  const by = byRenter ? rental.renter : rental.item.lister
  const own = [...world.people, ...world.closets, world.admin].find(({ id }) => id === by)
  const strangers = [someone(play), world.otherAdmin, random.pick(world.closets)]
  const who = (random.oneIn(12) ? random.one(strangers) : own) ?? world.otherAdmin
  const words = random.oneIn(12) ? ' ' : 'A loose button.'
  note(play, `${who.id} reports on the ${step} of rental ${rental.id} (${rental.state})`)
  const report = { rentalId: rental.id, step, note: words, imageIds: [], today: date }
  const answer = () => addConditionReport(world.db, who, report, world.clock.now())
  const answers = random.oneIn(4) ? await Promise.all([answer(), answer()]) : [await answer()]
  const [first, ...others] = answers.toSorted((a, b) => Number(b.ok) - Number(a.ok))
  const expect = () => addReport(model, rental, { by: who.id, step, words }, date)
  if (first) expectOutcome(play, 'report condition', first, expect())
  for (const one of others) expectOutcome(play, 'report condition again', one, expect())
  return [rental.renter]
}
