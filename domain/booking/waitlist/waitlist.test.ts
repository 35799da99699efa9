import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { failDelivery } from '#domain/booking/rentals/changes/rental-steps.ts'
import { blockDates, freeDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import { addHoliday, removeHoliday } from '#domain/catalogue/items/listing/holidays.ts'
import { setPaused } from '#domain/catalogue/items/listing/listing.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import {
  day,
  december,
  hoursLater,
  now,
  origin,
  today,
  waitlistWorld,
} from '#test/worlds/waitlist-world.ts'
import { offerDueDays } from './due-entries.ts'
import { leaveWaitlist } from './join-waitlist.ts'
import { passEntriesOf } from './waitlist.ts'
import { expireOffers } from './waitlist-deadlines.ts'
import { myWaitlist } from './waitlist-queries.ts'

const { db } = await testDatabase()
const { made, mustJoin, problemOf, statusOf, rentedItem, rent } = waitlistWorld(db)

test('freed days go to the first in line, then to the next', async () => {
  const { item, cancel } = await rentedItem()
  const [first, second] = [await made.readyShopper(), await made.readyShopper()]
  const one = await mustJoin(first, item.id, december, now)
  const two = await mustJoin(second, item.id, december, hoursLater(1))
  expect((await myWaitlist(db, second))[0]).toMatchObject({ place: 2, heldUntil: null })
  await cancel(hoursLater(1))
  expect(await statusOf(one, two)).toEqual(['offered', 'waiting'])
  expect((await myWaitlist(db, first))[0]).toMatchObject({
    place: null,
    heldUntil: hoursLater(13),
  })
  expect(await expireOffers(db, hoursLater(12))).toBe(0)
  expect(await expireOffers(db, hoursLater(13))).toBe(1)
  expect(await statusOf(one, two)).toEqual(['expired', 'offered'])
  expect(await leaveWaitlist(db, second, { entryId: one }, now)).toMatchObject({ ok: false })
  expect(await leaveWaitlist(db, second, { entryId: two }, now)).toMatchObject({ ok: true })
  expect(await leaveWaitlist(db, second, { entryId: two }, now)).toMatchObject({ ok: true })
  expect(await statusOf(one, two)).toEqual(['expired', 'left'])
  expect(await rent(await made.readyShopper(), item.id)).toMatchObject({ ok: true })
})

test('an offer holds the item for its shopper, who can rent it', async () => {
  const { item, cancel } = await rentedItem()
  const [first, stranger] = [await made.readyShopper(), await made.readyShopper()]
  const entry = await mustJoin(first, item.id)
  await cancel()
  const other = { start: day('2027-02-01'), end: day('2027-02-03') }
  for (const dates of [december, other])
    expect(await rent(stranger, item.id, dates)).toEqual({
      ok: false,
      problem: { reason: 'dates-taken', heldUntil: hoursLater(12) },
    })
  expect(await problemOf(first, item.id)).toBe('free-now')
  expect(await rent(first, item.id)).toMatchObject({ ok: true })
  expect(await statusOf(entry)).toEqual(['accepted'])
  expect(await rent(stranger, item.id)).toEqual({ ok: false, problem: { reason: 'dates-taken' } })
})

test('an offer stays open when its shopper cannot pay', async () => {
  const { item, cancel } = await rentedItem({ credits_per_day: 2 })
  const poor = await made.readyShopper({ credits: 1 })
  const entry = await mustJoin(poor, item.id)
  await cancel()
  expect(await rent(poor, item.id)).toMatchObject({ problem: { reason: 'not-enough-credits' } })
  expect(await statusOf(entry)).toEqual(['offered'])
})

