import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { findPublicCloset } from '#domain/accounts/closets/public-closet.ts'
import { expireRequests } from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { acceptRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { assertOk } from '#test/make/returning.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { requestFigures } from './request-figures.ts'

const origin = 'https://shop.example'
const start = new Date('2026-11-02T15:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const days = (count: number) => hours(24 * count)

type Sent = { readonly rentalId: RentalId; readonly renter: Shopper; readonly at: Date }

async function open() {
  const { db, made } = await testDatabase()
  const admin = await made.admin()
  const request = async (closet: ClosetOwner, at: Date): Promise<Sent> => {
    const item = await made.item({ closet, creditsPerDay: 0, advance_booking: true })
    const renter = await made.readyShopper()
    const today = calendarDateIn('UTC', at)
    const first = addDays(today, 9)
    const dates = { start: first, end: addDays(first, 6) }
    const wanted = { itemId: item.id, ...dates, requestKey: newId(), origin }
    const sent = await requestRental(db, renter, wanted, at, today, 'UTC')
    if (!sent.ok) throw new Error(sent.problem.reason)
    return { rentalId: sent.value.rentalId, renter, at }
  }
  const accept = async (closet: ClosetOwner, { rentalId, at }: Sent, after: number) => {
    const when = new Date(at.getTime() + after * 3_600_000)
    assertOk(await acceptRental(db, closet, { rentalId, origin }, when))
  }
  const cancel = async (who: ClosetOwner | Shopper, { rentalId, at }: Sent, after: number) => {
    const when = new Date(at.getTime() + after * 3_600_000)
    assertOk(await cancelRental(db, who, { rentalId, origin }, when))
  }
  return { db, made, admin, request, accept, cancel }
}

test('requests are counted by what became of them, as closets show it', async () => {
  const { db, made, admin, request, accept, cancel } = await open()
  const closet = await made.closet({ city: 'Austin', state: 'TX' })
  await accept(closet, await request(closet, days(1)), 1)
  await accept(closet, await request(closet, days(2)), 2)
  const dropped = await request(closet, days(3))
  await accept(closet, dropped, 3)
  // It was accepted all the same.
  await cancel(closet, dropped, 5)
  await cancel(closet, await request(closet, days(4)), 4)
  const { renter, ...withdrawn } = await request(closet, days(5))
  await cancel(renter, { renter, ...withdrawn }, 1)
  await request(closet, days(6))
  await expireRequests(db, { now: days(7.1), today: calendarDateIn('UTC', days(7.1)), origin })
  await request(closet, days(8))
  const now = days(8.5)
  const { latest, earlier } = await requestFigures(db, admin, now)
  expect(latest).toEqual({
    ...{ made: 7, accepted: 3, declined: 1, unanswered: 1, withdrawn: 1, otherwise: 0, open: 1 },
    answers: { acceptedPercent: 60, medianSeconds: 3 * 3600 },
  })
  const shown = await findPublicCloset(db, closet.id, calendarDateIn('UTC', now))
  expect(latest.answers).toEqual(shown?.answers)
  expect(earlier).toMatchObject({ made: 0, answers: null })
  const later = await requestFigures(db, admin, days(31.5))
  expect([later.latest.made, later.earlier.made]).toEqual([6, 1])
  expect((await requestFigures(db, admin, days(90))).earlier.made).toBe(0)
})

test('cities are listed by the rentals of their closets; those after the first 20 are one', async () => {
  const { db, made, admin, request, accept } = await open()
  const closets: ClosetOwner[] = []
  for (let n = 10; n < 33; n++) closets.push(await made.closet({ city: `City ${n}`, state: 'TX' }))
  const [first, second] = closets
  if (!first || !second) return expect.unreachable()
  for (const closet of closets) await made.item({ closet })
  for (const closet of [second, second, first])
    await accept(closet, await request(closet, days(1)), 1)
  const nowhere = await made.closet({ city: null, state: null })
  await accept(nowhere, await request(nowhere, days(1)), 1)
  // Neither an open request nor a pause is use, and a paused item cannot be rented.
  await request(first, days(1))
  await made.item({ closet: first, paused: true })
  const { cities } = await requestFigures(db, admin, days(2))
  expect(cities).toHaveLength(21)
  expect(cities.slice(0, 4)).toEqual([
    { city: 'City 11, TX', items: 3, rentals: 2 },
    { city: 'City 10, TX', items: 3, rentals: 1 },
    { city: 'Location not specified', items: 1, rentals: 1 },
    { city: 'City 12, TX', items: 1, rentals: 0 },
  ])
  expect(cities.at(-1)).toEqual({ city: null, items: 4, rentals: 0 })
})

test('requests of earlier periods are not read', async () => {
  const database = await testDatabase({ violatesInvariants: true, isNew: true })
  const { pool, made } = database
  const admin = await made.admin()
  const closet = await made.closet()
  const item = await made.item({ closet })
  await pool.query(`
    set session_replication_role = replica;
    insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
        total_days, credits_per_day, total_credits, status, created_at, cancelled_at, cancellation)
      select gen_random_uuid(), gen_random_uuid(), '${admin.id}', '${closet.id}', '${item.id}',
        '2025-02-01', '2025-02-07', 7, 2, 14, 'cancelled',
        timestamptz '2024-01-01Z' + n * interval '1 hour', '2026-11-01Z', 'by_owner'
      from generate_series(1, 20000) n;
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  const now = new Date('2026-04-10T00:00:00Z')
  expect((await requestFigures(database.db, admin, now)).latest.made).toBeGreaterThan(300)
  const read = (db: typeof database.db) => requestFigures(db, admin, now)
  expect(await maxRowsHandled(database, read)).toBeLessThan(1000)
})
