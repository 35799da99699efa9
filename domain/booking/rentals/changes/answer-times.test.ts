import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { correct } from './corrections.ts'
import { expireRequests } from './rental-deadlines.ts'
import { acceptRental, deliverRental, failDelivery } from './rental-steps.ts'
import { remindOfRequests } from './return-reminders.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'
const hours = (more: number) => new Date(now.getTime() + more * 3_600_000)
const at = (when: Date) => ({ now: when, today: calendarDateIn('UTC', when), origin })

async function requested(days = 9) {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2 })
  const renter = await made.readyShopper()
  const start = addDays(today, days)
  const request = { itemId: item.id, start, end: addDays(start, 6), requestKey: newId(), origin }
  const outcome = await requestRental(db, renter, request, now, today, 'UTC')
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return { closet, renter, on: { rentalId: outcome.value.rentalId, origin } }
}

test('a request is stored with the time of its answer, and nobody answers it afterwards', async () => {
  const { closet, on } = await requested()
  const row = await db.selectFrom('rentals').select('answer_by').executeTakeFirstOrThrow()
  expect(row.answer_by).toEqual(hours(24))
  const over = { ok: false, problem: { reason: 'answer-over' } }
  const admin = await made.admin()
  for (const step of [acceptRental, deliverRental, failDelivery])
    for (const who of [closet, admin])
      expect(await step(db, who, { ...on, note: '', imageIds: [] }, hours(24))).toEqual(over)
  expect(await acceptRental(db, closet, on, new Date(hours(24).getTime() - 1))).toMatchObject({
    ok: true,
  })
  // Undoing it does not give the closet more time.
  const undo = { ...on, correction: 'undo-accept' } as const
  for (const who of [closet, admin])
    expect(await correct(db, who, undo, hours(24))).toEqual({
      ok: false,
      problem: { reason: 'undo-too-late' },
    })
  expect(await expireRequests(db, at(hours(99)))).toBe(0)
})

test('of an answer and the end of a request at the same moment only one happens', async () => {
  for (let round = 0; round < 5; round++) {
    const { closet, on } = await requested()
    const late = await Promise.all([
      acceptRental(db, closet, on, new Date(hours(24).getTime() - 1)),
      expireRequests(db, at(hours(24))),
      expireRequests(db, at(hours(24))),
    ])
    const [accepted, ...ended] = late
    expect([accepted.ok, ...ended].filter((one) => one === true || one === 1)).toHaveLength(1)
  }
})

test('the closet is reminded at half time, once, and not after the end', async () => {
  const [one, soon, late] = [await requested(), await requested(1), await requested()]
  expect(await remindOfRequests(db, at(hours(1.5)))).toBe(1)
  expect(await rentalEvents(pool, soon.on.rentalId)).toEqual(['request', 'remind-of-request'])
  expect(await remindOfRequests(db, at(new Date(hours(12).getTime() - 1)))).toBe(0)
  await acceptRental(db, late.closet, late.on, hours(1))
  expect(await remindOfRequests(db, at(hours(12)))).toBe(1)
  expect(await remindOfRequests(db, at(hours(12)))).toBe(0)
  expect(await rentalEvents(pool, one.on.rentalId)).toEqual(['request', 'remind-of-request'])
  await requested()
  expect(await remindOfRequests(db, at(hours(24)))).toBe(0)
})

test('the database refuses a request without a time, an early end, and a late acceptance', async () => {
  const { on } = await requested()
  const set = (changes: string) =>
    sql`update rentals set ${sql.raw(changes)} where id = ${on.rentalId}`.execute(db)
  await expect(set('answer_by = null')).rejects.toThrow('request_has_an_answer_time')
  await expect(set(`answer_by = created_at + interval '119 minutes'`)).rejects.toThrow(
    'answer_time_is_two_hours_away',
  )
  await expect(set(`status = 'confirmed', confirmed_at = answer_by`)).rejects.toThrow(
    'request_is_accepted_before_its_answer_time',
  )
  await expect(
    set(`status = 'cancelled', cancellation = 'never_answered', cancelled_at = created_at`),
  ).rejects.toThrow('unanswered_request_had_its_time')
})
