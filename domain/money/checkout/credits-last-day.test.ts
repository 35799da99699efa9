import { expect, test } from 'vitest'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance, expireLots } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { recordShopTimeZone } from '#domain/site/settings/settings.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { mailReceipt } from './receipt-mail.ts'

const MINUTE_MS = 60_000

/** A shop in this time zone at this instant, and a shopper without credits. */
async function open(timeZone: string, at: string) {
  const clock = testClock(at)
  const database = await testDatabase()
  const { db } = database
  await recordShopTimeZone(db, timeZone)
  const payments = await testPayments(database, clock)
  const shopper = await make(db).shopper()
  const lots = async () =>
    await db.selectFrom('credit_lots').select('expires_at').orderBy('expires_at').execute()
  const isGoodUntil = async (end: Date, credits: number) => {
    const [before, after] = [-MINUTE_MS, 0].map((ms) => new Date(end.getTime() + ms))
    if (!before || !after) throw new Error('no instants')
    expect(await creditsBalance(db, shopper.id, before)).toBe(credits)
    expect(await expireLots(db, before)).toBe(0)
    expect(await creditsBalance(db, shopper.id, after)).toBe(0)
    expect(await expireLots(db, after)).toBe(1)
  }
  return { db, clock, payments, shopper, lots, isGoodUntil }
}

test.for([
  ['America/New_York', '2027-01-31T16:00:00Z', 'Apr 30, 2027', '2027-05-01T04:00:00Z'],
  // The last minute of January there.
  ['America/New_York', '2027-02-01T04:59:00Z', 'Apr 30, 2027', '2027-05-01T04:00:00Z'],
  // The clocks change on the last day.
  ['America/New_York', '2026-12-14T17:00:00Z', 'Mar 14, 2027', '2027-03-15T04:00:00Z'],
  ['America/New_York', '2026-08-01T16:00:00Z', 'Nov 1, 2026', '2026-11-02T05:00:00Z'],
  ['Asia/Kolkata', '2026-11-30T16:00:00Z', 'Feb 28, 2027', '2027-02-28T18:30:00Z'],
] as const)('in %s credits bought at %s are good until the end of %s', async ([
  timeZone,
  at,
  lastDay,
  end,
]) => {
  const { db, clock, payments, shopper, lots, isGoodUntil } = await open(timeZone, at)
  await payments.buy(shopper, 'one_time')
  await payments.processAll()
  expect(await lots()).toEqual([{ expires_at: new Date(end) }])
  const { id } = await db.selectFrom('checkout_orders').select('id').executeTakeFirstOrThrow()
  const place = { timeZone, origin: 'http://shop.test' }
  await mailReceipt(db, { of: 'order', id }, place, clock.now())
  const receipt = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('template', 'like', 'receipt-%')
    .executeTakeFirst()
  expect(receipt?.text_body ?? '').toContain(`They expire on ${lastDay}.`)
  await isGoodUntil(new Date(end), 50)
})

test('the credits of a month of a plan are good until the end of the day on which they expire', async () => {
  const { payments, shopper, lots, isGoodUntil } = await open(
    'America/New_York',
    '2027-01-31T16:00:00Z',
  )
  await payments.subscribe(shopper, 'subscription_monthly')
  await payments.processAll()
  const end = new Date('2027-04-01T04:00:00Z')
  expect(await lots()).toEqual([{ expires_at: end }])
  await isGoodUntil(end, 30)
})

test('the last minute of the last day is long enough to rent', async () => {
  const { db, payments } = await open('America/New_York', '2027-01-31T16:00:00Z')
  const made = make(db)
  const shopper = await made.readyShopper({ credits: 1 })
  await payments.buy(shopper, 'one_time')
  await payments.processAll()
  const rentAt = async (now: Date) => {
    const { id } = await made.item({ creditsPerDay: 1 })
    const today = calendarDateIn('America/New_York', now)
    const dates = { start: addDays(today, 10), end: addDays(today, 16) }
    const wanted = { itemId: id, ...dates, requestKey: newId(), origin: 'http://shop.test' }
    return await requestRental(db, shopper, wanted, now, today, 'UTC')
  }
  expect(await rentAt(new Date('2027-05-01T03:59:00Z'))).toMatchObject({ ok: true })
  expect(await rentAt(new Date('2027-05-01T04:01:00Z'))).toMatchObject({
    problem: { reason: 'not-enough-credits', balance: 1 },
  })
})
