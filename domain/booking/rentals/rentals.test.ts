import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { readProfile, saveDeliveryDetails } from '#domain/accounts/people/profiles.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { cancelRental, requestRental } from './rentals.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

function input(item: { readonly id: ItemId }, over: Record<string, unknown> = {}) {
  return {
    itemId: item.id,
    start: addDays(today, 3),
    end: addDays(today, 9),
    requestKey: newId(),
    origin,
    ...over,
  }
}

async function problemOf(shopper: Shopper, request: Parameters<typeof requestRental>[2]) {
  const outcome = await requestRental(db, shopper, request, now, today, 'UTC')
  return outcome.ok ? 'rented' : outcome.problem.reason
}

test('renting spends whole weeks, takes the item off the lists and prefills the delivery', async () => {
  const shopper = await made.readyShopper({ credits: 50 })
  await updateRows(db, 'user_profiles', shopper.id, {
    phone: '+1 212 555 0100',
    delivery_address: '5 Elm Street',
  })
  const item = await made.item({ creditsPerDay: 2 })
  const outcome = await requestRental(
    db,
    shopper,
    input(item, { end: addDays(today, 10) }),
    now,
    today,
    'UTC',
  )
  expect(outcome).toMatchObject({ ok: true, value: { totalCredits: 28 } })
  expect(await creditsBalance(db, shopper.id, now)).toBe(22)
  const rental = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .selectAll('r')
    .select('i.available')
    .where('r.item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(rental).toMatchObject({
    status: 'pending',
    total_days: 8,
    deposit_amount: 5000,
    renter_phone: '+1 212 555 0100',
    delivery_address: '5 Elm Street',
    available: false,
  })
  const lines = await readRows(db, 'audit_log', ['action', 'actor_id', 'after'], {
    noun_id: rental.id,
  })
  expect(lines).toMatchObject([
    { action: 'request', actor_id: shopper.id, after: { credits: 28, start: rental.start_date } },
  ])
})

test('delivery details are stored with the rental and prefilled for the next one', async () => {
  const shopper = await made.readyShopper({ credits: 50 })
  const delivery = { phone: '+1 212 555 0123', address: '9 Oak Road', notes: 'Ring twice' }
  await requestRental(db, shopper, input(await made.item(), { delivery }), now, today, 'UTC')
  await saveDeliveryDetails(db, shopper, delivery, now)
  const silent = { phone: null, address: null, notes: null }
  await requestRental(
    db,
    shopper,
    input(await made.item(), { delivery: silent }),
    now,
    today,
    'UTC',
  )
  await requestRental(db, shopper, input(await made.item()), now, today, 'UTC')
  const rentals = await db
    .selectFrom('rentals')
    .select(['renter_phone as phone', 'delivery_address as address', 'delivery_notes as notes'])
    .where('renter_id', '=', shopper.id)
    .orderBy('id')
    .execute()
  expect(rentals).toEqual([delivery, silent, delivery])
})

test('remembered delivery details do not change the public phone number of a closet that rents', async () => {
  const closet = await made.shopper({
    account_type: 'business',
    business_status: 'approved',
    phone: '212 555 0100',
  })
  const delivery = { phone: '+1 212 555 0123', address: '9 Oak Road', notes: null }
  await saveDeliveryDetails(db, closet, delivery, now)
  expect(await readProfile(db, closet)).toMatchObject({
    phone: '212 555 0100',
    deliveryAddress: '9 Oak Road',
  })
})

test('an item cannot be rented within its closet’s notice period', async () => {
  const shopper = await made.readyShopper({ credits: 50 })
  const closet = await made.closet({ notice_days: 2 })
  const item = await made.item({ closet })
  const early = input(item, { start: addDays(today, 1), end: addDays(today, 7) })
  expect(await problemOf(shopper, early)).toBe('dates-taken')
  expect(await problemOf(shopper, { ...early, start: addDays(today, 2) })).toBe('rented')
})

