import { sql } from 'kysely'
import { freeOn, rentedDays } from '#domain/calendar/calendar.ts'
import { addDays, type CalendarDate, eachDay } from '#domain/shared/calendar-date.ts'
import { dayAfter, daysHeldBy, hasRoom, isAvailable, isLive } from './model/calendar.ts'
import type { Item } from './model/state.ts'
import { type Play, same, today } from './play.ts'

export async function compareAvailability({ world, model }: Play): Promise<void> {
  const rows = await world.db.selectFrom('clothing_items').select(['id', 'available']).execute()
  for (const { id, available } of rows) {
    const item = model.items.find((one) => one.id === id)
    if (item) same(`whether item ${id} is available`, available, isAvailable(model, item))
  }
}

/** The database's function, the condition of statements and the model agree on some days of an item. */
export async function compareSomeDays(play: Play): Promise<void> {
  const { world, model, random } = play
  const item = random.one(model.items)
  if (!item) return
  const date = today(play)
  const start = addDays(date, random.between(0, 50))
  const end = addDays(start, random.between(0, 12))
  const free = await world.db
    .selectFrom('clothing_items as i')
    .select(freeOn('i', { start, end }, date).as('inStatement'))
    .select(
      sql<boolean>`check_item_availability(i.id, ${start}::date, ${end}::date, ${date}::date)`.as(
        'inDatabase',
      ),
    )
    .where('i.id', '=', item.id)
    .executeTakeFirstOrThrow()
  const expected = isAvailable(model, item) && hasRoom(model, item, { start, end }, date)
  same(`${item.id} on ${start} to ${end} in a statement`, free.inStatement, expected)
  same(`${item.id} on ${start} to ${end} in the database`, free.inDatabase, expected)
}

/** The booked periods of each item, and the days that its page shows as taken. */
export async function compareCalendars(play: Play): Promise<void> {
  for (const item of play.model.items) {
    await comparePeriods(play, item)
    await compareDays(play, item)
  }
}

/** Past periods of completed rentals may be gone. */
async function comparePeriods(play: Play, item: Item): Promise<void> {
  const { world, model } = play
  const date = today(play)
  const rows = await world.db
    .selectFrom('booked_periods')
    .select(['rental_id', 'period'])
    .where('item_id', '=', item.id)
    .execute()
  const stored = new Map(rows.map(({ rental_id, period }) => [rental_id, period]))
  const held = model.rentals.filter((rental) => rental.item === item)
  for (const rental of held) {
    const days = daysHeldBy(rental)
    const period = days && `[${days.start},${dayAfter(days.end, 1)})`
    const isPast = days !== null && !isLive(rental) && days.end < date
    if (isPast && !stored.has(rental.id)) continue
    same(`the days that rental ${rental.id} holds`, stored.get(rental.id) ?? null, period)
  }
}

async function compareDays(play: Play, item: Item): Promise<void> {
  const { world, model } = play
  const from = today(play)
  const to = addDays(from, 70)
  const { days } = await world.db
    .selectFrom('clothing_items as i')
    .select(sql<CalendarDate[]>`array(${rentedDays('i', { from, to, today: from })})`.as('days'))
    .where('i.id', '=', item.id)
    .executeTakeFirstOrThrow()
  const taken = eachDay(from, to).filter(
    (day) => !hasRoom(model, item, { start: day, end: day }, from),
  )
  same(`the taken days of ${item.id}`, days.toSorted().join(), taken.join())
}
