import type { RentalId } from '#db/ids.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'

/** Rentals that end on November 20 and are not returned, and the next rentals of their items. */
export async function lateRentals() {
  const { db, pool, made } = await testDatabase()
  const timeZone = 'America/New_York'
  const origin = 'https://shop.example'
  const evening = '2026-11-20T15:00:00Z'
  const clock = testClock(evening)

  const todayIs = () => calendarDateIn(timeZone, clock.now())
  const start = todayIs()
  const watch = async () =>
    await updateRentalsAtRisk(db, { now: clock.now(), today: todayIs(), origin, timeZone })
  const rentalOf = (id: RentalId) =>
    db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const eventsOf = (id: string) => rentalEvents(pool, id)
  const linesOf = (id: RentalId) =>
    readRows(db, 'audit_log', ['action', 'actor_id', 'before', 'after'], { noun_id: id }, 'id')

  /** The next rental starts `next` days later; both cost 14 credits. Resets the clock. */
  async function booked(next = 4, turnaround_days = 0) {
    clock.set(evening)
    const closet = await made.closet()
    const item = await made.item({ closet, advance_booking: true, turnaround_days })
    const lateRenter = await made.shopper({ full_name: 'Ann Lee' })
    const renter = await made.shopper({ full_name: 'Mia Moss' })
    const first = { item, renter: lateRenter, status: 'delivered', createdAt: clock.now() } as const
    const late = await made.rental({ ...first, start: addDays(start, -6) })
    const following = { item, renter, status: 'confirmed', createdAt: clock.now() } as const
    const { id } = await made.rental({ ...following, start: addDays(start, next) })
    const on = { rentalId: late.id, origin }
    return { closet, item, lateRenter, renter, late, id, on }
  }

  return {
    ...{ db, pool, made, clock, timeZone, origin, start, todayIs },
    ...{ watch, rentalOf, eventsOf, linesOf, booked },
  }
}
