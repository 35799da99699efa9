import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { acceptDates, expireProposals, keepDates, withdrawDates } from './answer-dates.ts'
import { changeDates } from './change-dates.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'
const ok = { ok: true, value: null }
const day = (after: number) => addDays(today, after)
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

/** A rental from day 10 to 16 that cost 14 of 100 credits. */
async function rented(
  item: Parameters<typeof made.item>[0] = {},
  status: 'pending' | 'confirmed' = 'confirmed',
) {
  const closet = await made.closet()
  const rentable = await made.item({
    closet,
    creditsPerDay: 2,
    advance_booking: true,
    turnaround_days: 2,
    ...item,
  })
  const renter = await made.readyShopper({ credits: 100 })
  const rentalId = await rent(renter, rentable.id, 10, 16)
  const on = { rentalId, origin }
  if (status === 'confirmed') expect(await acceptRental(db, closet, on, now)).toEqual(ok)
  return { closet, item: rentable, renter, on, rentalId }
}

async function rent(
  renter: Shopper,
  itemId: Parameters<typeof requestRental>[2]['itemId'],
  from: number,
  to: number,
) {
  const request = { itemId, start: day(from), end: day(to), requestKey: newId(), origin }
  const outcome = await requestRental(db, renter, request, now, today, 'UTC')
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value.rentalId
}

const change = (
  renter: Shopper,
  rentalId: RentalId,
  [from, to]: readonly [number, number],
  { at = now, requestKey = newId() } = {},
) =>
  changeDates(
    db,
    renter,
    { rentalId, start: day(from), end: day(to), requestKey, origin },
    at,
    today,
    'UTC',
  )

const rentalOf = (rentalId: RentalId) =>
  db.selectFrom('rentals').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()

async function bookedFor(rentalId: RentalId) {
  const rows = await db
    .selectFrom('booked_periods')
    .select(['period', 'rental_id'])
    .where((where) =>
      where.or([where('rental_id', '=', rentalId), where('proposed_by', '=', rentalId)]),
    )
    .orderBy('period')
    .execute()
  return rows.map(({ period }) => period)
}
const period = (from: number, to: number) => `[${day(from)},${day(to)})`
const balanceOf = ({ id }: Shopper) => creditsBalance(db, id, now)

async function proposalOf(rentalId: RentalId) {
  const { proposal_key } = await rentalOf(rentalId)
  if (!proposal_key) throw new Error('nothing is proposed')
  return { rentalId, origin, proposal: proposal_key }
}

test('a request moves at once, with a new time to answer', async () => {
  const { renter, rentalId } = await rented({}, 'pending')
  const at = hours(5)
  expect(await change(renter, rentalId, [12, 20], { at })).toEqual({
    ok: true,
    value: { answerBy: null },
  })
  expect(await rentalOf(rentalId)).toMatchObject({
    ...{ start_date: day(12), end_date: day(20), total_days: 9, total_credits: 28 },
    ...{ status: 'pending', answer_by: hours(29), proposed_at: null },
  })
  expect(await balanceOf(renter)).toBe(72)
  expect(await bookedFor(rentalId)).toEqual([period(12, 23)])
  // Fewer weeks return the difference.
  expect(await change(renter, rentalId, [12, 18])).toMatchObject({ ok: true })
  expect(await balanceOf(renter)).toBe(86)
  expect(await rentalEvents(pool, rentalId)).toEqual(['request', 'change-dates', 'change-dates'])
})

test('a confirmed rental holds both dates until its closet accepts the new ones', async () => {
  const { closet, renter, rentalId } = await rented()
  expect(await change(renter, rentalId, [8, 18])).toEqual({
    ok: true,
    value: { answerBy: hours(24) },
  })
  expect(await rentalOf(rentalId)).toMatchObject({
    ...{ start_date: day(10), end_date: day(16), total_credits: 14, status: 'confirmed' },
    ...{ proposed_start_date: day(8), proposed_end_date: day(18), proposed_credits: 14 },
  })
  expect(await balanceOf(renter)).toBe(72)
  expect(await bookedFor(rentalId)).toEqual([period(8, 10), period(10, 19), period(19, 21)])
  expect(await acceptDates(db, closet, await proposalOf(rentalId), hours(23))).toEqual(ok)
  expect(await rentalOf(rentalId)).toMatchObject({
    ...{ start_date: day(8), end_date: day(18), total_days: 11, total_credits: 28 },
    ...{ status: 'confirmed', proposed_at: null, proposal_key: null },
  })
  expect(await bookedFor(rentalId)).toEqual([period(8, 21)])
  expect(await balanceOf(renter)).toBe(72)
})

