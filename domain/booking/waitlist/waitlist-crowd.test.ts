import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { day, hoursLater, now, origin, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { offerDueDays } from './due-entries.ts'

// For each item, 20 rentals are cancelled, 5 people wait and a stranger rents, all at once.
// `CROWD=10` runs 200 cancellations, 50 people in line and 10 strangers.
const ITEMS = Number(process.env.CROWD ?? 2)
const WEEKS = 20
/** The weeks that the people in line want, in order. */
const LINE = [0, 1, 2, 0, 1]
/** A week that nobody waits for. */
const UNWANTED = 5

const { db } = await testDatabase()
const { made, mustJoin, statusOf, rent } = waitlistWorld(db)

const week = (index: number) => {
  const start = addDays(day('2026-12-05'), index * 7)
  return { start, end: addDays(start, 6) }
}

/** An item with a rental in each week, and its line. */
async function bookedUp(renters: readonly Shopper[]) {
  const item = await made.item({ creditsPerDay: 0, advance_booking: true })
  const rentals = []
  for (const [index, renter] of renters.entries())
    rentals.push({
      renter,
      rental: await made.rental({ item, renter, start: week(index).start, createdAt: now }),
    })
  const line = []
  for (const [index, wanted] of LINE.entries())
    line.push(
      await mustJoin(await made.readyShopper(), item.id, week(wanted), hoursLater(index / 60)),
    )
  return { item, rentals, line }
}

test('with concurrent cancellations, people in line and strangers, each week has one holder', async () => {
  const renters = await Promise.all(Array.from({ length: WEEKS }, () => made.readyShopper()))
  const items = await Promise.all(Array.from({ length: ITEMS }, () => bookedUp(renters)))
  const strangers = await Promise.all(items.map(() => made.readyShopper()))
  // Every other stranger wants a week that people wait for.
  const wantedBy = (index: number) => (index % 2 === 0 ? 0 : UNWANTED)
  const at = hoursLater(1)
  const strangersRent = items.map(({ item }, index) => async () => {
    const stranger = strangers[index]
    if (!stranger) throw new Error('each item has its stranger')
    return await rent(stranger, item.id, week(wantedBy(index)), at)
  })
  const cancellations = items.flatMap(({ rentals }) =>
    rentals.map(
      ({ renter, rental }) =>
        () =>
          cancelRental(db, renter, { rentalId: rental.id, origin }, at),
    ),
  )
  const half = cancellations.length / 2
  const [before, rented, after] = await Promise.all([
    Promise.all(cancellations.slice(0, half).map((cancel) => cancel())),
    Promise.all(strangersRent.map((start) => start())),
    Promise.all(cancellations.slice(half).map((cancel) => cancel())),
  ])
  expect([...before, ...after].filter(({ ok }) => !ok)).toEqual([])
  expect(await offerDueDays(db, at)).toBe(0)
  for (const [index, { item, line }] of items.entries()) {
    expect(await statusOf(...line)).toEqual(['offered', 'offered', 'offered', 'waiting', 'waiting'])
    const rows = await readRows(db, 'booked_periods', ['rental_id', 'waitlist_entry_id'], {
      item_id: item.id,
    })
    const offers = rows.flatMap(({ waitlist_entry_id }) => waitlist_entry_id ?? [])
    expect(offers.toSorted()).toEqual(line.slice(0, 3).toSorted())
    const hasRented = rented[index]?.ok === true
    expect(rows.length - offers.length).toBe(hasRented ? 1 : 0)
    if (wantedBy(index) === 0) expect(hasRented).toBe(false)
  }
})
