import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import {
  acceptRental,
  deliverRental,
  markNoShow,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { answerReturn } from './answer-return.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { notifyAboutReturn } from './case-notifications.ts'
import { decideReturn } from './decide-return.ts'
import { requestReturn } from './returns.ts'
import { withdrawCase } from './withdraw-case.ts'

const { db, pool, made } = await testDatabase()
const ok = { ok: true, value: null }
const admin = await made.admin()
const requestedAt = new Date('2026-11-20T15:00:00Z')
const start = calendarDateIn('UTC', new Date('2026-11-25T15:00:00Z'))
const hours = (count: number) => new Date(Date.parse('2026-11-25T18:00:00Z') + count * 3_600_000)
const origin = 'https://shop.example'
const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows
const earned = async (rental_id: RentalId) =>
  (await readRows(db, 'earnings', ['amount_cents'], { rental_id }, 'earned_at')).map(
    ({ amount_cents }) => amount_cents,
  )

const logged = async (noun_id: RentalId) =>
  (await readRows(db, 'audit_log', ['action'], { noun_id }, 'id')).map(({ action }) => action)

/** An accepted rental of two weeks, for 28 of 40 credits, which begins on November 25. */
async function accepted(style?: string) {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2, ...(style && { style }) })
  const renter = await made.readyShopper()
  const expiresAt = new Date('2026-12-05T05:00:00Z')
  await made.credits(renter, 40, { now: requestedAt, expiresAt })
  const before = await creditsBalance(db, renter.id, requestedAt)
  const request = { itemId: item.id, start, end: addDays(start, 13), requestKey: newId(), origin }
  const rented = await requestRental(db, renter, request, requestedAt, addDays(start, -5), 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
  const on = { rentalId: rented.value.rentalId, origin, note: 'I waited an hour.', imageIds: [] }
  await updateRows(db, 'rentals', { id: on.rentalId }, { cents_per_credit: 45 })
  expect(await acceptRental(db, closet, on, requestedAt)).toEqual(ok)
  const balance = async () => (await creditsBalance(db, renter.id, hours(0))) - before
  return { closet, item, renter, on: { ...on, today: start }, balance }
}

async function missed(style?: string) {
  const all = await accepted(style)
  expect(await markNoShow(db, all.closet, all.on, hours(0))).toEqual(ok)
  const contest = (words: string, now = hours(1)) =>
    requestReturn(
      db,
      all.renter,
      { rentalId: all.on.rentalId, reason: 'no_show', words, imageIds: [] },
      now,
      start,
    )
  return { ...all, contest }
}

test('from the first day of an accepted rental, the first week stays paid and is earned', async () => {
  const { closet, renter, on, balance, item } = await accepted()
  const early = { ...on, today: addDays(start, -1) }
  expect(await markNoShow(db, closet, early, hours(-20))).toEqual({
    ok: false,
    problem: { reason: 'not-begun', firstDay: start },
  })
  expect(await markNoShow(db, closet, on, hours(0))).toEqual(ok)
  // The same step again changes nothing.
  expect(await markNoShow(db, closet, on, hours(0))).toEqual(ok)
  expect(await balance()).toBe(-14)
  expect(await earned(on.rentalId)).toEqual([14 * 45])
  expect(
    await readRow(db, 'rentals', ['status', 'cancellation', 'delivery_status'], {
      id: on.rentalId,
    }),
  ).toEqual({ status: 'cancelled', cancellation: 'no_show', delivery_status: 'failed' })
  expect(await readRow(db, 'clothing_items', ['available'], { id: item.id })).toEqual({
    available: true,
  })
  expect(await rentalEvents(pool, on.rentalId)).toContain('mark-no-show')
  // What came back lasts as long as it had left when it was spent.
  const [lot] = await readRows(
    db,
    'credit_lots',
    ['expires_at'],
    { user_id: renter.id, spent: 14 },
    'expires_at',
  )
  expect(lot && lot.expires_at > new Date('2026-12-09T00:00:00Z')).toBe(true)
  expect(await violations()).toEqual([])
})

test('not for a request, nor once the delivery was recorded', async () => {
  const { closet, on } = await accepted()
  expect(await deliverRental(db, closet, on, hours(0))).toEqual(ok)
  const late = await markNoShow(db, closet, on, hours(0))
  expect(late).toMatchObject({ ok: false, problem: { reason: 'already-decided' } })
})

test('its author undoes it for 15 minutes, and a later cancellation returns everything', async () => {
  const { closet, on, balance } = await missed()
  const undone = await correct(db, closet, { ...on, correction: 'reopen' }, hours(0.1))
  expect(undone).toEqual(ok)
  expect(await balance()).toBe(-28)
  expect(await earned(on.rentalId)).toEqual([14 * 45, -14 * 45])
  expect(await violations()).toEqual([])
  expect(await markNoShow(db, closet, on, hours(0.2))).toEqual(ok)
  expect(await balance()).toBe(-14)
  expect(await violations()).toEqual([])
  expect(await correct(db, admin, { ...on, correction: 'reopen' }, hours(0.3))).toEqual(ok)
  expect(await cancelRental(db, closet, on, hours(0.4))).toEqual(ok)
  expect(await balance()).toBe(0)
  expect(await violations()).toEqual([])
})

