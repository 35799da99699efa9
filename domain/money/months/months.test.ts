import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { boughtGifts } from '#test/make/bought-gifts.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { centsOf, closingOf, type MonthLines, marginOf, moneyInCents } from './month-lines.ts'
import { closeMonth, listMonths, monthStatement, statementUntil } from './months.ts'

const timeZone = 'America/New_York'
const at = (now: string) => ({ now: new Date(now), timeZone })

async function shopWithAMonth() {
  const database = await testDatabase()
  const { db, made } = database
  const admin = await made.admin()
  const shopper = await made.shopper()
  await made.credits(shopper, 30, { now: new Date('2026-10-10T12:00:00Z') })
  await made.deposit(shopper, { paidAt: new Date('2026-10-31T12:00:00Z') })
  const linesOf = async (month: string, now: string) =>
    (await monthStatement(db, admin, month, at(now)))?.lines ?? expect.unreachable()
  return { ...database, admin, shopper, linesOf }
}

test('a month opens with what the month before closed with, in the time zone of the shop', async () => {
  const { made, shopper, linesOf } = await shopWithAMonth()
  // The last hour of October in New York.
  await made.credits(shopper, 5, { now: new Date('2026-11-01T03:59:00Z') })
  await made.credits(shopper, 7, { now: new Date('2026-11-01T04:00:00Z') })
  const october = await linesOf('2026-10', '2026-11-20T12:00:00Z')
  const november = await linesOf('2026-11', '2026-11-20T12:00:00Z')
  expect(closingOf(october, 'credits')).toBe(35)
  expect(november.credits_opening).toBe(35)
  expect(closingOf(november, 'credits')).toBe(42)
  expect([closingOf(october, 'deposits'), november.deposits_opening]).toEqual([5000, 5000])
})

test('any past day can be read', async () => {
  const { db, admin } = await shopWithAMonth()
  const until = async (day: string) => {
    const lines = await statementUntil(db, admin, parseCalendarDate(day) ?? expect.fail(), timeZone)
    return [closingOf(lines, 'credits'), closingOf(lines, 'deposits')]
  }
  expect(await until('2026-10-09')).toEqual([0, 0])
  expect(await until('2026-10-10')).toEqual([30, 0])
  expect(await until('2026-10-31')).toEqual([30, 5000])
})

test('a closed month never changes; what comes late counts in the open one', async () => {
  const { db, made, pool, admin, shopper, linesOf } = await shopWithAMonth()
  const now = '2026-11-20T12:00:00Z'
  expect(await closeMonth(db, admin, '2026-10', at(now))).toMatchObject({ ok: true })
  const closed = await linesOf('2026-10', now)
  await made.credits(shopper, 9, { now: new Date('2026-10-20T12:00:00Z') })
  expect(await linesOf('2026-10', now)).toEqual(closed)
  const november = await linesOf('2026-11', now)
  expect(november.credits_opening).toBe(30)
  expect(closingOf(november, 'credits')).toBe(39)
  await expect(pool.query('update closed_month_lines set amount = 0')).rejects.toThrow()
  await expect(pool.query('delete from closed_months')).rejects.toThrow()
})

test('months are closed once they are over, in their order, and once', async () => {
  const { db, made, admin } = await shopWithAMonth()
  const now = at('2026-12-20T12:00:00Z')
  const problem = async (month: string) => {
    const closed = await closeMonth(db, admin, month, now)
    return closed.ok ? null : closed.problem.reason
  }
  expect(await problem('2026-12')).toBe('not-over')
  expect(await problem('2026-10')).toBeNull()
  expect(await problem('2026-09')).toBe('not-next')
  const other = await made.admin({ full_name: 'Ada Other' })
  const both = await Promise.all([
    closeMonth(db, admin, '2026-11', now),
    closeMonth(db, other, '2026-11', now),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { reason: 'already-closed' } })
  const listed = await listMonths(db, admin, now)
  expect(listed.slice(0, 3).map(({ closed }) => closed !== null)).toEqual([false, true, true])
})

test('a gift code is sold with its order, and expired from its day on unless it is claimed', async () => {
  const { db, made, gift } = await boughtGifts()
  const admin = await made.admin()
  await gift(await made.shopper())
  const until = async (day: string) =>
    await statementUntil(db, admin, parseCalendarDate(day) ?? expect.fail(), timeZone)
  const bought = await until('2026-11-20')
  expect([bought.credits_sold, bought.millicents_sold]).toEqual([100, 2_500_000])
  expect(closingOf(await until('2027-02-18'), 'credits')).toBe(100)
  expect((await until('2027-02-20')).credits_expired).toBe(-50)
})

test('the shown money of credits adds up to the cent, whatever the parts of a cent', () => {
  const names = ['opening', 'sold', 'given', 'spent', 'returned', 'expired', 'refunded'] as const
  const millicents = [33_333, 66_667, 0, -16_666, 1_999, -501, -1]
  const lines = Object.fromEntries(
    names.map((name, index) => [`millicents_${name}`, millicents[index]]),
  ) as MonthLines
  const { opening, changes, closing } = moneyInCents(lines)
  expect(changes.reduce((sum, { cents }) => sum + cents, opening)).toBe(closing)
  expect(closing).toBe(centsOf(closingOf(lines, 'millicents')))
})

test('the margin is what used credits and deposits brought without what closets earned', () => {
  const lines = {
    millicents_spent: -50_000,
    millicents_returned: 10_000,
    millicents_expired: -5000,
    deposits_withheld: -20,
    earnings_earned: 30,
    earnings_corrected: -5,
  } as MonthLines
  expect(marginOf(lines)).toBe(40_000)
})
