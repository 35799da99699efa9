import { sql } from 'kysely'
import type { PersonId } from '#db/ids.ts'
import { rentableOn, rentedDays } from '#domain/booking/calendar/calendar.ts'
import { addDays, type CalendarDate, eachDay } from '#domain/shared/time/calendar-date.ts'
import {
  type Days,
  dayAfter,
  daysHeldBy,
  daysHeldMore,
  daysOffered,
  hasRoom,
  isAvailable,
  isFree,
} from './model/calendar.ts'
import type { Entry, Item } from './model/state.ts'
import { type Simulation, same, today } from './simulation.ts'

export async function compareAvailability({ world, model }: Simulation): Promise<void> {
  const rows = await world.db
    .selectFrom('clothing_items')
    .select(['id', 'available', 'deleted_at'])
    .execute()
  for (const { id, available, deleted_at } of rows) {
    const item = model.items.find((one) => one.id === id)
    if (!item) continue
    same(`whether item ${id} is available`, available, isAvailable(model, item))
    same(`whether item ${id} is retired`, deleted_at !== null, item.retired)
  }
}

/** Compares the database function, the query condition and the model for some days of an item. */
export async function compareSomeDays(play: Simulation): Promise<void> {
  const { world, model, random } = play
  const item = random.one(model.items)
  if (!item) return
  const shopper = someViewer(play, item)
  const date = today(play)
  const start = addDays(date, random.between(0, 50))
  const end = addDays(start, random.between(0, 12))
  const free = await world.db
    .selectFrom('clothing_items as i')
    .select(rentableOn('i', { start, end }, date, shopper).as('inStatement'))
    .select(
      sql<boolean>`check_item_availability(i.id, ${start}::date, ${end}::date, ${date}::date,
        ${shopper}::uuid)`.as('inDatabase'),
    )
    .where('i.id', '=', item.id)
    .executeTakeFirstOrThrow()
  const expected = isFree(model, item, { start, end }, date, shopper)
  same(
    `${item.id} on ${start} to ${end} in a statement`,
    free.inStatement,
    !item.paused && expected,
  )
  same(`${item.id} on ${start} to ${end} in the database`, free.inDatabase, expected)
}

/** Compares the booked periods of rentals and offers. */
export async function comparePeriods({ world, model }: Simulation): Promise<void> {
  const rows = await world.db
    .selectFrom('booked_periods')
    .select(['item_id', 'rental_id', 'waitlist_entry_id', 'proposed_by', 'period'])
    .execute()
  const stored = rows.map((row) =>
    [
      row.item_id,
      row.rental_id ?? row.waitlist_entry_id ?? `${row.proposed_by} more`,
      row.period,
    ].join(' '),
  )
  const line = (one: { readonly id: string; readonly item: Item }, held: Days | null) =>
    held ? [`${one.item.id} ${one.id} [${held.start},${dayAfter(held.end, 1)})`] : []
  const expected = [
    ...model.rentals.flatMap((one) => line(one, daysHeldBy(one))),
    ...model.rentals.flatMap((one) =>
      daysHeldMore(one).flatMap((days) => line({ ...one, id: `${one.id} more` }, days)),
    ),
    ...model.entries.flatMap((one) => line(one, daysOffered(one))),
  ]
  expectSameLines('the booked periods', stored, expected)
}

/** Compares all waitlist entries, or `only` the open ones. */
export async function compareWaitlists({ world, model }: Simulation, only?: 'open'): Promise<void> {
  let entries = world.db
    .selectFrom('waitlist_entries')
    .select(['id', 'status', 'start_date', 'end_date', 'offer_expires_at', 'due_since'])
  if (only) entries = entries.where('status', 'in', ['waiting', 'offered'])
  const isOpen = ({ status }: Entry) => status === 'waiting' || status === 'offered'
  const instant = (at: Date | number | null | undefined) => (at ? Number(at) : null)
  const rows = await entries.execute()
  expectSameLines(
    'the waitlists',
    rows.map((one) =>
      [
        ...[one.id, one.status, one.start_date, one.end_date],
        ...[instant(one.offer_expires_at), instant(one.due_since)],
      ].join(' '),
    ),
    model.entries
      .filter((one) => !only || isOpen(one))
      .map((one) =>
        [
          ...[one.id, one.status, one.start, one.end],
          ...[instant(one.offer?.endsAt), instant(one.dueSince)],
        ].join(' '),
      ),
  )
}

export function expectSameLines(
  what: string,
  stored: readonly string[],
  expected: readonly string[],
): void {
  const only = (some: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return some.filter((one) => !known.has(one)).toSorted()
  }
  const [is, shouldBe] = [only(stored, expected), only(expected, stored)]
  if (is.length + shouldBe.length > 0 || stored.length !== expected.length)
    throw new Error(`${what} differ: ${JSON.stringify({ is, shouldBe }, null, 1)}`)
}

/** Compares the days that each item's page shows as taken to a person or a visitor. */
export async function compareCalendars(play: Simulation): Promise<void> {
  for (const item of play.model.items) await compareDays(play, item)
}

async function compareDays(play: Simulation, item: Item): Promise<void> {
  const { world, model } = play
  const shopper = someViewer(play, item)
  const from = today(play)
  const to = addDays(from, 70)
  const { days } = await world.db
    .selectFrom('clothing_items as i')
    .select(
      sql<CalendarDate[]>`array(${rentedDays('i', { from, to, today: from, shopper })})`.as('days'),
    )
    .where('i.id', '=', item.id)
    .executeTakeFirstOrThrow()
  const taken = eachDay(from, to).filter(
    (day) => !hasRoom(model, item, { start: day, end: day }, from, shopper),
  )
  same(`the taken days of ${item.id}`, days.toSorted().join(), taken.join())
}

/** A visitor, any person, or a person with an offer for the item. */
function someViewer({ world, model, random }: Simulation, item: Item): PersonId | null {
  const offer = random.one(model.entries.filter((one) => one.item === item && one.offer))
  if (offer && random.oneIn(2)) return offer.shopper
  return random.oneIn(2) ? null : (random.one(world.people)?.id ?? null)
}
