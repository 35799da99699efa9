import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { findItem } from '#domain/catalogue/items/item-queries.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import type { PlatformNumbers } from '#domain/site/settings/platform-numbers.ts'
import { savePlatformNumbers } from '#domain/site/settings/save-platform-numbers.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'
import { now, origin, today, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { updateRentalsAtRisk } from './late-returns.ts'
import { swapRental } from './swap-rental.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const usual = { high_value_cents: 50_000, high_value_rentals: 3, gift_months: 3 }

async function rent(shopper: Shopper, itemId: ItemId, over: Record<string, unknown> = {}) {
  const request = { itemId, start: addDays(today, 3), end: addDays(today, 9), requestKey: newId() }
  const outcome = await requestRental(
    db,
    shopper,
    { ...request, origin, ...over },
    now,
    today,
    'UTC',
  )
  return outcome.ok ? 'rented' : outcome.problem
}

async function complete(renter: Shopper, count: number) {
  for (let n = 0; n < count; n++)
    await made.rental({ renter, item: await made.item(), status: 'completed', start: '2026-01-01' })
}

const refusal = (rentals: number) => ({ reason: 'not-yet-trusted', rentals })
const gown = (row = {}) => made.item({ replacement_value_cents: 50_000, ...row })

test('a high-value item can be rented only by shoppers with three completed rentals', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const { id } = await gown()
  expect(await rent(shopper, id)).toEqual(refusal(3))
  expect(await findItem(db, shopper, id, today)).toMatchObject({ rentalsNeeded: 3 })
  expect(await findItem(db, null, id, today)).toMatchObject({ rentalsNeeded: 3 })
  await complete(shopper, 2)
  for (const status of ['pending', 'confirmed', 'delivered', 'cancelled'] as const)
    await made.rental({ renter: shopper, item: await made.item(), status })
  // Rentals of other people do not count.
  await complete(await made.shopper(), 3)
  expect(await rent(shopper, id)).toEqual(refusal(3))
  await complete(shopper, 1)
  expect(await findItem(db, shopper, id, today)).toMatchObject({ rentalsNeeded: null })
  expect(await rent(shopper, id)).toBe('rented')
})

test('the high-value rule is checked after the dates and before the credits', async () => {
  const shopper = await made.shopper()
  const { id } = await gown({ creditsPerDay: 2 })
  expect(await rent(shopper, id)).toEqual({ reason: 'deposit-missing' })
  await made.deposit(shopper)
  expect(await rent(shopper, id, { start: '' })).toEqual({ reason: 'dates-missing' })
  const taken = await gown()
  await made.rental({ item: taken })
  expect(await rent(shopper, taken.id)).toEqual({ reason: 'dates-taken' })
  expect(await rent(shopper, id)).toEqual(refusal(3))
  await complete(shopper, 3)
  expect(await rent(shopper, id)).toMatchObject({ reason: 'not-enough-credits' })
})

test('for any value, setting and number of rentals, only high-value items need enough rentals', async () => {
  const shopper = await made.readyShopper({ credits: 100_000 })
  const cents = fc.integer({ min: 100, max: 400 })
  let completed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.option(cents),
      cents,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 1 }),
      async (replacement_value_cents, high_value_cents, high_value_rentals, more) => {
        const numbers: PlatformNumbers = { ...usual, high_value_cents, high_value_rentals }
        await savePlatformNumbers(db, admin, numbers, now)
        await complete(shopper, more)
        completed += more
        const item = await made.item({ replacement_value_cents })
        const isHigh =
          replacement_value_cents !== null && replacement_value_cents >= high_value_cents
        const expected = isHigh && completed < high_value_rentals
        expect(await rent(shopper, item.id)).toEqual(
          expected ? refusal(high_value_rentals) : 'rented',
        )
      },
    ),
    { numRuns: 30 },
  )
  await savePlatformNumbers(db, admin, usual, now)
})

test('a high-value item is not offered for a swap, and cannot be swapped to', async () => {
  const style = `Style ${newId()}`
  const item = await made.item({ advance_booking: true, style })
  const createdAt = now
  await made.rental({ item, status: 'delivered', createdAt, start: addDays(today, -9) })
  const renter = await made.shopper()
  const start = addDays(today, 2)
  const { id } = await made.rental({ item, renter, status: 'confirmed', createdAt, start })
  await updateRentalsAtRisk(db, { now, today, origin, timeZone: 'UTC' })
  const high = await gown({ style })
  const low = await gown({ style, replacement_value_cents: 49_999 })
  const choices = async () => (await choicesFor(db, renter, id, now, today)).map((one) => one.id)
  const swapTo = (itemId: ItemId) =>
    swapRental(db, renter, { rentalId: id, itemId, requestKey: newId(), origin }, now, today, 'UTC')
  expect(await choices()).toEqual([low.id])
  expect(await swapTo(high.id)).toEqual({ ok: false, problem: { reason: 'dates-taken' } })
  await complete(renter, 3)
  expect((await choices()).toSorted()).toEqual([high.id, low.id].toSorted())
  expect(await swapTo(high.id)).toMatchObject({ ok: true })
})

test('only shoppers who may rent the item join its waitlist, and an offer follows the rule too', async () => {
  const { problemOf, mustJoin, rentedItem } = waitlistWorld(db)
  const { item, cancel } = await rentedItem({ replacement_value_cents: 50_000 })
  const shopper = await made.readyShopper({ credits: 100 })
  expect(await problemOf(shopper, item.id)).toBe('not-yet-trusted')
  await complete(shopper, 3)
  await mustJoin(shopper, item.id)
  await cancel()
  await savePlatformNumbers(db, admin, { ...usual, high_value_rentals: 4 }, now)
  const offered = { start: '2026-12-05', end: '2026-12-12' }
  expect(await rent(shopper, item.id, offered)).toEqual(refusal(4))
  await savePlatformNumbers(db, admin, usual, now)
  expect(await rent(shopper, item.id, offered)).toBe('rented')
})

test('a value outside the bounds cannot be stored', async () => {
  for (const replacement_value_cents of [0, 99, 10_000_001])
    await expect(gown({ replacement_value_cents })).rejects.toThrow(
      'replacement_value_is_1_to_100000_dollars',
    )
})

test('existing rentals continue when an item becomes high-value', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const { id } = await gown({ replacement_value_cents: null })
  expect(await rent(shopper, id)).toBe('rented')
  const value = { replacement_value_cents: 90_000 }
  await db.updateTable('clothing_items').set(value).where('id', '=', id).execute()
  const { id: rentalId } = await readRow(db, 'rentals', 'id', { item_id: id })
  expect(await cancelRental(db, shopper, { rentalId, origin }, now)).toMatchObject({ ok: true })
})
