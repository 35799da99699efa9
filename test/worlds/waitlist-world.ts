import type { Db } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'

export const now = new Date('2026-11-20T15:00:00Z')
export const today = calendarDateIn('America/New_York', now)
export const origin = 'https://shop.example'
export const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const timeZone = 'America/New_York'

export function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
export const december = { start: day('2026-12-05'), end: day('2026-12-12') }

/** Items that are rented in December, people who wait for them, and their places in line. */
export function waitlistWorld(db: Db) {
  const made = make(db)

  async function join(shopper: Shopper, itemId: ItemId, dates = december, at = now) {
    return await joinWaitlist(db, shopper, { itemId, timeZone, ...dates }, at, today)
  }

  async function mustJoin(
    shopper: Shopper,
    itemId: ItemId,
    dates = december,
    at = now,
  ): Promise<WaitlistEntryId> {
    const outcome = await join(shopper, itemId, dates, at)
    if (!outcome.ok) throw new Error(outcome.problem.reason)
    return outcome.value.entryId
  }

  async function problemOf(shopper: Shopper, itemId: ItemId, dates = december) {
    const outcome = await join(shopper, itemId, dates)
    return outcome.ok ? 'joined' : outcome.problem.reason
  }

  async function statusOf(...ids: WaitlistEntryId[]) {
    const rows = await db
      .selectFrom('waitlist_entries')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.status)
  }

  /** An item that somebody has rented for the first days of December. */
  async function rentedItem(row: Parameters<typeof made.item>[0] = {}) {
    const closet = await made.closet()
    const item = await made.item({ closet, creditsPerDay: 0, ...row })
    const renter = await made.shopper()
    const rental = await made.rental({ item, renter, start: '2026-12-04', days: 9, createdAt: now })
    const cancel = async (at = now) =>
      await cancelRental(db, renter, { rentalId: rental.id, origin }, at)
    return { closet, item, renter, rental, cancel }
  }

  async function rent(shopper: Shopper, itemId: ItemId, dates = december, at = now) {
    const request = { itemId, ...dates, requestKey: newId(), origin }
    return await requestRental(db, shopper, request, at, today, 'UTC')
  }

  return { made, mustJoin, problemOf, statusOf, rentedItem, rent }
}
