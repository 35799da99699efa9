import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { MAX_SWAP_GOODWILL } from '#domain/booking/rentals/stage/let-down.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'
import { expireRequests } from './rental-deadlines.ts'
import { failDelivery } from './rental-steps.ts'
import { swapRental } from './swap-rental.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'
const timeZone = 'UTC'

function fail(): never {
  throw new Error('this is no date')
}

type Start = { readonly status?: 'pending' | 'confirmed'; readonly startsIn?: number }

/** Unknown styles are one group, so that items of other tests would be choices. */
const pauseAll = async () => await db.updateTable('clothing_items').set({ paused: true }).execute()

/** A rental of a week for 14 credits, in a style of its own, and another item of that style. */
async function rented({ status = 'confirmed', startsIn = 5 }: Start = {}) {
  await pauseAll()
  const style = `Style ${newId()}`
  const closet = await made.closet()
  const item = await made.item({ style, closet })
  const other = await made.item({ style, creditsPerDay: 3 })
  const renter = await made.shopper()
  const start = addDays(today, startsIn)
  const { id } = await made.rental({ item, renter, status, createdAt: now, start })
  const on = { rentalId: id, origin, today, notes: '' }
  const choices = async (day = today) =>
    (await choicesFor(db, renter, id, now, day)).map((one) => one.id)
  const take = (itemId: ItemId, day = today, requestKey = newId()) =>
    swapRental(db, renter, { rentalId: id, itemId, requestKey, origin }, now, day, timeZone)
  return { style, closet, item, other, renter, id, start, on, choices, take }
}

const refusal = (reason: string) => ({ ok: false, problem: { reason } })

test.each([
  [
    'its closet cancels',
    'confirmed',
    async (one) => await cancelRental(db, one.closet, one.on, now),
  ],
  [
    'its closet declines',
    'pending',
    async (one) => await cancelRental(db, one.closet, one.on, now),
  ],
  [
    'Hemline cancels',
    'confirmed',
    async (one) => await cancelRental(db, await made.admin(), one.on, now),
  ],
  [
    'its delivery fails',
    'confirmed',
    async (one) => await failDelivery(db, one.closet, one.on, now),
  ],
] satisfies [
  string,
  Start['status'],
  (one: Awaited<ReturnType<typeof rented>>) => Promise<unknown>,
][])('when %s, the renter takes another item for the same days at no extra cost, once', async (_why, status, letDown) => {
  const one = await rented({ status })
  expect(await one.choices()).toEqual([])
  expect(await one.take(one.other.id)).toEqual(refusal('not-let-down'))
  await letDown(one)
  expect(await creditsBalance(db, one.renter.id, now)).toBe(14)
  expect(await one.choices()).toEqual([one.other.id])
  const key = newId()
  const taken = await one.take(one.other.id, today, key)
  if (!taken.ok) throw new Error(taken.problem.reason)
  expect(await one.take(one.other.id, today, key)).toEqual(taken)
  expect(await creditsBalance(db, one.renter.id, now)).toBe(0)
  expect(
    await readRow(
      db,
      'rentals',
      ['status', 'item_id', 'start_date', 'total_credits'],
      taken.value.rentalId,
    ),
  ).toEqual({ status: 'pending', item_id: one.other.id, start_date: one.start, total_credits: 21 })
  expect(await readRow(db, 'rentals', 'swapped_for', one.id)).toEqual({
    swapped_for: taken.value.rentalId,
  })
  expect(await one.choices()).toEqual([])
  const third = await made.item({ style: one.style })
  expect(await one.take(third.id)).toEqual(refusal('not-let-down'))
  expect(await integrityViolations(db)).toEqual([])
  // The goodwill is never credits.
  await cancelRental(db, one.renter, { rentalId: taken.value.rentalId, origin }, now)
  expect(await creditsBalance(db, one.renter.id, now)).toBe(14)
  expect(await integrityViolations(db)).toEqual([])
})

test('a renter who cancels, or whose days are over, takes no other item', async () => {
  const one = await rented()
  await cancelRental(db, one.renter, one.on, now)
  expect(await one.choices()).toEqual([])
  expect(await one.take(one.other.id)).toEqual(refusal('not-let-down'))
  const two = await rented()
  await cancelRental(db, two.closet, two.on, now)
  expect(await two.choices(addDays(two.start, 6))).toEqual([two.other.id])
  expect(await two.choices(addDays(two.start, 7))).toEqual([])
})

test('an item that was not delivered on its first day is exchanged for the days that are left', async () => {
  const one = await rented()
  expect(await one.choices(one.start)).toEqual([])
  const nextDay = addDays(one.start, 1)
  expect(await one.choices(nextDay)).toEqual([one.other.id])
  const taken = await one.take(one.other.id, nextDay)
  if (!taken.ok) throw new Error(taken.problem.reason)
  expect(
    await readRow(
      db,
      'rentals',
      ['start_date', 'end_date', 'total_days', 'total_credits'],
      taken.value.rentalId,
    ),
  ).toEqual({
    start_date: nextDay,
    end_date: addDays(one.start, 6),
    total_days: 6,
    total_credits: 21,
  })
  expect(await readRow(db, 'rentals', ['status', 'cancellation'], one.id)).toEqual({
    status: 'cancelled',
    cancellation: 'swapped',
  })
  expect(await integrityViolations(db)).toEqual([])
})