test('the old dates stay, with what the new ones cost more, unless the closet accepts in time', async () => {
  const endings = {
    refused: async ({ closet, rentalId }: Awaited<ReturnType<typeof rented>>) =>
      expect(await keepDates(db, closet, await proposalOf(rentalId), now)).toEqual(ok),
    withdrawn: async ({ renter, on }: Awaited<ReturnType<typeof rented>>) =>
      expect(await withdrawDates(db, renter, on, now)).toEqual(ok),
    unanswered: async () => {
      expect(await expireProposals(db, { now: hours(23), origin })).toBe(0)
      expect(await expireProposals(db, { now: hours(24), origin })).toBe(1)
    },
  }
  for (const end of Object.values(endings)) {
    const all = await rented()
    const { closet, renter, rentalId } = all
    await change(renter, rentalId, [20, 30])
    const proposal = await proposalOf(rentalId)
    await end(all)
    expect(await rentalOf(rentalId)).toMatchObject({
      ...{ start_date: day(10), end_date: day(16), total_credits: 14, proposed_at: null },
    })
    expect(await balanceOf(renter)).toBe(86)
    expect(await bookedFor(rentalId)).toEqual([period(10, 19)])
    expect(await acceptDates(db, closet, proposal, now)).toEqual({
      ok: false,
      problem: { reason: 'nothing-proposed' },
    })
    expect(await rentalEvents(pool, rentalId)).toEqual([
      ...['request', 'accept', 'propose-dates', 'keep-dates'],
    ])
  }
})

test('nobody accepts after the time to answer, or other dates than they have read', async () => {
  const { closet, renter, rentalId } = await rented()
  await change(renter, rentalId, [20, 26])
  const first = await proposalOf(rentalId)
  await change(renter, rentalId, [22, 28])
  const refusal = (reason: string) => ({ ok: false, problem: { reason } })
  expect(await acceptDates(db, closet, first, now)).toEqual(refusal('nothing-proposed'))
  const second = await proposalOf(rentalId)
  expect(await acceptDates(db, closet, second, hours(24))).toEqual(refusal('answer-over'))
  expect(await keepDates(db, await made.closet(), second, now)).toEqual(refusal('rental-not-found'))
})

test('a rental that is delivered or ends meanwhile drops the proposal, and loses no credit', async () => {
  for (const { end, left } of [
    { end: deliverRental, left: 86 },
    { end: failDelivery, left: 100 },
  ]) {
    const { closet, renter, on, rentalId } = await rented()
    await change(renter, rentalId, [10, 23])
    expect(await balanceOf(renter)).toBe(72)
    const step = { ...on, today, note: '', imageIds: [] }
    expect(await end(db, closet, step, now)).toEqual(ok)
    expect(await rentalOf(rentalId)).toMatchObject({ proposed_at: null, end_date: day(16) })
    expect(await balanceOf(renter)).toBe(left)
  }
  const { renter, on, rentalId } = await rented()
  await change(renter, rentalId, [10, 23])
  expect(await cancelRental(db, renter, on, now)).toEqual(ok)
  expect(await balanceOf(renter)).toBe(100)
  expect(await bookedFor(rentalId)).toEqual([])
})

test('after fewer days and another change, canceling returns what is left', async () => {
  const { closet, renter, on, rentalId } = await rented()
  await change(renter, rentalId, [10, 23])
  await acceptDates(db, closet, await proposalOf(rentalId), now)
  await change(renter, rentalId, [10, 12])
  await acceptDates(db, closet, await proposalOf(rentalId), now)
  expect(await balanceOf(renter)).toBe(86)
  await change(renter, rentalId, [10, 23])
  await acceptDates(db, closet, await proposalOf(rentalId), now)
  expect(await balanceOf(renter)).toBe(72)
  expect(await cancelRental(db, renter, on, now)).toEqual(ok)
  expect(await balanceOf(renter)).toBe(100)
})

test('new days must be free for the renter, with notice only if they begin earlier', async () => {
  const { closet, item, renter, rentalId } = await rented()
  const other = await made.readyShopper({ credits: 100 })
  await rent(other, item.id, 22, 24)
  const taken = { ok: false, problem: { reason: 'dates-taken' } }
  expect(await change(renter, rentalId, [20, 23])).toEqual(taken)
  // The turnaround would run into the next rental.
  expect(await change(renter, rentalId, [12, 20])).toEqual(taken)
  await updateRows(db, 'user_profiles', closet.id, { notice_days: 14 })
  expect(await change(renter, rentalId, [9, 15])).toEqual(taken)
  expect(await change(renter, rentalId, [11, 17])).toMatchObject({ ok: true })
  // Both the old and the new days are held meanwhile.
  const late = { itemId: item.id, start: day(19), end: day(19), requestKey: newId(), origin }
  expect(await requestRental(db, other, late, now, today, 'UTC')).toMatchObject(taken)
})

