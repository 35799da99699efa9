import { addHoliday, removeHoliday } from '#domain/catalogue/items/listing/holidays.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { closetOf } from './closing-days.ts'
import { type Days, overlap } from './model/calendar.ts'
import { count, type Item } from './model/state.ts'
import { markDue } from './model/waitlist.ts'
import { type Action, expectOutcome, note, type Simulation, today } from './simulation.ts'

// Closets add holidays, even when items are rented on those days, and remove them again.

export const addOneHoliday: Action = async (play) => {
  const { world, model, random } = play
  const offer = random.oneIn(3) ? random.one(model.entries.filter((one) => one.offer)) : undefined
  const item = offer?.item ?? random.one(model.items.filter(({ retired }) => !retired))
  const closet = item && closetOf(play, item)
  if (!item || !closet || item.retired) return null
  const date = today(play)
  const other = random.oneIn(3)
    ? model.holidays.find(({ lister }) => lister === closet.id)
    : undefined
  const from = addDays(date, random.oneIn(15) ? -1 : random.between(0, 30))
  const start = parseCalendarDate(offer?.start ?? other?.start) ?? from
  const end = addDays(start, random.oneIn(15) ? -1 : random.between(0, 2))
  const days = { start, end }
  note(play, `${closet.fullName} has a holiday from ${start} to ${end}`)
  const expected = whyNot(play, item, days, date)
  const add = (confirmed: string | null) =>
    addHoliday(world.db, closet, { ...days, confirmed }, world.clock.now(), date)
  const first = await add(null)
  const isConfirmed = !first.ok && first.problem.reason === 'has-rentals'
  const outcome = isConfirmed ? await add(first.problem.seen) : first
  expectOutcome(play, 'add holiday', outcome, expected)
  if (outcome.ok) model.holidays.push({ id: outcome.value.holidayId, lister: closet.id, ...days })
  return []
}

function whyNot({ model }: Simulation, { lister }: Item, days: Days, date: string): string {
  if (days.end < days.start) return 'dates-invalid'
  if (days.start < date) return 'dates-past'
  if (model.holidays.some((one) => one.lister === lister && overlap(one, days))) return 'overlaps'
  const isOffered = model.entries.some(
    (one) => one.item.lister === lister && one.offer && overlap(one, days),
  )
  return isOffered ? 'dates-offered' : 'done'
}

/** A closet removes its holiday, or another closet tries to and does not find it. */
export const removeOneHoliday: Action = async (play) => {
  const { world, model, random } = play
  const holiday = random.one(model.holidays)
  const closet = random.oneIn(8)
    ? random.one(world.closets)
    : world.closets.find(({ id }) => id === holiday?.lister)
  if (!holiday || !closet) return null
  note(play, `${closet.fullName} removes the holiday from ${holiday.start} to ${holiday.end}`)
  const isOwn = closet.id === holiday.lister
  const outcome = await removeHoliday(world.db, closet, holiday.id, world.clock.now())
  expectOutcome(play, 'remove holiday', outcome, isOwn ? 'done' : 'holiday-not-found')
  if (!isOwn) return []
  model.holidays.splice(model.holidays.indexOf(holiday), 1)
  const own = model.items.filter(({ lister }) => lister === holiday.lister)
  const isWaited = model.entries.some(
    (one) => one.status === 'waiting' && own.includes(one.item) && overlap(one, holiday),
  )
  if (isWaited) count(model, 'waited for a holiday to end')
  markDue(model, own, holiday)
  return 'everybody'
}
