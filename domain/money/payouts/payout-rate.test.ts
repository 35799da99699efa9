import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  parseCalendarDate,
} from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { announcedRates, currentRate, mailRateChange, setPayoutRate } from './payout-rate.ts'
import { firstRateDay } from './payout-rate-limits.ts'

const now = new Date('2026-12-01T17:00:00Z')
// For tests that announce no rate.
const unchanged = await testDatabase()
const at = { now, timeZone: 'America/New_York' }
const place = { origin: 'https://shop.test', timeZone: at.timeZone, stripe: { hasConnect: true } }

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no date`)
  return date
}

test('the rate is 45 cents until an announced one applies, from midnight in the shop', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  expect(await currentRate(db, now)).toBe(45)
  expect(await setPayoutRate(db, admin, { cents: 50, from: day('2027-01-05') }, at)).toMatchObject({
    ok: true,
  })
  const midnight = new Date('2027-01-05T05:00:00Z')
  expect(await announcedRates(db, now)).toEqual([{ cents: 50, fromAt: midnight }])
  expect(await currentRate(db, new Date(midnight.getTime() - 1))).toBe(45)
  expect(await currentRate(db, midnight)).toBe(50)
  expect(await announcedRates(db, midnight)).toEqual([])
  const lines = await readRows(db, 'audit_log', ['action', 'actor_id', 'before', 'after'], {
    noun: 'payout rate',
  })
  expect(lines).toEqual([
    {
      ...{ action: 'announce payout rate', actor_id: admin.id, before: { cents: 45 } },
      after: { cents: 50, from: '2027-01-05' },
    },
  ])
})

test.for([
  [-1, '2027-02-01', 'out-of-bounds'],
  [101, '2027-02-01', 'out-of-bounds'],
  [45.5, '2027-02-01', 'out-of-bounds'],
  [50, '2026-12-31', 'too-soon'],
  [50, '2026-11-01', 'too-soon'],
] as const)('%s cents from %s are refused: %s', async ([cents, from, reason]) => {
  const { db } = unchanged
  const admin = await make(db).admin()
  const answer = await setPayoutRate(db, admin, { cents, from: day(from) }, at)
  expect(answer).toEqual({ ok: false, problem: { reason } })
  expect(await announcedRates(db, now)).toEqual([])
})

test('a rate can be 0 or 100 cents, and 30 days’ notice is enough', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const noon = { ...at, now: new Date('2026-12-01T05:00:00Z') }
  const set = (cents: number) => setPayoutRate(db, admin, { cents, from: day('2026-12-31') }, noon)
  expect(await set(0)).toMatchObject({ ok: true })
  expect(await set(100)).toMatchObject({ ok: true })
  // Of two rates for the same day, the one announced last applies.
  expect(await currentRate(db, new Date('2027-01-01T00:00:00Z'))).toBe(100)
})

test('the next ten rates are shown, and of several for one day the last announced applies', async () => {
  const { db, pool } = await testDatabase()
  const on = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const rate = (cents: number, from: Date, announced: Date) => ({
    ...{ id: newId(), cents_per_credit: cents, from_at: from, announced_at: announced },
  })
  const others = Array.from({ length: 8 }, (_, n) => rate(60 + n, on(40 + n), now))
  await insertRows(db, 'payout_rates', [
    ...others.toReversed(),
    rate(53, on(31), on(0.2)),
    rate(52, on(31), on(0.1)),
    rate(54, on(31), on(0.2)),
    rate(51, on(30), on(0.3)),
  ])
  // Makes PostgreSQL sort the rows instead of reading an index in order.
  await pool.query('analyze payout_rates')
  const shown = (await announcedRates(db, now)).map(({ cents }) => cents)
  expect(shown.slice(0, 2)).toEqual([51, 52])
  expect(shown.slice(2, 4).toSorted()).toEqual([53, 54])
  expect(shown.slice(4)).toEqual([60, 61, 62, 63, 64, 65])
  expect(await currentRate(db, on(30.5))).toBe(51)
  expect(await currentRate(db, on(31))).toBe(54)
})

test('without Connect, the email says that nobody is paid yet', async () => {
  const { db, made } = await testDatabase()
  await setPayoutRate(db, await made.admin(), { cents: 50, from: day('2027-01-05') }, at)
  const { id: rateId } = await db
    .selectFrom('payout_rates')
    .select('id')
    .where('set_by', 'is not', null)
    .executeTakeFirstOrThrow()
  const textFor = async (hasConnect: boolean) => {
    const closet = await made.closet()
    await mailRateChange(db, { rateId, after: null }, { ...place, stripe: { hasConnect } }, now)
    const mail = await readRow(db, 'mail_outbox', 'text_body', { recipient_id: closet.id })
    return mail.text_body
  }
  expect(await textFor(true)).not.toContain('not available')
  expect(await textFor(false)).toContain('Payouts are not available on Hemline yet.')
})

test('only closets get an email about a new rate, once each, in batches', async () => {
  const { db, pool, made } = await testDatabase()
  const admin = await made.admin()
  const ids: readonly PersonId[] = Array.from({ length: 5 }, newId)
  for (const id of ids.toReversed()) await made.closet({ id })
  await made.shopper()
  await made.person({ account_type: 'regular', business_status: 'blocked' })
  await made.admin({ business_status: 'approved' })
  // Makes PostgreSQL sort the rows instead of reading an index in order.
  await pool.query('analyze user_profiles')
  await setPayoutRate(db, admin, { cents: 50, from: day('2027-01-05') }, at)
  const jobs = () => queuedJobs(pool, 'tell-closets-of-rate')
  const [{ rateId }] = await jobs()
  // Each job runs twice, and queues the next one.
  const mail = async () => {
    const job = (await jobs()).at(-1)
    for (let time = 0; time < 2; time += 1) await mailRateChange(db, job, place, now, 3)
    return await readRows(db, 'mail_outbox', ['recipient_id', 'subject'], {}, 'recipient_id')
  }
  const subject = 'You earn 50¢ per credit from Jan 5, 2027'
  const mails = ids.map((recipient_id) => ({ recipient_id, subject }))
  expect(await mail()).toEqual(mails.slice(0, 3))
  expect(await mail()).toEqual(mails)
  const next = { rateId, after: ids[2] }
  expect(await jobs()).toEqual([{ rateId, after: null }, next, next])
})

test('the first day on offer is far enough away at any time today, and the day before is not', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const today = calendarDateIn(at.timeZone, at.now)
  const first = firstRateDay(today)
  const announce = (from: CalendarDate) => setPayoutRate(db, admin, { cents: 50, from }, at)
  expect(await announce(addDays(first, -1))).toMatchObject({ problem: { reason: 'too-soon' } })
  expect(await announce(first)).toMatchObject({ ok: true })
})
