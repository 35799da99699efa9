import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { retireItem, setPaused } from '#domain/catalogue/items/listing/listing.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { day, december, now, origin, today, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { leaveWaitlist } from './join-waitlist.ts'
import { passEntries } from './waitlist-deadlines.ts'
import { myWaitlist } from './waitlist-queries.ts'

const { db } = await testDatabase()
const { made, mustJoin, problemOf, statusOf, rentedItem } = waitlistWorld(db)

test('waiting ends with the first day, or when the item is retired', async () => {
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

test('an entry ends when its days are freed too late for an offer', async () => {
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
  expect(await problemOf(shopper, id)).toBe('offers-unused')
})

test('nobody waits for the days of their own rental, which canceling frees for all', async () => {
  const ahead = await rentedItem({ advance_booking: true })
  expect(await problemOf(ahead.renter, ahead.item.id)).toBe('already-requested')
  const lastDay = { start: day('2026-12-12'), end: day('2026-12-14') }
  expect(await problemOf(ahead.renter, ahead.item.id, lastDay)).toBe('already-requested')
  const other = await made.shopper()
  await made.rental({ item: ahead.item, renter: other, start: '2026-12-20', days: 3 })
  const ofOther = { start: day('2026-12-19'), end: day('2026-12-22') }
  expect(await problemOf(ahead.renter, ahead.item.id, ofOther)).toBe('joined')

  const alone = await rentedItem({ advance_booking: false })
  const later = { start: day('2027-01-05'), end: day('2027-01-08') }
  expect(await problemOf(alone.renter, alone.item.id, later)).toBe('already-requested')
  expect(await problemOf(other, alone.item.id, later)).toBe('joined')
  await alone.cancel()
  expect(await problemOf(alone.renter, alone.item.id, later)).not.toBe('already-requested')
})

test('leaving an offer counts like letting it expire', async () => {
  const { item, cancel } = await rentedItem()
  const [one, two] = [await made.shopper(), await made.shopper()]
  type Entry = Awaited<ReturnType<typeof mustJoin>>
  const leave = (shopper: typeof one, entryId: Entry) =>
    leaveWaitlist(db, shopper, { entryId }, now)
  // Leaving without an offer does not count.
  for (let n = 0; n < 2; n += 1) await leave(one, await mustJoin(one, item.id))
  const first = await mustJoin(one, item.id)
  const second = await mustJoin(two, item.id)
  await cancel()
  await leave(one, first)
  expect(await statusOf(first, second)).toEqual(['left', 'offered'])
  const third = await mustJoin(one, item.id)
  await leave(two, second)
  expect(await statusOf(third)).toEqual(['offered'])
  await mustJoin(two, item.id)
  await leave(one, third)
  expect(await problemOf(one, item.id)).toBe('offers-unused')
})

test('a waitlist takes twenty people and a shopper five waitlists, even concurrently', async () => {
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

test('an offer lasts 12 hours, until noon at least, and ends before the first day', async () => {
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
  // 11:59, 12:00, 19:00, 00:00 and 01:00 in New York.
  expect(await ends('2026-11-20T16:59:00Z')).toBe('2026-11-21T04:59:00.000Z')
  expect(await ends('2026-11-20T17:00:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(await ends('2026-11-21T00:00:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(await ends('2026-11-21T05:00:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(await ends('2026-11-21T06:00:00Z')).toBe('2026-11-21T18:00:00.000Z')
  expect(await ends('2026-12-04T20:00:00Z')).toBe('2026-12-05T05:00:00.000Z')
  // With three days of notice, the last day to rent is December 2.
  expect(await ends('2026-12-02T20:00:00Z', '2026-12-05', 3)).toBe('2026-12-03T05:00:00.000Z')
})
