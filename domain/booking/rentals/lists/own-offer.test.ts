import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { WaitlistEntryId } from '#db/ids.ts'
import { extensionOffer } from '#domain/booking/rentals/changes/extension-offer.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { extendableRentals } from '#test/make/extending.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'

const { db, made, now, today, origin, day, ...extending } = await extendableRentals()
const { rented, answerTo, rentalOf } = extending

async function statusOf(...ids: WaitlistEntryId[]) {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('an extension uses days that are held for its renter; the rest goes to the next in line', async () => {
  const { item, renter, rentalId } = await rented({ advance_booking: true, turnaround_days: 1 })
  const held = { item, start: day(11), end: day(17), createdAt: now }
  const own = await made.offer({ ...held, shopper: renter })
  const next = await made.entry({ ...held, start: day(15) })
  expect(await extensionOffer(db, renter, rentalId, today)).toMatchObject({ latest: day(86) })
  expect(await answerTo(renter, rentalId, { end: day(13) })).toBe('extended')
  expect(await rentalOf(rentalId)).toMatchObject({ end_date: day(13) })
  expect(await statusOf(own, next)).toEqual(['accepted', 'offered'])
})

test('an extension accepts the renter’s own offer if its turnaround meets the days, not a later one', async () => {
  const { item, renter, rentalId } = await rented({ advance_booking: true, turnaround_days: 2 })
  const own = await made.offer({ item, shopper: renter, start: day(20), end: day(22) })
  // The turnaround of the rental counts, not the item's current one.
  await updateRows(db, 'clothing_items', item.id, { turnaround_days: 0 })
  expect(await answerTo(renter, rentalId, { end: day(17) })).toBe('extended')
  expect(await statusOf(own)).toEqual(['offered'])
  expect(await answerTo(renter, rentalId, { end: day(18) })).toBe('extended')
  expect(await statusOf(own)).toEqual(['accepted'])
})

test('an offer stays open when its shopper cannot pay for the extension', async () => {
  const { item, renter, rentalId } = await rented({ advance_booking: true })
  const own = await made.offer({ item, shopper: renter, start: day(10), end: day(60) })
  expect(await answerTo(renter, rentalId, { end: day(80) })).toBe('not-enough-credits')
  expect(await statusOf(own)).toEqual(['offered'])
})

test('an extension stops before days that are held for somebody else', async () => {
  const { item, renter, rentalId } = await rented({ advance_booking: true })
  const theirs = await made.offer({ item, start: day(11), end: day(17) })
  expect(await extensionOffer(db, renter, rentalId, today)).toMatchObject({ latest: day(10) })
  expect(await answerTo(renter, rentalId, { end: day(11) })).toBe('dates-taken')
  expect(await statusOf(theirs)).toEqual(['offered'])
})

test.each([
  true,
  false,
])('a rental at risk is swapped for the item that is held for its renter (advance booking: %s)', async (advance_booking) => {
  const style = `Style ${newId()}`
  const late = await made.item({ advance_booking: true, style })
  await made.rental({
    ...{ item: late, status: 'delivered', createdAt: now },
    start: addDays(today, -9),
  })
  const renter = await made.shopper()
  const { id: rentalId } = await made.rental({
    ...{ item: late, renter, status: 'confirmed', createdAt: now, start: day(2) },
  })
  await updateRentalsAtRisk(db, { now, today, origin, timeZone: 'UTC' })
  const held = { start: day(2), end: day(11), createdAt: now }
  const [mine, theirs] = [await made.item({ style, advance_booking }), await made.item({ style })]
  const own = await made.offer({ item: mine, shopper: renter, ...held })
  const next = await made.entry({ item: mine, ...held, start: day(10) })
  await made.offer({ item: theirs, ...held })
  expect((await choicesFor(db, renter, rentalId, now, today)).map(({ id }) => id)).toEqual([
    mine.id,
  ])
  const on = { rentalId, itemId: mine.id, requestKey: newId(), origin }
  expect(await swapRental(db, renter, on, now, today, 'UTC')).toMatchObject({ ok: true })
  expect(await statusOf(own, next)).toEqual(['accepted', advance_booking ? 'offered' : 'waiting'])
  const { rows } = await sql`select * from invariant_violations`.execute(db)
  expect(rows).toEqual([])
})
