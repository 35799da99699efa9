import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import { decisionTime, isDecisionDue } from '#domain/booking/rentals/stage/decision-time.ts'
import { offerEnd } from '#domain/booking/waitlist/offer-end.ts'
import { lastDayOf } from '#domain/money/credits/last-day.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { localDays, localMonths, periodOf } from './local-periods.ts'
import { endOfDay, instantIn, plainTime, startOfDay } from './local-time.ts'

// Releases of the tz database differ about Edmonton, Vancouver and Casablanca from the winter of 2026
// on: whatever Node's says holds in the database too.

const { db } = await testDatabase()
const zones = [
  'America/Edmonton',
  'Africa/Casablanca',
  'America/Vancouver',
  'America/New_York',
  'Pacific/Kiritimati',
] as const
/** Days on which clocks change in one of them, at least for older releases. */
const changes = ['2026-11-01', '2027-02-07', '2027-03-14', '2027-11-07', '2028-03-12'] as const

const dayIn = (zone: string, day: string): CalendarDate =>
  calendarDateIn(zone, instantIn(zone, day, 12))

/** Whether the database, too, thinks that this instant has come. */
async function isReached(at: Date, now: Date): Promise<boolean | undefined> {
  const { rows } = await sql<{ due: boolean }>`
    select ${at}::timestamptz <= ${now}::timestamptz as due`.execute(db)
  return rows[0]?.due
}

for (const zone of zones) {
  test.for(
    changes,
  )(`in ${zone} decisions fall at 18:00 around %s, in SQL and in mails`, async (day) => {
    const start = dayIn(zone, day)
    const risks = [-40, -20, -7, 5].map(
      (hours) => new Date(startOfDay(zone, start).getTime() + hours * 3_600_000),
    )
    for (const atRiskSince of risks) {
      const at = decisionTime({ start, atRiskSince }, zone)
      expect(plainTime(zone, at)).toMatch(/ 18:00$/)
      expect(at.getTime()).toBeGreaterThan(atRiskSince.getTime())
      const isDue = async (now: Date) => {
        const { rows } = await sql<{ due: boolean }>`
          select ${isDecisionDue('r', now, zone)} as due
          from (select ${start}::date as start_date, ${atRiskSince}::timestamptz as at_risk_since) r
        `.execute(db)
        return rows[0]?.due
      }
      expect(await isDue(new Date(at.getTime() - 1))).toBe(false)
      expect(await isDue(at)).toBe(true)
    }
  })

  test.for(changes)(`in ${zone} offers of the night of %s last until noon`, (day) => {
    const start = addDays(dayIn(zone, day), 100)
    const night = instantIn(zone, day, 1)
    const end = offerEnd(night, { start, noticeDays: 1 }, zone)
    expect(Math.max(night.getTime() + 12 * 3_600_000, instantIn(zone, day, 12).getTime())).toBe(
      end.getTime(),
    )
    expect(offerEnd(night, { start: dayIn(zone, day), noticeDays: 0 }, zone)).toEqual(
      startOfDay(zone, day),
    )
  })

  test.for(
    changes,
  )(`in ${zone} requests around %s end to the second when their mails say`, async (day) => {
    const start = dayIn(zone, day)
    for (const hours of [-72, -30, -20, -9, -7, 3]) {
      const created = new Date(startOfDay(zone, start).getTime() + hours * 3_600_000)
      const end = answerTime({ start, requestedAt: created }, zone)
      const left = (end.getTime() - created.getTime()) / 3_600_000
      const evening = instantIn(zone, addDays(start, -1), 18)
      if (left > 2 && left < 24) expect(end).toEqual(evening)
      else if (left === 24) expect(end.getTime()).toBeLessThanOrEqual(evening.getTime())
      else expect([left, evening <= end]).toEqual([2, true])
      expect(await isReached(end, new Date(end.getTime() - 1000))).toBe(false)
      expect(await isReached(end, end)).toBe(true)
    }
  })

  test.for(
    changes,
  )(`in ${zone} credits and days off of %s last to its last second`, async (day) => {
    const ends = endOfDay(zone, day)
    expect(plainTime(zone, new Date(ends.getTime() - 1000))).toBe(`${day} 23:59`)
    expect(lastDayOf(ends, zone)).toBe(day)
    expect(await isReached(ends, new Date(ends.getTime() - 1000))).toBe(false)
    expect(await isReached(ends, ends)).toBe(true)
  })

  test(`in ${zone} SQL assigns instants to the same days as the app`, async () => {
    const days = localDays(zone, dayIn(zone, '2026-10-20'), dayIn(zone, '2027-03-31'))
    const instants = days.flatMap(({ startsAt }) => [
      startsAt,
      new Date(startsAt.getTime() + 86_399_000),
    ])
    const { rows } = await sql<{ day: string }>`
      select ${periodOf(sql`at`, days)} as day
      from unnest(${instants.map((at) => at.toISOString())}::timestamptz[]) with ordinality
        as given (at, n) order by n`.execute(db)
    const last = days.at(-1)?.name ?? ''
    const expected = instants
      .map((at) => calendarDateIn(zone, at))
      .map((d) => (d > last ? last : d))
    expect(rows.map(({ day }) => day)).toEqual(expected)
  })

  test(`in ${zone} SQL sums by month from the first quarter of an hour of its first day`, async () => {
    const months = localMonths(zone, '2026-10', '2027-04')
    const quarters = months.flatMap(({ startsAt }) => [
      new Date(startsAt.getTime() - 900_000),
      startsAt,
    ])
    const { rows } = await sql<{ month: string | null; sum: number }>`
      select ${periodOf(sql`at`, months)} as month, count(*)::int as sum
      from unnest(${quarters.map((at) => at.toISOString())}::timestamptz[]) at
      group by 1 order by 1 nulls first`.execute(db)
    expect(rows.map(({ month }) => month)).toEqual([null, ...months.map(({ name }) => name)])
    expect(rows.map(({ sum }) => sum)).toEqual([1, 2, 2, 2, 2, 2, 2, 1])
  })
}
