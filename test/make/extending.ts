import type { FreshId, RentalId } from '#db/ids.ts'
import { extendRental } from '#domain/booking/rentals/changes/extend-rental.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import type { Make } from './make.ts'

type Item = Awaited<ReturnType<Make['item']>>

export type ExtendInput = {
  readonly end: unknown
  readonly requestKey?: FreshId
  readonly at?: CalendarDate
  readonly when?: Date
}

/** Rentals to extend; days are counted from today. */
export async function extendableRentals() {
  const { db, pool, made } = await testDatabase()
  const now = new Date('2026-11-20T15:00:00Z')
  const today = calendarDateIn('UTC', now)
  const origin = 'https://shop.example'
  const day = (days: number) => addDays(today, days)

  async function rentItem(renter: Shopper, item: Pick<Item, 'id'>, from: number, to: number) {
    const dates = { start: day(from), end: day(to) }
    const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
    const outcome = await requestRental(db, renter, request, now, today, 'UTC')
    if (!outcome.ok) throw new Error(outcome.problem.reason)
    const { rentalId } = outcome.value
    return { rentalId, on: { rentalId, origin, today, notes: '' } }
  }

  /** Rented from day 3 to day 9, for 14 of the renter's 100 credits. */
  async function rented(row: { advance_booking?: boolean; turnaround_days?: number } = {}) {
    const closet = await made.closet()
    const item = await made.item({ closet, creditsPerDay: 2, ...row })
    const renter = await made.readyShopper()
    return { closet, item, renter, ...(await rentItem(renter, item, 3, 9)) }
  }

  async function extend(renter: Shopper, rentalId: RentalId, input: ExtendInput) {
    const { end, requestKey = newId(), at = today, when = now } = input
    return await extendRental(db, renter, { rentalId, end, requestKey, origin }, when, at)
  }

  /** 'extended', or the reason why it cannot be. */
  async function answerTo(renter: Shopper, rentalId: RentalId, input: ExtendInput) {
    const outcome = await extend(renter, rentalId, input)
    return outcome.ok ? 'extended' : outcome.problem.reason
  }

  const balanceOf = ({ id }: Shopper, at = now) => creditsBalance(db, id, at)
  const rentalOf = (rentalId: RentalId) =>
    db.selectFrom('rentals').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()
  return {
    ...{ db, pool, made, now, today, origin, day },
    ...{ rented, rentItem, extend, answerTo, balanceOf, rentalOf },
  }
}
