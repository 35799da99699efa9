import { blockDates, freeDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import { setPaused } from '#domain/catalogue/items/listing/listing.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, eachDay, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isLive, overlap } from './model/calendar.ts'
import { pause, resume } from './model/lending.ts'
import { count, type Item } from './model/state.ts'
import { isWaitedFor, markDue, offerFreed } from './model/waitlist.ts'
import { cancel, inTheWayOf } from './renting.ts'
import { type Action, expectOutcome, note, type Simulation, today } from './simulation.ts'

// Closets block days of an item or pause it, and undo that again.

export function closetOf({ world }: Simulation, item: Item): ClosetOwner | undefined {
  const owner = world.items.find(({ id }) => id === item.id)?.business_id
  return world.closets.find(({ id }) => id === owner)
}

export const blockSomeDays: Action = async (play) => {
  const { world, model, random } = play
  const offer = random.oneIn(3) ? random.one(model.entries.filter((one) => one.offer)) : undefined
  const rental = random.oneIn(4) ? random.one(model.rentals.filter(isLive)) : undefined
  const item = offer?.item ?? rental?.item ?? random.one(model.items)
  const closet = item && closetOf(play, item)
  if (!item || !closet) return null
  const date = today(play)
  const first = random.oneIn(15) ? addDays(date, -1) : addDays(date, random.between(0, 30))
  const start = parseCalendarDate(offer?.start ?? rental?.end) ?? first
  const end = addDays(start, random.oneIn(15) ? -1 : random.between(0, 3))
  note(play, `days of ${item.id} from ${start} to ${end} are blocked`)
  const days = { start, end }
  const ask = { itemId: item.id, ...days }
  const isRented = model.rentals.some(
    (one) => one.item === item && isLive(one) && overlap(one, days),
  )
  const isOffered = model.entries.some(
    (one) => one.item === item && one.offer && overlap(one, days),
  )
  const invalid = end < start ? 'dates-invalid' : start < date ? 'dates-past' : null
  const taken = isRented ? 'dates-rented' : isOffered ? 'dates-offered' : 'done'
  const expected = invalid ?? taken
  expectOutcome(
    play,
    'block',
    await blockDates(world.db, closet, ask, world.clock.now(), date),
    expected,
  )
  if (expected === 'done') for (const day of eachDay(start, end)) item.blocked.add(day)
  return []
}

export const openBlockedDays: Action = async (play) => {
  const { world, model, random } = play
  const item = random.one(model.items.filter(({ blocked }) => blocked.size > 0))
  const closet = item && closetOf(play, item)
  const start = parseCalendarDate(random.one([...(item?.blocked ?? [])]))
  if (!item || !closet || !start) return null
  const end = addDays(start, random.between(0, 3))
  note(play, `days of ${item.id} from ${start} to ${end} are open again`)
  const ask = { itemId: item.id, start, end }
  expectOutcome(play, 'unblock', await freeDates(world.db, closet, ask, world.clock.now()), 'done')
  for (const day of eachDay(start, end)) item.blocked.delete(day)
  offerFreed(model, item, 'unblocking')
  return 'everybody'
}

export const pauseOrResume: Action = async (play) => {
  const { world, model, random } = play
  const lent = model.items.filter(({ id }) => id !== world.pausedItem.id)
  const paused = lent.filter((one) => one.paused)
  const waitedFor = model.items.filter((one) => !one.paused && isWaitedFor(model, one))
  const others = random.oneIn(2) ? waitedFor : lent
  const item = random.one(random.oneIn(3) || paused.length > 2 ? paused : others)
  const closet = item && closetOf(play, item)
  if (!item || !closet) return null
  if (item.paused && random.oneIn(3)) return await resumeAll(play, closet)
  note(play, `${item.id} is ${item.paused ? 'resumed' : 'paused'}`)
  const ask = { itemId: item.id, paused: !item.paused }
  const move = item.paused ? 'resume' : 'pause'
  expectOutcome(play, move, await setPaused(world.db, closet, ask, world.clock.now()), 'done')
  if (item.paused) resume(model, item)
  else {
    pause(model, item)
    const waiting = model.entries.filter((one) => one.item === item && one.status === 'waiting')
    const [rental] = inTheWayOf(play, waiting)
    if (rental && !random.oneIn(3)) return await cancel(play, rental, null)
  }
  return 'everybody'
}

/** Resumes many items at once: waitlist entries become due, and a job makes the offers. */
async function resumeAll(play: Simulation, closet: ClosetOwner) {
  const { world, model } = play
  const own = model.items.filter((one) => one.paused && closetOf(play, one) === closet)
  note(play, `all ${own.length} paused items of ${closet.fullName} are resumed`)
  const ids = own.map(({ id }) => id)
  const now = world.clock.now()
  const answered = await changeMany(world.db, closet, { ids }, { kind: 'resume' }, now)
  expectOutcome(play, 'resume many', answered, 'done')
  for (const item of own) item.paused = false
  markDue(model, own)
  count(model, 'items resumed together', own.length)
  return 'everybody' as const
}
