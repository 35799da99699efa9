import { expect, test } from 'vitest'
import type { WaitlistEntryId } from '#db/ids.ts'
import { monthsOfYear } from '#domain/accounts/closets/earning-months.ts'
import { monthlyEarnings } from '#domain/accounts/closets/earnings.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { mailDigests } from '#domain/booking/rentals/lists/closet-digest.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { day } from '#test/worlds/waitlist-world.ts'
import { incomeByMonth } from './income.ts'

// In Edmonton and Casablanca, releases of the tz database differ by an hour in the winter of 2026:
// what commands do must not depend on the release of the database.

const { db, made } = await testDatabase({ violatesInvariants: true })
const origin = 'https://shop.example'
const ZONES = ['America/Edmonton', 'Africa/Casablanca', 'America/New_York'] as const

/** The instant at which clocks there show this time, by the offset that Node prints. */
function local(timeZone: string, clock: string): Date {
  const utc = Date.parse(`${clock}Z`)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offset = (at: number) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
  return new Date(utc - offset(utc - offset(utc)))
}

const moment = (timeZone: string, now: Date) => ({
  ...{ now, today: calendarDateIn(timeZone, now), origin, timeZone },
})

const before = (at: Date) => new Date(at.getTime() - 1)

// Clocks change on November 1 and March 14 in America, and on March 7 in Casablanca where they do.
const DAYS = ['2026-10-31', '2026-11-01', '2026-11-02', '2027-01-15', '2027-03-07', '2027-03-14']
const cases = ZONES.flatMap((zone) => DAYS.map((on) => [zone, on] as const))

test.for(cases)('in %s a rental at risk is decided at 18:00 on %s', async ([zone, on]) => {
  const start = addDays(day(on), 1)
  const createdAt = local(zone, `${addDays(day(on), -20)}T12:00`)
  const item = await made.item({ advance_booking: true })
  const late = {
    item,
    status: 'delivered',
    start: addDays(start, -14),
    days: 7,
    createdAt,
  } as const
  await made.rental(late)
  const { id } = await made.rental({ item, status: 'confirmed', start, createdAt })
  const statusAt = async (now: Date) => {
    await updateRentalsAtRisk(db, moment(zone, now))
    const rental = await readRow(db, 'rentals', ['status', 'at_risk_since'], id)
    return rental.at_risk_since ? `${rental.status}, at risk` : rental.status
  }
  expect(await statusAt(local(zone, `${addDays(day(on), -1)}T09:00`))).toBe('confirmed, at risk')
  expect(await statusAt(before(local(zone, `${on}T18:00`)))).toBe('confirmed, at risk')
  expect(await statusAt(local(zone, `${on}T18:00`))).toMatch(/^cancelled/)
})

test.for(
  cases,
)('in %s the digest of %s is mailed once from 7:00, with what was requested before', async ([
  zone,
  on,
]) => {
  const seven = local(zone, `${on}T07:00`)
  const requestedAt = async (createdAt: Date) => {
    const closet = await made.closet()
    const item = await made.item({ closet })
    await made.rental({ item, status: 'pending', start: addDays(day(on), 10), createdAt })
    return closet
  }
  const closets = [await requestedAt(before(seven)), await requestedAt(seven)]
  const digests = async (now: Date) => {
    await mailDigests(db, moment(zone, now))
    const mails = await readRows(db, 'mail_outbox', 'recipient_id', { template: 'closet-digest' })
    return closets.map(({ id }) => mails.filter((mail) => mail.recipient_id === id).length)
  }
  expect(await digests(before(seven))).toEqual([0, 0])
  expect(await digests(seven)).toEqual([1, 0])
  expect(await digests(local(zone, `${on}T23:59`))).toEqual([1, 0])
  expect(await digests(before(local(zone, `${addDays(day(on), 1)}T07:00`)))).toEqual([1, 0])
})

test.for(cases)('in %s an offer made in the night to %s lasts until noon', async ([zone, on]) => {
  const now = local(zone, `${addDays(day(on), -1)}T21:30`)
  const today = calendarDateIn(zone, now)
  const dates = { start: addDays(today, 20), end: addDays(today, 26) }
  const item = await made.item({ creditsPerDay: 0 })
  const renter = await made.shopper()
  const rental = await made.rental({ item, renter, start: dates.start, days: 7, createdAt: now })
  const waiting = await made.readyShopper()
  const line = { itemId: item.id, timeZone: zone, ...dates }
  const joined = await joinWaitlist(db, waiting, line, now, today)
  if (!joined.ok) throw new Error(joined.problem.reason)
  await cancelRental(db, renter, { rentalId: rental.id, origin }, now)
  const endOf = async (id: WaitlistEntryId) => {
    const entry = await readRow(db, 'waitlist_entries', 'offer_expires_at', id)
    return entry.offer_expires_at
  }
  expect(await endOf(joined.value.entryId)).toEqual(local(zone, `${on}T12:00`))
})

const MONTHS = ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03'] as const

test.for(
  ZONES,
)('in %s income and earnings count in the months that clocks there show', async (zone) => {
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const [payer, closet, admin] = [await made.shopper(), await made.closet(), await made.admin()]
  const record = async (cents: number, at: Date) => {
    await insertRows(db, 'checkout_orders', {
      ...{ id: newId(), user_id: payer.id, product_type: 'one_time', amount_cents: cents },
      ...{ credits: 50, status: 'fulfilled', created_at: at, paid_at: at, fulfilled_at: at },
    })
    await insertRows(db, 'earnings', {
      ...{ id: newId(), owner_id: closet.id, kind: 'correction', source_key: newId() },
      ...{
        earned_at: at,
        payable_at: at,
        amount_cents: cents,
        note: 'Agreed',
        made_by: admin.id,
      },
    })
  }
  // In each month, 100 cents in its first second, and 1 cent in its last.
  for (const month of MONTHS) {
    const start = local(zone, `${month}-01T00:00`)
    await record(100, start)
    await record(1, before(start))
  }
  const now = local(zone, '2027-03-31T12:00')
  const income = await incomeByMonth(db, admin, { now, timeZone: zone })
  expect(income.map(({ month, packs }) => [month, packs])).toEqual([
    ['2027-03', 100],
    ['2027-02', 101],
    ['2027-01', 101],
    ['2026-12', 101],
    ['2026-11', 101],
    ['2026-10', 1],
  ])
  const earned = [
    ...(await monthlyEarnings(db, closet, monthsOfYear(2027, zone))),
    ...(await monthlyEarnings(db, closet, monthsOfYear(2026, zone))),
  ]
  expect(earned.map(({ month, cents }) => [month, cents])).toEqual(
    income.map(({ month, packs }) => [month, packs]),
  )
})