test('with advance booking an offer holds only its days, and several people can have one', async () => {
  const { item, cancel } = await rentedItem({ advance_booking: true, turnaround_days: 1 })
  const [first, second, third] = [
    await made.readyShopper(),
    await made.readyShopper(),
    await made.readyShopper(),
  ]
  const one = await mustJoin(first, item.id, { start: day('2026-12-05'), end: day('2026-12-07') })
  const two = await mustJoin(second, item.id, { start: day('2026-12-06'), end: day('2026-12-08') })
  const three = await mustJoin(third, item.id, { start: day('2026-12-09'), end: day('2026-12-10') })
  await cancel()
  expect(await statusOf(one, two, three)).toEqual(['offered', 'waiting', 'offered'])
  const stranger = await made.readyShopper()
  const taken = await rent(stranger, item.id, { start: day('2026-12-11'), end: day('2026-12-11') })
  expect(taken).toMatchObject({ problem: { reason: 'dates-taken', heldUntil: hoursLater(12) } })
  const free = { start: day('2026-12-12'), end: day('2026-12-13') }
  expect(await rent(stranger, item.id, free)).toMatchObject({ ok: true })
  // A shorter rental leaves the remaining days to the next in line.
  const shorter = { start: day('2026-12-05'), end: day('2026-12-05') }
  expect(await leaveWaitlist(db, third, { entryId: three }, now)).toMatchObject({ ok: true })
  expect(await rent(first, item.id, shorter)).toMatchObject({ ok: true })
  expect(await statusOf(one, two)).toEqual(['accepted', 'waiting'])
  await db.updateTable('clothing_items').set({ turnaround_days: 0 }).execute()
  expect(await problemOf(second, item.id)).toBe('already-waiting')
})

test('a shopper has one open offer; their other entry is processed when it ends', async () => {
  const [one, two] = [await rentedItem(), await rentedItem()]
  const shopper = await made.readyShopper()
  const first = await mustJoin(shopper, one.item.id)
  const second = await mustJoin(shopper, two.item.id)
  await one.cancel()
  await two.cancel()
  expect(await statusOf(first, second)).toEqual(['offered', 'waiting'])
  expect(await offerDueDays(db, now)).toBe(0)
  await leaveWaitlist(db, shopper, { entryId: first }, now)
  expect(await offerDueDays(db, now)).toBe(1)
  expect(await statusOf(first, second)).toEqual(['left', 'offered'])
  expect(await offerDueDays(db, now)).toBe(0)
})

test('renting days closer to one’s own offer than the turnaround uses the offer', async () => {
  const { item, cancel } = await rentedItem({ advance_booking: true, turnaround_days: 2 })
  const shopper = await made.readyShopper()
  const entry = await mustJoin(shopper, item.id)
  await cancel()
  expect(await statusOf(entry)).toEqual(['offered'])
  const [near, far] = [day('2026-12-14'), day('2026-12-20')]
  expect(await rent(shopper, item.id, { start: far, end: far })).toMatchObject({ ok: true })
  expect(await statusOf(entry)).toEqual(['offered'])
  expect(await rent(shopper, item.id, { start: near, end: near })).toMatchObject({ ok: true })
  expect(await statusOf(entry)).toEqual(['accepted'])
})

test('with several due items, the shopper is offered the one that was due first', async () => {
  const [later, earlier, held] = [await rentedItem(), await rentedItem(), await rentedItem()]
  const shopper = await made.readyShopper()
  const heldEntry = await mustJoin(shopper, held.item.id)
  const entries = [
    await mustJoin(shopper, later.item.id),
    await mustJoin(shopper, earlier.item.id),
  ] as const
  await held.cancel()
  await earlier.cancel(hoursLater(1))
  await later.cancel(hoursLater(2))
  await leaveWaitlist(db, shopper, { entryId: heldEntry }, hoursLater(3))
  await offerDueDays(db, hoursLater(3))
  expect(await statusOf(...entries)).toEqual(['waiting', 'offered'])
})

test('a shopper gets one offer when two items become free at once', async () => {
  const [one, two] = [await rentedItem(), await rentedItem()]
  const shopper = await made.readyShopper()
  const entries = [
    await mustJoin(shopper, one.item.id),
    await mustJoin(shopper, two.item.id),
  ] as const
  await Promise.all([one.cancel(), two.cancel()])
  expect((await statusOf(...entries)).toSorted()).toEqual(['offered', 'waiting'])
})

test('unblocked days and a resumed item are offered; offered days cannot be blocked', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 0 })
  const range = { itemId: item.id, ...december }
  await blockDates(db, closet, range, now, today)
  const shopper = await made.readyShopper()
  const entry = await mustJoin(shopper, item.id)
  await setPaused(db, closet, { itemId: item.id, paused: true }, now)
  await freeDates(db, closet, range, now)
  expect(await statusOf(entry)).toEqual(['waiting'])
  await setPaused(db, closet, { itemId: item.id, paused: false }, now)
  expect(await statusOf(entry)).toEqual(['offered'])
  expect(await blockDates(db, closet, range, now, today)).toEqual({
    ok: false,
    problem: { reason: 'dates-offered' },
  })
})

