import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decisionTime, isDecisionDue } from '#domain/booking/rentals/stage/decision-time.ts'
import { offerEnd } from '#domain/booking/waitlist/offer-end.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { localDays, localMonths, periodOf } from './local-periods.ts'
import { instantIn, plainTime, startOfDay } from './local-time.ts'

// Releases of the tz database differ about Edmonton and Casablanca in the winter of 2026: whatever
// Node's says holds in the database too.

const { db } = await testDatabase()
const zones = ['America/Edmonton', 'Africa/Casablanca', 'America/New_York'] as const
const changes = ['2026-11-01', '2027-03-14'] as const

const dayIn = (zone: string, day: string): CalendarDate =>
  calendarDateIn(zone, instantIn(zone, day, 12))

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
    const start = dayIn(zone, '2027-06-01')
    const night = instantIn(zone, day, 1)
    const end = offerEnd(night, { start, noticeDays: 1 }, zone)
    expect(Math.max(night.getTime() + 12 * 3_600_000, instantIn(zone, day, 12).getTime())).toBe(
      end.getTime(),
    )
    expect(offerEnd(night, { start: dayIn(zone, day), noticeDays: 0 }, zone)).toEqual(
      startOfDay(zone, day),
    )
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