test('the checks apply in the specification’s order', async () => {
  const shopper = await made.shopper()
  const taken = await made.item({ creditsPerDay: 2 })
  await made.rental({ item: taken })
  const wrong = input(taken, { start: '', end: '' })
  expect(await problemOf(shopper, input({ id: newId() }))).toBe('item-not-found')
  expect(await problemOf(shopper, wrong)).toBe('deposit-missing')
  await made.deposit(shopper)
  expect(await problemOf(shopper, wrong)).toBe('dates-missing')
  const backwards = { start: addDays(today, 5), end: addDays(today, 4) }
  expect(await problemOf(shopper, input(taken, backwards))).toBe('dates-invalid')
  expect(await problemOf(shopper, input(taken))).toBe('dates-taken')
  const free = await made.item({ creditsPerDay: 2 })
  expect(await problemOf(shopper, input(free))).toBe('not-enough-credits')
  await made.credits(shopper, 14)
  expect(await problemOf(shopper, input(free))).toBe('rented')
})

test.each([
  [{ start: '2027-02-29', end: '2027-03-03' }, 'dates-invalid'],
  [{ start: 'tomorrow', end: '2027-03-03' }, 'dates-invalid'],
  [{ start: '2026-11-19', end: '2026-11-25' }, 'dates-past'],
  [{ start: '2026-11-20', end: '2027-02-12' }, 'dates-too-long'],
  [{ start: '2027-11-21', end: '2027-11-22' }, 'dates-too-far'],
  [{ start: '2027-11-20', end: '2027-11-22' }, 'rented'],
  [{ start: '2026-11-20', end: '2027-02-11' }, 'rented'],
  [{ start: '2026-11-20', end: '2026-11-20' }, 'rented'],
])('dates %o: %s', async (dates, result) => {
  const shopper = await made.readyShopper({ credits: 1000 })
  const item = await made.item({ creditsPerDay: 2 })
  expect(await problemOf(shopper, input(item, dates))).toBe(result)
})

test('an item that is not public cannot be rented', async () => {
  const shopper = await made.readyShopper()
  const rentable = async (over: Parameters<typeof made.item>[0]) =>
    await problemOf(shopper, input(await made.item({ creditsPerDay: 1, ...over })))
  expect(await rentable({ approval_status: 'pending' })).toBe('item-not-found')
  expect(await rentable({ approval_status: 'denied' })).toBe('item-not-found')
  expect(await rentable({ deleted_at: now })).toBe('item-not-found')
  expect(await rentable({ paused: true })).toBe('item-paused')
  const blocked = await made.closet()
  const item = await made.item({ closet: blocked })
  await updateRows(db, 'user_profiles', blocked.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await problemOf(shopper, input(item))).toBe('item-not-found')
  const own = await made.item({ closet: shopper })
  await updateRows(db, 'user_profiles', shopper.id, {
    account_type: 'business',
    business_status: 'approved',
  })
  expect(await problemOf(shopper, input(own))).toBe('own-item')
})

test('a day that the closet has blocked cannot be rented', async () => {
  const shopper = await made.readyShopper()
  const item = await made.item({ creditsPerDay: 1 })
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: addDays(today, 9) })
  expect(await problemOf(shopper, input(item))).toBe('dates-taken')
  expect(await problemOf(shopper, input(item, { end: addDays(today, 8) }))).toBe('rented')
})

test('a price of 0 is allowed and spends no credits', async () => {
  const shopper = await made.readyShopper({ credits: 3 })
  expect(await problemOf(shopper, input(await made.item({ creditsPerDay: 0 })))).toBe('rented')
  expect(await creditsBalance(db, shopper.id, now)).toBe(3)
})

test('a form rents once, however often it is submitted', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const item = await made.item({ creditsPerDay: 1 })
  const request = input(item)
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => requestRental(db, shopper, request, now, today, 'UTC')),
  )
  const ids = outcomes.map((outcome) => (outcome.ok ? outcome.value.rentalId : outcome.problem))
  expect(new Set(ids).size).toBe(1)
  expect(await creditsBalance(db, shopper.id, now)).toBe(93)
})

