import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { expireRequests } from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { acceptRental, failDelivery } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { choicesFor } from '#test/replacements.ts'
import { randomFrom } from '#tools/simulation/random.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'

function fail(): never {
  throw new Error('this is no date')
}

type Place = { readonly city: string; readonly state: string; readonly zip: string }

const CITIES: readonly [Place, ...Place[]] = [
  { city: 'Boston', state: 'MA', zip: '02108' },
  { city: 'Austin', state: 'TX', zip: '78702' },
  { city: 'Chicago', state: 'IL', zip: '60601' },
]
const SIZES = ['S', 'M', 'L'] as const
const WAYS = ['declined', 'canceled', 'never answered', 'not delivered'] as const

type Item = Awaited<ReturnType<typeof made.item>>
type Listed = {
  readonly item: Item
  readonly closet: ClosetOwner
  readonly zip: string
  readonly ships: boolean
}
type Period = { readonly itemId: string; readonly start: CalendarDate; readonly end: CalendarDate }

test('whoever is let down while something that fits is free takes it', async () => {
  const random = randomFrom(Number(process.env.SEED ?? 65))
  const listed: Listed[] = []
  for (let n = 0; n < 18; n++) {
    const { zip, ...place } = random.pick(CITIES)
    const ships = random.oneIn(4)
    const closet = await made.closet({ ...place, zip, ships, driving_distance: '10 miles' })
    for (let i = 0; i < 4; i++) {
      const item = await made.item({
        ...{ closet, size: random.pick(SIZES), creditsPerDay: random.between(1, 6) },
        ...{ advance_booking: true, paused: random.oneIn(8) },
      })
      listed.push({ item, closet, zip, ships })
    }
  }
  const booked: Period[] = []
  const isFree = (item: Item, start: CalendarDate, end: CalendarDate) =>
    booked.every((one) => one.itemId !== item.id || one.end < start || one.start > end)
  const counts = { possible: 0, taken: 0, impossible: 0 }
  for (let n = 0; n < 60; n++) {
    const start = addDays(today, random.between(3, 16))
    const end = addDays(start, 6)
    const first = random.one(listed.filter(({ item }) => !item.paused && isFree(item, start, end)))
    if (!first) continue
    const renter = await made.shopper({ zip: first.zip })
    await made.deposit(renter)
    const how = random.pick(WAYS)
    const status = how === 'canceled' || how === 'not delivered' ? 'confirmed' : 'pending'
    const rental = await made.rental({ item: first.item, renter, status, createdAt: now, start })
    const at = await letDown(rental.id, first.closet, how)
    const fitting = listed.filter(
      ({ item, zip, ships }) =>
        item.id !== first.item.id &&
        !item.paused &&
        item.size === first.item.size &&
        (zip === first.zip || ships) &&
        2 * item.credits_per_day <= 3 * first.item.credits_per_day &&
        isFree(item, start, end),
    )
    const choices = await choicesFor(db, renter, rental.id, at, today)
    const offered = choices.map(({ id }) => id)
    expect(fitting.map(({ item }) => item.id)).toEqual(expect.arrayContaining(offered))
    expect(offered.length).toBe(Math.min(fitting.length, 6))
    const itemId = random.one(offered)
    if (!itemId) {
      counts.impossible += 1
      continue
    }
    counts.possible += 1
    const on = { rentalId: rental.id, itemId, requestKey: newId(), origin }
    const taken = await swapRental(db, renter, on, at, today, 'UTC')
    if (!taken.ok) continue
    counts.taken += 1
    // Otherwise it ends with the next request that nobody answers.
    const its = listed.find(({ item }) => item.id === itemId)?.closet
    if (its) await acceptRental(db, its, { rentalId: taken.value.rentalId, origin, today }, at)
    booked.push({ itemId, start, end })
  }
  expect(counts.possible).toBeGreaterThan(20)
  expect(counts.impossible).toBeGreaterThan(3)
  expect(counts.taken).toBe(counts.possible)
  expect(await integrityViolations(db)).toEqual([])
})

/** A closet lets its renter down; returns when. */
async function letDown(
  rentalId: RentalId,
  closet: ClosetOwner,
  how: (typeof WAYS)[number],
): Promise<Date> {
  const on = { rentalId, origin, today, notes: '' }
  if (how === 'never answered') {
    const late = new Date(now.getTime() + 25 * 3_600_000)
    await expireRequests(db, { now: late, today: addDays(today, 1), origin })
    return late
  }
  const step = how === 'not delivered' ? failDelivery : cancelRental
  expect(await step(db, closet, on, now)).toMatchObject({ ok: true })
  return now
}