test('a job offers the days of a removed holiday and of items resumed in bulk', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 0 })
  const holiday = await addHoliday(db, closet, december, now, today)
  if (!holiday.ok) throw new Error(holiday.problem.reason)
  const entry = await mustJoin(await made.readyShopper(), item.id)
  await changeMany(db, closet, { ids: [item.id] }, { kind: 'pause' }, now)
  await removeHoliday(db, closet, holiday.value.holidayId, now)
  await offerDueDays(db, now)
  expect(await statusOf(entry)).toEqual(['waiting'])
  await changeMany(db, closet, { ids: [item.id] }, { kind: 'resume' }, now)
  expect(await offerDueDays(db, now)).toBe(1)
  expect(await statusOf(entry)).toEqual(['offered'])
  expect(await addHoliday(db, closet, december, now, today)).toEqual({
    ok: false,
    problem: { reason: 'dates-offered' },
  })
})

test('entries for other days than those of a removed holiday are not due', async () => {
  const closet = await made.closet()
  const holiday = await made.holiday(closet, december.start, december.end)
  const january = { start: day('2027-01-05'), end: day('2027-01-12') }
  const later = await made.holiday(closet, january.start, january.end)
  const one = await made.item({ closet, creditsPerDay: 0 })
  const other = await made.item({ closet, creditsPerDay: 0 })
  const entry = await mustJoin(await made.readyShopper(), one.id)
  await mustJoin(await made.readyShopper(), other.id, january)
  await removeHoliday(db, closet, holiday, now)
  expect(await offerDueDays(db, now)).toBe(1)
  expect(await statusOf(entry)).toEqual(['offered'])
  await removeHoliday(db, closet, later, now)
  expect(await offerDueDays(db, now)).toBe(1)
})

test('a cancellation cannot be undone while an offer for its days is open', async () => {
  const { closet, item, rental } = await rentedItem()
  const shopper = await made.readyShopper()
  const entryId = await mustJoin(shopper, item.id, {
    start: day('2026-12-20'),
    end: day('2026-12-21'),
  })
  const on = { rentalId: rental.id, origin }
  await failDelivery(db, closet, on, now)
  expect(await statusOf(entryId)).toEqual(['offered'])
  const undo = async () => await correct(db, closet, { ...on, correction: 'reopen' }, now)
  expect(await undo()).toEqual({ ok: false, problem: { reason: 'item-not-free' } })
  await leaveWaitlist(db, shopper, { entryId }, now)
  expect(await undo()).toMatchObject({ ok: true })
})

test('with concurrent cancellations, people in line and strangers, every day has one holder', async () => {
  const { item, cancel } = await rentedItem()
  const line: WaitlistEntryId[] = []
  for (let n = 0; n < 12; n += 1)
    line.push(await mustJoin(await made.readyShopper(), item.id, december, hoursLater(n / 60)))
  const strangers = await Promise.all(Array.from({ length: 6 }, () => made.readyShopper()))
  const results = await Promise.all([
    ...Array.from({ length: 5 }, () => cancel(hoursLater(1))),
    ...strangers.map((stranger) => rent(stranger, item.id, december, hoursLater(1))),
  ])
  expect(results.slice(5).filter(({ ok }) => ok)).toEqual([])
  const statuses = await statusOf(...line)
  expect(statuses).toEqual(['offered', ...Array.from({ length: 11 }, () => 'waiting')])
  const held = await readRows(db, 'booked_periods', 'waitlist_entry_id', { item_id: item.id })
  expect(held).toEqual([{ waitlist_entry_id: line[0] }])
})

test('nobody waits for retired items, however many items a closing closet has', async () => {
  const { item } = await rentedItem()
  const entry = await mustJoin(await made.readyShopper(), item.id, december, now)
  // A statement has at most 65,535 parameters.
  const others: readonly ItemId[] = Array(65_535).fill(newId())
  await inTransaction(db, (tx) => passEntriesOf(tx, [item.id, ...others], now))
  expect(await statusOf(entry)).toEqual(['passed'])
})