test('a request key of another shopper gives no access to their rental', async () => {
  const [first, second] = [await made.readyShopper(), await made.readyShopper()]
  const request = input(await made.item({ creditsPerDay: 1 }))
  await requestRental(db, first, request, now, today, 'UTC')
  const other = await made.item({ creditsPerDay: 1 })
  const stolen = requestRental(
    db,
    second,
    input(other, { requestKey: request.requestKey }),
    now,
    today,
    'UTC',
  )
  expect(await stolen).toMatchObject({ ok: false, problem: { reason: 'request-used' } })
  expect(await creditsBalance(db, second.id, now)).toBe(100)
})

/** `RACES=1000` repeats the races more often. */
const RACES = Number(process.env.RACES ?? 20)

test(
  'in each race for one item and the same dates one shopper wins and the other keeps the credits',
  async () => {
    const closet = await made.closet()
    const race = async () => {
      const [item, ...pair] = await Promise.all([
        made.item({ closet, creditsPerDay: 1 }),
        made.readyShopper({ credits: 10 }),
        made.readyShopper({ credits: 10 }),
      ])
      const outcomes = await Promise.all(
        pair.map((shopper) => requestRental(db, shopper, input(item), now, today, 'UTC')),
      )
      const results = outcomes.map((outcome) => (outcome.ok ? 'rented' : outcome.problem.reason))
      const balances = await Promise.all(pair.map(({ id }) => creditsBalance(db, id, now)))
      expect(results.map((word, index) => [word, balances[index]]).sort()).toEqual([
        ['dates-taken', 10],
        ['rented', 3],
      ])
    }
    for (let raced = 0; raced < RACES; raced += 10) {
      await Promise.all(Array.from({ length: 10 }, race))
    }
  },
  60_000 + RACES * 200,
)

test('a shopper with credits for one rental gets one rental, even from two tabs at once', async () => {
  const closet = await made.closet()
  for (let round = 0; round < RACES; round++) {
    const shopper = await made.readyShopper({ credits: 7 })
    const items = await Promise.all([1, 1].map(() => made.item({ closet, creditsPerDay: 1 })))
    const outcomes = await Promise.all(
      items.map((item) => requestRental(db, shopper, input(item), now, today, 'UTC')),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await creditsBalance(db, shopper.id, now)).toBe(0)
  }
})

test('the database refuses a second live rental and an overlap', async () => {
  const item = await made.item()
  const first = await made.rental({ item, status: 'confirmed' })
  const second = insertRows(db, 'rentals', { ...first, id: newId(), request_key: newId() })
  await expect(second).rejects.toThrow(/item_has_one_live_rental|rentals_never_overlap/)
})

test('canceling before delivery refunds everything, once', async () => {
  const shopper = await made.readyShopper({ credits: 20 })
  const item = await made.item({ creditsPerDay: 2 })
  const rented = await requestRental(db, shopper, input(item), now, today, 'UTC')
  if (!rented.ok) throw new Error('not rented')
  const cancels = Array.from({ length: 5 }, () =>
    cancelRental(db, shopper, { rentalId: rented.value.rentalId, origin }, now),
  )
  expect(await Promise.all(cancels)).toEqual(Array(5).fill({ ok: true, value: null }))
  expect(await creditsBalance(db, shopper.id, now)).toBe(20)
  expect(await problemOf(shopper, input(item))).toBe('rented')
})

test('other people’s rentals cannot be canceled, nor delivered ones', async () => {
  const item = await made.item()
  const rental = await made.rental({ item, status: 'delivered' })
  const stranger = await made.shopper()
  expect(await cancelRental(db, stranger, { rentalId: rental.id, origin }, now)).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
  const renter = { ...stranger, id: rental.renter_id }
  expect(await cancelRental(db, renter, { rentalId: rental.id, origin }, now)).toMatchObject({
    problem: { reason: 'too-late' },
  })
})
