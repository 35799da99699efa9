import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { creditsBalance } from '#domain/credits/credits.ts'
import { addDays, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { watchLateReturns } from './late-returns.ts'
import { cancelRental, requestRental } from './rentals.ts'
import { swapChoices } from './swap-choices.ts'
import { swapRental } from './swap-rental.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'

function fail(): never {
  throw new Error('this is no date')
}

const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows

/** A rental at risk of 14 credits, of a style of its own so that only our items are choices. */
async function atRisk() {
  const style = `Style ${newId()}`
  const item = await made.item({ advance_booking: true, style })
  const first = { item, status: 'delivered', createdAt: now } as const
  await made.rental({ ...first, start: addDays(today, -9) })
  const renter = await made.shopper()
  const start = addDays(today, 2)
  const { id } = await made.rental({ item, renter, status: 'confirmed', createdAt: now, start })
  await watchLateReturns(db, { now, today, origin, timeZone: 'UTC' })
  const swap = (itemId: ItemId, requestKey = newId()) =>
    swapRental(db, renter, { rentalId: id, itemId, requestKey, origin }, now, today)
  return { style, item, renter, id, start, swap }
}

test.each([
  { price: 2, returned: 0, later: 14 },
  { price: 3, returned: 0, later: 14 },
  { price: 1, returned: 7, later: 14 },
])('a swap for $price credits a day gives $returned back, and cancelling it gives 14 in all', async ({
  price,
  returned,
  later,
}) => {
  const { style, renter, id, swap } = await atRisk()
  const other = await made.item({ style, creditsPerDay: price })
  const key = newId()
  const swapped = await swap(other.id, key)
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  expect(await swap(other.id, key)).toEqual(swapped)
  expect(await creditsBalance(db, renter.id, now)).toBe(returned)
  const rows = await db
    .selectFrom('rentals')
    .selectAll()
    .where('renter_id', '=', renter.id)
    .execute()
  const [old, taken] = [rows.find((row) => row.id === id), rows.find((row) => row.id !== id)]
  expect(old).toMatchObject({ cancellation: 'swapped', swapped_for: swapped.value.rentalId })
  expect(taken).toMatchObject({
    status: 'pending',
    item_id: other.id,
    start_date: old?.start_date,
    end_date: old?.end_date,
    deposit_id: old?.deposit_id,
    total_credits: price * 7,
  })
  expect(await violations()).toEqual([])
  const minute = new Date(now.getTime() + 61_000)
  await cancelRental(db, renter, { rentalId: swapped.value.rentalId, origin }, minute)
  expect(await creditsBalance(db, renter.id, minute)).toBe(later)
  expect(await violations()).toEqual([])
})

test('at most six choices: same size and style, free, and not dearer than half again', async () => {
  await db.updateTable('clothing_items').set({ paused: true }).execute()
  const { style, renter, id, swap } = await atRisk()
  const dear = await made.item({ style, creditsPerDay: 4 })
  const large = await made.item({ style, size: 'L' })
  const rented = await made.item({ style })
  await made.rental({ item: rented, createdAt: now })
  for (const item of [dear, large, rented])
    expect(await swap(item.id)).toEqual({ ok: false, problem: { reason: 'dates-taken' } })
  expect(await swapChoices(db, renter, id, today)).toEqual([])
  for (let n = 0; n < 7; n += 1) await made.item({ style })
  expect(await swapChoices(db, renter, id, today)).toHaveLength(6)
  expect(await swapChoices(db, await made.shopper(), id, today)).toEqual([])
})

test('a rental that is not at risk, or of somebody else, is not swapped', async () => {
  const { style, id, swap } = await atRisk()
  const other = await made.item({ style })
  const stranger = await made.shopper()
  const on = { rentalId: id, itemId: other.id, requestKey: newId(), origin }
  expect(await swapRental(db, stranger, on, now, today)).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  await db
    .updateTable('rentals')
    .set({ at_risk_since: null, at_risk_from: null })
    .where('id', '=', id)
    .execute()
  expect(await swap(other.id)).toMatchObject({ problem: { reason: 'not-at-risk' } })
})

test('a swap to an item that somebody rents at the same moment: one of them gets it', async () => {
  for (let round = 0; round < 24; round += 1) {
    const { style, renter, start, swap } = await atRisk()
    const wanted = await made.item({ style })
    const rival = await made.readyShopper({ credits: 14 })
    const request = {
      itemId: wanted.id,
      start,
      end: addDays(start, 6),
      requestKey: newId(),
      origin,
    }
    const rent = () => requestRental(db, rival, request, now, today)
    const [one, two] = await Promise.all(
      round % 2 === 0 ? [swap(wanted.id), rent()] : [rent(), swap(wanted.id)],
    )
    expect([one?.ok, two?.ok].toSorted()).toEqual([false, true])
    const lost = [one, two].find((result) => result && !result.ok)
    expect(lost).toMatchObject({ problem: { reason: 'dates-taken' } })
    expect(await creditsBalance(db, renter.id, now)).toBe(0)
  }
  expect(await violations()).toEqual([])
})
