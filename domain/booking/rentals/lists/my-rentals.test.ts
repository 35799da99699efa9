import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { liveRentalQuery } from '#domain/booking/calendar/calendar.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { countMyRentals, findMyRental, myRentals } from './rental-queries.ts'
import { upcomingRentals } from './upcoming-rentals.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T17:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()
const zone = 'America/New_York'
const renter = async () => await made.shopper()
type Renter = Awaited<ReturnType<typeof renter>>

const free = () => made.item({ creditsPerDay: 0, advance_booking: true })

/** A rental of a week whose last day is this many days from today. */
async function endingIn(person: Renter, days: number, status: 'confirmed' | 'delivered') {
  const start = addDays(today, days - 6)
  const createdAt = new Date(noon.getTime() - 20 * 86_400_000)
  return await made.rental({ item: await free(), renter: person, start, status, createdAt })
}

async function tabOf(person: Renter, rentalId: RentalId, on = today) {
  const [current, past] = await Promise.all(
    (['current', 'past'] as const).map(async (tab) => {
      const { rows } = await myRentals(db, person, { tab, after: null }, on, zone)
      return rows.filter(({ id }) => id === rentalId).length
    }),
  )
  const counts = await countMyRentals(db, person, on)
  expect([counts.current, counts.past], 'the numbers in the tabs').toEqual([current, past])
  return `${current} current, ${past} past, ${counts.overdue} overdue`
}

test('a rental is current until its last day, and past from the day after', async () => {
  const person = await renter()
  const { id } = await endingIn(person, 0, 'confirmed')
  expect(await tabOf(person, id)).toBe('1 current, 0 past, 0 overdue')
  expect(await tabOf(person, id, addDays(today, 1))).toBe('0 current, 1 past, 0 overdue')
})

test('an item with its renter is overdue from the day after the last day', async () => {
  const person = await renter()
  const { id } = await endingIn(person, 0, 'delivered')
  expect(await tabOf(person, id)).toBe('1 current, 0 past, 0 overdue')
  expect(await tabOf(person, id, addDays(today, 1))).toBe('0 current, 1 past, 1 overdue')
})

test('overdue rentals come first, and only on the first page of Past', async () => {
  const person = await renter()
  const over: RentalId[] = []
  const item = await free()
  for (let count = 0; count <= PAGE_SIZE; count += 1) {
    const start = addDays(today, -400 + count * 8)
    // Rentals made later here were requested earlier; each two have the same time.
    const at = new Date(noon.getTime() - Math.floor(count / 2) * 86_400_000)
    const rental = { item, renter: person, start, status: 'completed', createdAt: at } as const
    over.splice(count - (count % 2), 0, (await made.rental(rental)).id)
  }
  const late = await endingIn(person, -2, 'delivered')
  const last = await endingIn(person, -1, 'delivered')
  const later = await endingIn(person, -2, 'delivered')
  // Updated, so it comes after the others in the table.
  await updateRows(db, 'rentals', late.id, {
    start_date: addDays(today, -9),
    end_date: addDays(today, -3),
  })
  await updateRows(db, 'rentals', late.id, {
    start_date: addDays(today, -8),
    end_date: addDays(today, -2),
  })
  const page = (after: string | null) => myRentals(db, person, { tab: 'past', after }, today, zone)
  const first = await page(null)
  const second = await page(first.next)
  // Rentals requested at the same time are ordered too, and each is on one page only.
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([
    ...[late.id, later.id, last.id, ...over],
  ])
  expect([second.rows.length, second.next]).toEqual([1, null])
  expect(await countMyRentals(db, person, today)).toEqual({
    ...{ current: 0, past: PAGE_SIZE + 4, overdue: 3, unreviewed: 0 },
  })
})

test('a returned item counts as unreviewed after its last day', async () => {
  const person = await renter()
  const { id } = await endingIn(person, 0, 'delivered')
  await updateRows(db, 'rentals', id, {
    return_status: 'returned',
    returned_at: noon,
    returned_on: today,
  })
  const unreviewed = async (on = today) => (await countMyRentals(db, person, on)).unreviewed
  expect([await unreviewed(), await unreviewed(addDays(today, 1))]).toEqual([0, 1])
})

test('only its renter finds a rental, with its days and the possible moves', async () => {
  const person = await renter()
  const closet = await made.closet({ city: 'Brooklyn', state: 'NY', instagram_handle: '@vera' })
  const item = await made.item({ closet, title: 'Silk cape', creditsPerDay: 2 })
  const rental = { item, renter: person, start: '2026-11-20', status: 'delivered' } as const
  // Still the evening before in New York.
  const { id } = await made.rental({ ...rental, createdAt: new Date('2026-11-20T04:59:00Z') })
  const find = async (who: Renter, on = today) => await findMyRental(db, who, id, on, zone)
  expect(await find(await renter())).toBeNull()
  expect(await find(person)).toMatchObject({
    ...{ title: 'Silk cape', location: 'Brooklyn, NY', stage: 'out', totalDays: 7 },
    ...{ totalCredits: 14, creditsReturned: 0, creditsOnHold: 0, returnedCents: 0 },
    ...{ mayCancel: false, maySendBack: true, mayExtend: true, mayAnswer: false, isDenied: false },
    owner: { id: closet.id, isAdmin: false, instagramHandle: 'vera' },
    ...{ sentBack: null, handover: null },
    times: { requested: 'Nov 19, 2026', accepted: null, delivered: 'Nov 19, 2026' },
  })
  const [last, over] = [addDays(today, 6), addDays(today, 7)]
  expect(await find(person, last)).toMatchObject({ stage: 'out', mayExtend: true })
  expect(await find(person, over)).toMatchObject({ stage: 'overdue', mayExtend: false })
})

