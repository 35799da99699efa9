import { expect, test } from 'vitest'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { blockDates, freeDates } from '#domain/items/blocked-dates.ts'
import { retireItem, setPaused } from '#domain/items/listing.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { offerDueDays } from './due-entries.ts'
import { joinWaitlist, leaveWaitlist } from './join-waitlist.ts'
import { expireOffers, passEntries } from './waitlist-deadlines.ts'
import { myWaitlist } from './waitlist-queries.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('America/New_York', now)
const origin = 'https://shop.example'
const timeZone = 'America/New_York'
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const december = { start: day('2026-12-05'), end: day('2026-12-12') }

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
  return await requestRental(db, shopper, request, at, today)
}

test('freed days go to the first in line, then to the next', async () => {
  const { item, cancel } = await rentedItem()
  const [first, second] = [await made.readyShopper(), await made.readyShopper()]
  const one = await mustJoin(first, item.id, december, now)
  const two = await mustJoin(second, item.id, december, hoursLater(1))
  expect((await myWaitlist(db, second))[0]).toMatchObject({ place: 2, heldUntil: null })
  await cancel(hoursLater(2))
  expect(await statusOf(one, two)).toEqual(['offered', 'waiting'])
  expect((await myWaitlist(db, first))[0]).toMatchObject({
    place: null,
    heldUntil: hoursLater(14),
  })
  expect(await expireOffers(db, hoursLater(13))).toBe(0)
  expect(await expireOffers(db, hoursLater(14))).toBe(1)
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

test('with advance booking an offer holds only its days, and several people get one', async () => {
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
  // A shorter rental leaves the rest of the days to the next in line.
  const shorter = { start: day('2026-12-05'), end: day('2026-12-05') }
  expect(await leaveWaitlist(db, third, { entryId: three }, now)).toMatchObject({ ok: true })
  expect(await rent(first, item.id, shorter)).toMatchObject({ ok: true })
  expect(await statusOf(one, two)).toEqual(['accepted', 'waiting'])
  await db.updateTable('clothing_items').set({ turnaround_days: 0 }).execute()
  expect(await problemOf(second, item.id)).toBe('already-waiting')
})

test('a shopper has one open offer; the other entry is looked at when it ends', async () => {
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

test('two items that become free at once give one shopper one offer', async () => {
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

test('nobody waits past the first day, or for an item that is retired', async () => {
  const { item } = await rentedItem()
  const shopper = await made.shopper()
  const entry = await mustJoin(shopper, item.id)
  const nextDay = new Date('2026-12-05T04:59:00Z')
  expect(await passEntries(db, nextDay)).toBe(0)
  expect(await passEntries(db, new Date('2026-12-05T05:00:00Z'))).toBeGreaterThan(0)
  expect(await statusOf(entry)).toEqual(['passed'])

  const other = await rentedItem()
  const waiting = await mustJoin(shopper, other.item.id)
  await other.cancel()
  expect(await statusOf(waiting)).toEqual(['offered'])
  expect(await retireItem(db, other.closet, other.item.id, now)).toMatchObject({ ok: true })
  expect(await statusOf(waiting)).toEqual(['passed'])
})

test('days that are freed too late for an offer end the wait', async () => {
  const { item, cancel } = await rentedItem()
  const entry = await mustJoin(await made.shopper(), item.id)
  await cancel(new Date('2026-12-05T05:00:00Z'))
  expect(await statusOf(entry)).toEqual(['passed'])
})

test('joining is refused for free days, twice, without room, and after two expired offers', async () => {
  const { item, closet } = await rentedItem()
  const shopper = await made.shopper()
  const id = item.id
  expect(await problemOf(await made.shopper(), (await made.item()).id)).toBe('free-now')
  const tooSoon = { start: today, end: today }
  expect(await problemOf(shopper, id, tooSoon)).toBe('dates-taken')
  const backwards = { start: december.end, end: december.start }
  expect(await problemOf(shopper, id, backwards)).toBe('dates-invalid')
  const lister = asShopper(closet)
  expect(lister && (await problemOf(lister, id))).toBe('own-item')
  expect(await problemOf(shopper, newId())).toBe('item-not-found')
  await setPaused(db, closet, { itemId: id, paused: true }, now)
  expect(await problemOf(shopper, id)).toBe('item-paused')
  await setPaused(db, closet, { itemId: id, paused: false }, now)
  const expired = { status: 'expired', ended_at: now } as const
  for (let n = 0; n < 2; n += 1) {
    const entry = await mustJoin(shopper, id)
    expect(await problemOf(shopper, id)).toBe('already-waiting')
    await db.updateTable('waitlist_entries').set(expired).where('id', '=', entry).execute()
  }
  expect(await problemOf(shopper, id)).toBe('offers-expired')
})

test('a waitlist takes twenty people and a shopper five waitlists, also at the same time', async () => {
  const { item } = await rentedItem()
  for (let n = 0; n < 18; n += 1) await made.entry({ item, ...december })
  const shoppers = await Promise.all([made.shopper(), made.shopper(), made.shopper()])
  const joined = await Promise.all(shoppers.map((one) => problemOf(one, item.id)))
  expect(joined.toSorted()).toEqual(['joined', 'joined', 'waitlist-full'])

  const shopper = await made.shopper()
  const items = await Promise.all(Array.from({ length: 7 }, () => rentedItem()))
  const all = await Promise.all(items.map((one) => problemOf(shopper, one.item.id)))
  expect(all.filter((answer) => answer === 'joined')).toHaveLength(5)
  expect(all.filter((answer) => answer === 'too-many-entries')).toHaveLength(2)
})

test('cancellations, people in line and strangers at once leave every day with one holder', async () => {
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
  const held = await db
    .selectFrom('booked_periods')
    .select('waitlist_entry_id')
    .where('item_id', '=', item.id)
    .execute()
  expect(held).toEqual([{ waitlist_entry_id: line[0] }])
})

test('an offer lasts 12 hours, overnight until noon, and never into the first day', async () => {
  const ends = async (at: string, start = '2026-12-05', notice_days = 0) => {
    const closet = await made.closet({ notice_days })
    const item = await made.item({ closet, creditsPerDay: 0 })
    const renter = await made.shopper()
    const { id } = await made.rental({ item, renter, start, days: 1, createdAt: now })
    const shopper = await made.shopper()
    await mustJoin(shopper, item.id, { start: day(start), end: day(start) })
    await cancelRental(db, renter, { rentalId: id, origin }, new Date(at))
    const [entry] = await myWaitlist(db, shopper)
    return entry?.heldUntil?.toISOString() ?? null
  }
  // 19:59, 20:00, 07:59 and 08:00 in New York.
  expect(await ends('2026-11-21T00:59:00Z')).toBe('2026-11-21T12:59:00.000Z')
  expect(await ends('2026-11-21T01:00:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(await ends('2026-11-21T06:00:00Z')).toBe('2026-11-21T18:00:00.000Z')
  expect(await ends('2026-11-21T04:30:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(await ends('2026-11-21T13:00:00Z')).toBe('2026-11-22T01:00:00.000Z')
  expect(await ends('2026-12-04T20:00:00Z')).toBe('2026-12-05T05:00:00.000Z')
  // A closet that needs three days of notice: the last day to rent is December 2.
  expect(await ends('2026-12-02T20:00:00Z', '2026-12-05', 3)).toBe('2026-12-03T05:00:00.000Z')
})
