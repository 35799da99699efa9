import { expect, test } from 'vitest'
import { blockDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { extendableRentals } from '#test/make/extending.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { extensionOffer, heldAfterRental, quoteExtension } from './extension-offer.ts'
import { acceptRental } from './rental-steps.ts'

const { db, made, now, today, day, ...extending } = await extendableRentals()
const { rented, rentItem, extend } = extending

test('a rental can last twelve weeks in all, and days already paid cost nothing', async () => {
  const [item, renter] = [await made.item({ creditsPerDay: 2 }), await made.readyShopper()]
  const { rentalId } = await rentItem(renter, item, 3, 10)
  const offer = await extensionOffer(db, renter, rentalId, today)
  expect(offer).toEqual({
    ...{ start: day(3), lastDay: day(10), latest: day(86), paidUntil: day(16) },
    ...{ creditsPerDay: 2, paid: 28 },
  })
  if (!offer) return
  const answer = (end: unknown) => quoteExtension(offer, end)
  expect(answer(day(16))).toEqual({ ok: true, value: { end: day(16), credits: 0 } })
  expect(answer(day(17))).toEqual({ ok: true, value: { end: day(17), credits: 14 } })
  expect(answer(day(86))).toMatchObject({ ok: true, value: { credits: 12 * 14 - 28 } })
  expect(answer(day(87))).toMatchObject({ ok: false })
  for (const same of [day(10), day(9), 'x', null])
    expect(answer(same)).toMatchObject({ ok: false, problem: { reason: 'end-invalid' } })
  expect(await extensionOffer(db, await made.shopper(), rentalId, today)).toBeNull()
  // Within the second week, which is paid.
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: day(13) })
  const shorter = { latest: day(12), paidUntil: day(12) }
  expect(await extensionOffer(db, renter, rentalId, today)).toMatchObject(shorter)
})

test('an extension ends before a blocked date, and leaves the turnaround before the next rental', async () => {
  const turnaround = { advance_booking: true, turnaround_days: 2 }
  const { item, renter, rentalId } = await rented(turnaround)
  const latest = async () => (await extensionOffer(db, renter, rentalId, today))?.latest
  const next = await made.readyShopper()
  await rentItem(next, item, 50, 51)
  await rentItem(next, item, 30, 31)
  // Other items, other rentals and past days do not matter.
  const other = await made.item({ creditsPerDay: 0 })
  await rentItem(renter, other, 20, 26)
  const block = (item_id: typeof item.id, ...days: number[]) =>
    insertRows(
      db,
      'rental_availability',
      days.map((on) => ({ item_id, blocked_date: day(on) })),
    )
  await block(other.id, 12)
  await block(item.id, 1, 9)
  expect(await latest()).toBe(day(27))
  await block(item.id, 22, 20)
  expect(await latest()).toBe(day(19))
  const offer = await extensionOffer(db, renter, rentalId, today)
  expect(offer && quoteExtension(offer, day(19))).toMatchObject({ ok: true })
  expect(offer && quoteExtension(offer, day(20))).toEqual({
    ...{ ok: false, problem: { reason: 'dates-taken' } },
  })
})

test('an extension ends the day before a holiday of the closet', async () => {
  const { closet, renter, rentalId } = await rented()
  const latest = async () => (await extensionOffer(db, renter, rentalId, today))?.latest
  await made.holiday(await made.closet(), day(11), day(12))
  await made.holiday(closet, day(1), day(2))
  await made.holiday(closet, day(40), day(41))
  expect(await latest()).toBe(day(39))
  await made.holiday(closet, day(13), day(15))
  expect(await latest()).toBe(day(12))
  // A holiday added after the item was rented.
  await made.holiday(closet, day(8), day(10))
  expect(await latest()).toBe(day(9))
})

test('a rental without a free day after it cannot be extended', async () => {
  const { closet, item, renter, rentalId } = await rented({ advance_booking: true })
  await blockDates(db, closet, { itemId: item.id, start: day(10), end: day(10) }, now, today)
  expect(await extensionOffer(db, renter, rentalId, today)).toMatchObject({
    ...{ lastDay: day(9), latest: day(9), paidUntil: day(9) },
  })
})

test('an extension is offered through the last day, and not after it', async () => {
  const { closet, renter, rentalId, on } = await rented()
  await acceptRental(db, closet, on, now)
  expect(await extensionOffer(db, renter, rentalId, day(9))).toMatchObject({ lastDay: day(9) })
  expect(await extensionOffer(db, renter, rentalId, day(10))).toBeNull()
  expect(await extend(renter, rentalId, { end: day(11), at: day(9) })).toMatchObject({ ok: true })
})

test('tells until when the days after a rental are held for somebody else', async () => {
  const { item, renter, rentalId } = await rented({ advance_booking: true })
  const shopper = await made.shopper()
  await made.offer({ item, shopper, start: day(10), end: day(10) })
  const held = (end: unknown) => heldAfterRental(db, renter, rentalId, end)
  expect(await held(day(10))).toBeInstanceOf(Date)
  expect(await held(day(14))).toBeInstanceOf(Date)
  expect(await held(day(9))).toBeNull()
  expect(await held('x')).toBeNull()
  // Told only to the renter, and only for this rental.
  expect(await heldAfterRental(db, shopper, rentalId, day(12))).toBeNull()
  expect(await heldAfterRental(db, await made.shopper(), rentalId, day(12))).toBeNull()
  const other = await rentItem(renter, await made.item({ creditsPerDay: 0 }), 3, 5)
  expect(await heldAfterRental(db, renter, other.rentalId, day(12))).toBeNull()
  expect(await held(day(12))).toBeInstanceOf(Date)
})