test('the renter contests it within 48 hours, once, and says what happened', async () => {
  const { contest, on } = await missed()
  const refused = (reason: string) => ({ ok: false, problem: { reason } })
  expect(await contest(' ')).toEqual(refused('words-missing'))
  expect(await contest('I was there.', hours(48))).toEqual(refused('request-closed'))
  expect(await contest('I was there.', hours(47))).toEqual(ok)
  expect(await contest('I was there!', hours(47))).toEqual(refused('already-requested'))
  // Until it is decided, nothing is earned.
  expect(await earned(on.rentalId)).toEqual([14 * 45, -14 * 45])
  expect(await correct(db, admin, { ...on, correction: 'reopen' }, hours(47))).toEqual(
    refused('return-requested'),
  )
  expect(await violations()).toEqual([])
})

test('without an answer the renter gets the first week back', async () => {
  const { contest, on, balance } = await missed()
  await contest('I was there.')
  await enforceCaseDeadlines(db, 'return', hours(73))
  expect(await balance()).toBe(0)
  expect((await logged(on.rentalId)).at(-1)).toBe('accept-no-show')
  expect(await earned(on.rentalId)).toEqual([14 * 45, -14 * 45])
  expect(await violations()).toEqual([])
})

test('an admin decides after the answer of the closet, for either side', async () => {
  const reasons = 'The messages show it.'
  for (const [outcome, change, cents] of [
    ['refused', -14, 14 * 45],
    ['accepted', 0, 0],
  ] as const) {
    const { contest, closet, on, balance } = await missed()
    await contest('I was there.')
    const { rentalId } = on
    const answer = { rentalId, answer: 'contest', words: 'Nobody came.' } as const
    expect(await answerReturn(db, closet, answer, hours(2))).toEqual(ok)
    expect(await decideReturn(db, admin, { rentalId, outcome, reasons }, hours(3))).toEqual(ok)
    expect(await balance()).toBe(change)
    const sum = (await earned(rentalId)).reduce((one, other) => one + other, 0)
    expect(sum).toBe(cents)
    expect((await logged(rentalId)).slice(-3)).toEqual([
      'contest-no-show',
      'answer-no-show',
      'decide-no-show',
    ])
    expect(await violations()).toEqual([])
  }
})

test('a withdrawn one is earned, an agreed one is not', async () => {
  const one = await missed()
  await one.contest('I was there.')
  expect(await withdrawCase(db, one.renter, 'return', one.on.rentalId, hours(2))).toEqual(ok)
  expect(await earned(one.on.rentalId)).toEqual([14 * 45, -14 * 45, 14 * 45])
  const other = await missed()
  await other.contest('I was there.')
  const answer = { rentalId: other.on.rentalId, answer: 'accept', words: '' } as const
  expect(await answerReturn(db, other.closet, answer, hours(2))).toEqual(ok)
  expect(await other.balance()).toBe(0)
  expect((await logged(one.on.rentalId)).at(-1)).toBe('withdraw-no-show')
  expect((await logged(other.on.rentalId)).at(-1)).toBe('accept-no-show')
  expect(await violations()).toEqual([])
})

test('closets see it before they accept, unless the renter was right', async () => {
  const { contest, renter } = await missed()
  const another = await made.closet()
  const next = await made.rental({
    item: await made.item({ closet: another }),
    renter,
    createdAt: hours(1),
  })
  const marks = async () => (await rentalDetails(db, another, next.id, hours(1)))?.marks.noShow
  expect(await marks()).toBe(1)
  await contest('I was there.')
  await enforceCaseDeadlines(db, 'return', hours(73))
  expect(await marks()).toBe(0)
})

test('a renter who was right takes another item while there are days left, and reads why not afterwards', async () => {
  const style = `Style ${newId()}`
  for (const [now, isOver] of [
    [hours(73), false],
    [hours(24 * 15), true],
  ] as const) {
    const { contest, renter, on } = await missed(style)
    const other = await made.item({ closet: await made.closet(), creditsPerDay: 2, style })
    const today = calendarDateIn('UTC', now)
    const swap = { rentalId: on.rentalId, itemId: other.id, requestKey: newId(), origin }
    const take = () => swapRental(db, renter, swap, now, today, 'UTC')
    const refused = { ok: false, problem: { reason: 'not-let-down' } }
    expect(await take()).toEqual(refused)
    await contest('I was there.')
    expect(await take()).toEqual(refused)
    await enforceCaseDeadlines(db, 'return', now)
    const job = { rentalId: on.rentalId, event: 'accepted' } as const
    await notifyAboutReturn(db, job, { origin, timeZone: 'UTC' }, now)
    const mail = { recipient_id: renter.id, template: 'return-request-accepted' }
    const { text_body: text } = await readRow(db, 'mail_outbox', ['text_body'], mail)
    expect(text.includes('The days of your rental are over')).toBe(isOver)
    expect(text.includes(other.title)).toBe(!isOver)
    expect(await take()).toMatchObject(isOver ? refused : { ok: true })
    expect(await violations()).toEqual([])
  }
})