test('goodwill for a person ends after a year’s limit; cheaper items are still offered', async () => {
  await pauseAll()
  const renter = await made.shopper()
  const style = `Style ${newId()}`
  const maxCredits = MAX_SWAP_GOODWILL / 7
  const closet = await made.closet()
  const dear = await made.item({ style, creditsPerDay: Math.ceil(maxCredits) * 2, closet })
  const first = await made.rental({
    ...{ item: dear, renter, status: 'confirmed', createdAt: now },
    start: addDays(today, 5),
  })
  await cancelRental(db, closet, { rentalId: first.id, origin }, now)
  const within = await made.item({
    style,
    creditsPerDay: dear.credits_per_day + Math.floor(maxCredits),
  })
  const above = await made.item({
    style,
    creditsPerDay: dear.credits_per_day + Math.floor(maxCredits) + 1,
  })
  const choices = (await choicesFor(db, renter, first.id, now, today)).map(({ id }) => id)
  expect(choices).toEqual([within.id])
  const on = { rentalId: first.id, requestKey: newId(), origin }
  expect(await swapRental(db, renter, { ...on, itemId: above.id }, now, today, timeZone)).toEqual(
    refusal('dates-taken'),
  )
  expect(
    await swapRental(db, renter, { ...on, itemId: within.id }, now, today, timeZone),
  ).toMatchObject({
    ok: true,
  })
  // The next one finds the year's goodwill used.
  const next = await made.rental({
    ...{ item: await made.item({ style, closet, creditsPerDay: 2 }), renter },
    ...{ status: 'confirmed' as const, createdAt: now, start: addDays(today, 40) },
  })
  await cancelRental(db, closet, { rentalId: next.id, origin }, now)
  const same = await made.item({ style, creditsPerDay: 2 })
  const dearer = await made.item({ style, creditsPerDay: 3 })
  const left = (await choicesFor(db, renter, next.id, now, today)).map(({ id }) => id)
  expect(left).toContain(same.id)
  expect(left).not.toContain(dearer.id)
  expect(await integrityViolations(db)).toEqual([])
})

test('without the deposit, or without the credits, nothing is taken', async () => {
  const one = await rented()
  await cancelRental(db, one.closet, one.on, now)
  expect(await requestRefund(db, one.renter, now)).toMatchObject({ ok: true })
  expect(await one.take(one.other.id)).toEqual(refusal('deposit-missing'))
  const poor = await rented()
  await cancelRental(db, poor.closet, poor.on, now)
  const elsewhere = await made.item()
  const request = { itemId: elsewhere.id, start: poor.start, end: poor.start, origin }
  const spent = await requestRental(
    db,
    poor.renter,
    { ...request, requestKey: newId() },
    now,
    today,
    timeZone,
  )
  expect(spent).toMatchObject({ ok: true })
  expect(await poor.take(poor.other.id)).toMatchObject(refusal('not-enough-credits'))
  expect(await integrityViolations(db)).toEqual([])
})

test('the email about it names what is free and how far it is, and links to it', async () => {
  const one = await rented()
  await cancelRental(db, one.closet, one.on, now)
  const job = { rentalId: one.id, event: 'cancel', origin, by: 'owner' } as const
  await notifyAboutRental(db, job, now, timeZone)
  const mail = await db
    .selectFrom('mail_outbox')
    .select(['text_body', 'html_body'])
    .where('recipient_id', '=', one.renter.id)
    .where('template', '=', 'rental-cancel')
    .executeTakeFirstOrThrow()
  const link = `${origin}/my-rentals/${one.id}/swap#${one.other.id}`
  expect(mail.text_body).toContain('These are free on the same days, at no extra cost to you.')
  expect(mail.text_body).toContain(`${one.other.title}, size M:\n${link}`)
  expect(mail.html_body).toContain(`href="${link}"`)
})

test('a failed delivery is not undone once its renter has taken another item', async () => {
  const one = await rented()
  await failDelivery(db, one.closet, one.on, now)
  expect(await one.take(one.other.id)).toMatchObject({ ok: true })
  const undo = { rentalId: one.id, origin, correction: 'reopen' } as const
  expect(await correct(db, one.closet, undo, now)).toEqual(refusal('undo-too-late'))
  expect(await integrityViolations(db)).toEqual([])
})

test('a request that nobody answered is replaced, too', async () => {
  const one = await rented({ status: 'pending', startsIn: 0 })
  const nextDay = addDays(today, 1)
  const later = new Date(now.getTime() + 24 * 3_600_000)
  await expireRequests(db, { now: later, today: nextDay, origin })
  expect(await readRow(db, 'rentals', 'cancellation', one.id)).toEqual({
    cancellation: 'never_answered',
  })
  expect(await one.choices(nextDay)).toEqual([one.other.id])
})
