import { expect, test } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { approveConditions } from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { deliverRental, recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import {
  cancelRental,
  requestRental,
  transferLiveRentals,
} from '#domain/booking/rentals/rentals.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

function fail(): never {
  throw new Error('this is no date')
}

async function setRate(db: Db, cents: number, from: Date) {
  const announced = { cents_per_credit: cents, announced_at: from, from_at: from, set_by: null }
  await insertRows(db, 'payout_rates', { ...announced, id: newId() })
}

/** A week of 14 credits, rented today from a closet or an admin. */
async function rented(lister: ClosetOwner | Admin, at = now) {
  const item = await made.item({ closet: lister })
  const renter = await made.readyShopper({ credits: 14 })
  const dates = { start: addDays(today, 1), end: addDays(today, 7) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
  const answer = await requestRental(db, renter, request, at, today, 'UTC')
  if (!answer.ok) throw new Error(answer.problem.reason)
  const on = { rentalId: answer.value.rentalId, origin, today: addDays(today, 8) }
  return { item, renter, on }
}

async function returned(lister: ClosetOwner | Admin) {
  const all = await rented(lister)
  await deliverRental(db, lister, all.on, now)
  await recordReturn(db, lister, all.on, now)
  return all
}

const earningsOf = (rentalId: RentalId) =>
  readRows(
    db,
    'earnings',
    ['owner_id', 'kind', 'amount_cents', 'source_key', 'payable_at'],
    { rental_id: rentalId },
    'id',
  )

const rateOf = async (rentalId: RentalId) => {
  const row = await readRow(db, 'rentals', 'cents_per_credit', rentalId)
  return row.cents_per_credit
}

test('a completed rental earns its credits at 45 cents, payable after seven days, once', async () => {
  const closet = await made.closet()
  const { on } = await returned(closet)
  expect(await earningsOf(on.rentalId)).toEqual([])
  await approveCondition(db, closet, on, now)
  await approveCondition(db, closet, on, now)
  expect(await earningsOf(on.rentalId)).toEqual([
    {
      owner_id: closet.id,
      kind: 'rental',
      amount_cents: 630,
      source_key: `rental:${on.rentalId}`,
      payable_at: inDays(7),
    },
  ])
})

test('a rental also earns when a deposit is withheld or its review is automatic', async () => {
  const closet = await made.closet()
  const withheld = await returned(closet)
  await keepDeposit(db, closet, { ...withheld.on, cents: 500, notes: 'Torn hem' }, now)
  const forgotten = await returned(closet)
  await approveConditions(db, { now: inDays(7), today: addDays(today, 15), origin })
  for (const { on } of [withheld, forgotten])
    expect(await earningsOf(on.rentalId)).toMatchObject([{ kind: 'rental', amount_cents: 630 }])
})

test('a canceled rental earns nothing, nor does a rental of an admin’s item', async () => {
  const closet = await made.closet()
  const cancelled = await rented(closet)
  await cancelRental(db, cancelled.renter, cancelled.on, now)
  const admin = await made.admin()
  const ofAdmin = await returned(admin)
  await approveCondition(db, admin, ofAdmin.on, now)
  expect(await rateOf(ofAdmin.on.rentalId)).toBe(0)
  for (const { on } of [cancelled, ofAdmin]) expect(await earningsOf(on.rentalId)).toEqual([])
})

test('undoing a review takes its earning back, and the next review earns it again', async () => {
  const [closet, other] = [await made.closet(), await made.closet()]
  const { on } = await returned(closet)
  const undo = { ...on, correction: 'undo-review' } as const
  const [earlier, later] = [await returned(other), await returned(other)]
  await approveCondition(db, other, earlier.on, now)
  for (let round = 0; round < 2; round += 1) {
    await approveCondition(db, closet, on, now)
    expect(await correct(db, closet, undo, now)).toEqual({ ok: true, value: null })
  }
  await approveCondition(db, closet, on, now)
  await approveCondition(db, other, later.on, now)
  const keys = [`rental:${on.rentalId}`, `rental:${on.rentalId}:1`, `rental:${on.rentalId}:2`]
  expect(await earningsOf(on.rentalId)).toMatchObject([
    { amount_cents: 630, source_key: keys[0] },
    { amount_cents: -630, source_key: `taken-back:${keys[0]}`, payable_at: inDays(7) },
    { amount_cents: 630, source_key: keys[1] },
    { amount_cents: -630, source_key: `taken-back:${keys[1]}` },
    { amount_cents: 630, source_key: keys[2] },
  ])
  for (const { on: their } of [earlier, later])
    expect(await earningsOf(their.rentalId)).toMatchObject([
      { owner_id: other.id, amount_cents: 630, source_key: `rental:${their.rentalId}` },
    ])
})

test('an earning taken back after it became payable counts at once', async () => {
  const closet = await made.closet()
  const { on } = await returned(closet)
  await approveCondition(db, closet, on, now)
  const undo = { ...on, correction: 'undo-review' } as const
  expect(await correct(db, await made.admin(), undo, inDays(9))).toMatchObject({ ok: true })
  expect(await earningsOf(on.rentalId)).toMatchObject([
    { payable_at: inDays(7) },
    { amount_cents: -630, payable_at: inDays(9) },
  ])
})

test('the rate is fixed on the day of renting', async () => {
  const own = await testDatabase()
  const { closet, item, readyShopper } = make(own.db)
  const owner = await closet()
  await setRate(own.db, 55, inDays(2))
  const rates: number[] = []
  for (const at of [inDays(1), inDays(3)]) {
    const dress = await item({ closet: owner })
    const renter = await readyShopper({ credits: 14 })
    const dates = { start: addDays(today, 10), end: addDays(today, 16) }
    const request = { itemId: dress.id, ...dates, requestKey: newId(), origin }
    const answer = await requestRental(own.db, renter, request, at, today, 'UTC')
    if (!answer.ok) throw new Error(answer.problem.reason)
    const row = await readRow(own.db, 'rentals', 'cents_per_credit', answer.value.rentalId)
    rates.push(row.cents_per_credit)
  }
  expect(rates).toEqual([45, 55])
})

test.each([
  { before: 40, lister: 'closet', rate: 40 },
  { before: 40, lister: 'admin', rate: 0 },
  { before: 0, lister: 'closet', rate: 45 },
] as const)('a swap from $before cents to an item of a $lister has a rate of $rate', async ({
  before,
  lister,
  rate,
}) => {
  const style = `Style ${newId()}`
  const renter = await made.shopper()
  const clock = { now: () => now }
  const closet = await made.closet()
  const { id } = await rentalAtRisk({ db, make: made, clock }, { closet, renter, style })
  await db.updateTable('rentals').set({ cents_per_credit: before }).where('id', '=', id).execute()
  const other = await made.item({ style, closet: await made[lister]() })
  const on = { rentalId: id, itemId: other.id, requestKey: newId(), origin }
  const swapped = await swapRental(db, renter, on, now, today, 'UTC')
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  expect(await rateOf(swapped.value.rentalId)).toBe(rate)
})

test('a live rental that passes to an admin earns nothing', async () => {
  const closet = await made.closet()
  const { item, on } = await rented(closet)
  const other = await rented(await made.closet())
  const rate = await rateOf(other.on.rentalId)
  expect(rate).toBeGreaterThan(0)
  const admin = await made.admin()
  await inTransaction(db, async (tx) => {
    await updateRows(tx, 'clothing_items', item.id, { business_id: admin.id })
    await transferLiveRentals(tx, { from: closet.id, to: admin.id })
  })
  expect(await rateOf(on.rentalId)).toBe(0)
  expect(await rateOf(other.on.rentalId)).toBe(rate)
})