test('shows the credits restored by a cancellation, and no location without the closet’s city', async () => {
  for (const [city, state, onHold] of [
    ['Brooklyn', null, 0],
    [null, 'NY', 14],
  ] as const) {
    const person = await renter()
    const item = await made.item({ closet: await made.closet({ city, state }) })
    const { id } = await made.rental({ item, renter: person, createdAt: noon })
    const find = async () => await findMyRental(db, person, id, today, zone)
    expect(await find()).toMatchObject({
      ...{ location: 'Location not specified', owner: { instagramHandle: null, phone: null } },
      ...{ creditsReturned: 0, creditsOnHold: 0 },
    })
    const frozen = { frozen_at: onHold ? noon : null }
    await db.updateTable('credit_lots').set(frozen).where('user_id', '=', person.id).execute()
    const cancelled = await cancelRental(db, person, { rentalId: id, origin: '' }, noon)
    expect(cancelled).toMatchObject({ ok: true })
    expect(await find()).toMatchObject({
      ...{ stage: 'cancelled', creditsReturned: 14, creditsOnHold: onHold },
    })
  }
})

test('a rental sent back is on its way until it is returned', async () => {
  const person = await renter()
  await endingIn(person, 20, 'confirmed')
  const { id } = await endingIn(person, 0, 'delivered')
  await endingIn(person, 30, 'confirmed')
  const find = async () => await findMyRental(db, person, id, today, zone)
  const sent = { sent_back_at: noon, sent_back_tracking: '1Z 999' }
  await db.updateTable('rentals').set(sent).where('id', '=', id).execute()
  const sentBack = { on: 'Nov 20, 2026', tracking: '1Z 999' }
  expect(await find()).toMatchObject({ id, stage: 'sent-back', sentBack })
  const back = { return_status: 'returned', returned_at: noon, returned_on: today } as const
  await db.updateTable('rentals').set(back).where('id', '=', id).execute()
  expect(await find()).toMatchObject({ id, stage: 'returned', sentBack: null })
})

test('shows only the cents that an appeal about this rental returned', async () => {
  const [closet, person, admin] = [await made.closet(), await renter(), await made.admin()]
  const withheld = { closet, renter: person, admin }
  const decided = await appealedRental(db, { ...withheld, until: 'decided' }, noon)
  const other = { closet, renter: await renter(), until: 'withheld' } as const
  await appealedRental(db, other, noon)
  const found = await findMyRental(db, person, decided, today, zone)
  expect(found).toMatchObject({ depositCents: 5000, withheldCents: 2000, returnedCents: 500 })
})

test('the renter is asked about a delivery from the day after the last', async () => {
  const person = await renter()
  const { id } = await endingIn(person, 0, 'confirmed')
  const mayAnswer = async (on = today) => {
    const found = await findMyRental(db, person, id, on, zone)
    return found?.mayAnswer
  }
  expect([await mayAnswer(), await mayAnswer(addDays(today, 1))]).toEqual([false, true])
})

test('the live rentals of an item are listed by day, and a renter’s first one is found', async () => {
  const [person, other, admin] = [await renter(), await renter(), await made.admin()]
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 0, advance_booking: true })
  const rent = (who: Renter, start: string, status: 'pending' | 'cancelled' = 'pending') =>
    made.rental({ item, renter: who, start, status, createdAt: noon })
  const [second, first] = [await rent(person, '2027-02-01'), await rent(person, '2027-01-01')]
  const foreign = await rent(other, '2026-12-01')
  await rent(person, '2026-11-25', 'cancelled')
  await made.rental({ item: await free(), renter: person, start: '2026-11-21' })
  const idsFor = async (who: typeof closet | typeof admin) =>
    (await upcomingRentals(db, who, item.id, today)).map(({ id }) => id)
  for (const who of [closet, admin])
    expect(await idsFor(who)).toEqual([foreign.id, first.id, second.id])
  expect(await idsFor(await made.closet())).toEqual([])
  // There are 51; the last one is left out.
  const later = Array.from({ length: 48 }, (_, n) => {
    const day = addDays(today, 200 + n)
    const dates = { start_date: day, end_date: day, total_days: 1 }
    return { ...foreign, ...dates, id: newId(), request_key: newId() }
  })
  await db.insertInto('rentals').values(later.toReversed()).execute()
  const ids = [foreign, first, second, ...later].map(({ id }) => id)
  expect(await idsFor(closet)).toEqual(ids.slice(0, 50))
  const liveOf = async (who: typeof person) =>
    await liveRentalQuery(db, who.id, item.id).executeTakeFirst()
  expect(await liveOf(person)).toEqual({
    ...{ id: first.id, start: '2027-01-01', end: '2027-01-07', status: 'pending' },
  })
  expect(await liveOf(await renter())).toBeUndefined()
})