test('who lacks the credits for more days is told how many, and nothing changes', async () => {
  const { renter, rentalId } = await rented()
  expect(await change(renter, rentalId, [10, 80])).toEqual({
    ok: false,
    problem: { reason: 'not-enough-credits', needed: 140, balance: 86 },
  })
  expect(await rentalOf(rentalId)).toMatchObject({ proposed_at: null, end_date: day(16) })
})

test('a form that is posted twice changes the dates once', async () => {
  const { renter, rentalId } = await rented()
  const requestKey = newId()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => change(renter, rentalId, [10, 23], { requestKey })),
  )
  expect(answers).toEqual(Array(4).fill({ ok: true, value: { answerBy: hours(24) } }))
  expect(await balanceOf(renter)).toBe(72)
})

test('a form that moves a request and is posted twice answers the same, and later does nothing', async () => {
  const { renter, rentalId } = await rented({}, 'pending')
  const requestKey = newId()
  const moved = { ok: true, value: { answerBy: null } }
  expect(await change(renter, rentalId, [10, 23], { requestKey })).toEqual(moved)
  expect(await change(renter, rentalId, [10, 23], { requestKey })).toEqual(moved)
  expect(await balanceOf(renter)).toBe(72)
  expect(await rentalEvents(pool, rentalId)).toEqual(['request', 'change-dates'])
  await change(renter, rentalId, [10, 12])
  expect(await change(renter, rentalId, [10, 23], { requestKey })).toEqual({
    ok: false,
    problem: { reason: 'sent-before' },
  })
  expect(await balanceOf(renter)).toBe(86)
})

test('a rental that moves no longer has the arrangements for the days before', async () => {
  const { closet, renter, rentalId } = await rented()
  await updateRows(db, 'rentals', rentalId, {
    delivery_arrangement: 'Fri 6 PM',
    return_arrangement: 'Mon 9 AM',
  })
  await change(renter, rentalId, [11, 17])
  expect(await rentalOf(rentalId)).toMatchObject({ delivery_arrangement: 'Fri 6 PM' })
  await acceptDates(db, closet, await proposalOf(rentalId), now)
  expect(await rentalOf(rentalId)).toMatchObject({
    ...{ delivery_arrangement: null, return_arrangement: null },
  })
})

test('other dates that cost more are asked for and taken back any number of times', async () => {
  const { closet, renter, on, rentalId } = await rented()
  for (const [last, left] of [
    [23, 72],
    [30, 58],
    [23, 72],
  ] as const) {
    expect(await change(renter, rentalId, [10, last])).toMatchObject({ ok: true })
    expect(await balanceOf(renter)).toBe(left)
  }
  expect(await withdrawDates(db, renter, on, now)).toEqual(ok)
  expect(await balanceOf(renter)).toBe(86)
  await change(renter, rentalId, [10, 30])
  expect(await keepDates(db, closet, await proposalOf(rentalId), now)).toEqual(ok)
  expect(await balanceOf(renter)).toBe(86)
})

test('a closet that accepts automatically accepts other dates too', async () => {
  const { closet, renter, rentalId } = await rented()
  await updateRows(db, 'user_profiles', closet.id, { accepts_automatically: 'everybody' })
  expect(await change(renter, rentalId, [20, 26])).toEqual({ ok: true, value: { answerBy: null } })
  expect(await rentalOf(rentalId)).toMatchObject({ start_date: day(20), status: 'confirmed' })
})

test('an item that takes one rental at a time moves too', async () => {
  const { renter, rentalId } = await rented(
    { advance_booking: false, turnaround_days: 0 },
    'pending',
  )
  expect(await change(renter, rentalId, [30, 36])).toMatchObject({ ok: true })
  expect(await readRows(db, 'booked_periods', ['period'], { rental_id: rentalId })).toEqual([
    { period: period(30, 37) },
  ])
  expect(await readRow(db, 'rentals', 'start_date', rentalId)).toMatchObject({
    start_date: day(30),
  })
})

test('the database moves a confirmed rental at once only where its closet would accept it', async () => {
  const { closet, renter, rentalId } = await rented()
  const move = () => updateRows(db, 'rentals', rentalId, { start_date: day(20), end_date: day(26) })
  await expect(move()).rejects.toThrow('does not accept')
  await updateRows(db, 'user_profiles', closet.id, { accepts_automatically: 'returning' })
  await expect(move()).rejects.toThrow('does not accept')
  await updateRows(db, 'user_profiles', closet.id, { accepts_automatically: 'everybody' })
  expect(await change(renter, rentalId, [20, 26])).toEqual({ ok: true, value: { answerBy: null } })
})
