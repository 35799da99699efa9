import { expect } from 'vitest'
import type { ItemId, RentalId } from '#db/ids.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'

/** Rentals at the stage that a test needs. */
export async function lentRentals() {
  const { db, pool, made } = await testDatabase()
  const now = new Date('2026-11-20T15:00:00Z')
  const origin = 'https://shop.example'
  const ok = { ok: true, value: null }

  function dayAfter(text: string): CalendarDate {
    const date = parseCalendarDate(text)
    if (!date) throw new Error(`${text} is no date`)
    return addDays(date, 1)
  }

  async function lent(status: 'pending' | 'confirmed' | 'delivered' = 'pending') {
    const closet = await made.closet()
    const item = await made.item({ closet, creditsPerDay: 2 })
    const renter = await made.shopper()
    const rental = await made.rental({ item, renter, status, createdAt: now })
    // The day after its last day: then a step depends only on earlier steps, not on the date.
    const on = { rentalId: rental.id, origin, today: dayAfter(rental.end_date), notes: 'Torn hem' }
    return { closet, item, renter, on }
  }

  async function returned() {
    const all = await lent('delivered')
    expect(await recordReturn(db, all.closet, all.on, now)).toEqual(ok)
    return all
  }

  const rentalOf = ({ rentalId }: { rentalId: RentalId }) =>
    db.selectFrom('rentals').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()
  const isAvailable = async (item: { id: ItemId }) =>
    (await readRow(db, 'clothing_items', 'available', item.id)).available
  const eventsOf = ({ rentalId }: { rentalId: RentalId }) => rentalEvents(pool, rentalId)
  return { db, made, now, origin, ok, lent, returned, rentalOf, isAvailable, eventsOf }
}
