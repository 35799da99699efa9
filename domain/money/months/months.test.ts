import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { foldFigures } from '#domain/admin/figures/figure-sums.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, startOfMonth } from '#domain/shared/time/local-time.ts'
import { boughtGifts } from '#test/make/bought-gifts.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { centsOf, changesOf, closingOf, type MonthLines, marginOf } from './month-lines.ts'
import { closeMonth, listMonths, monthStatement, statementUntil } from './months.ts'

const timeZone = 'America/New_York'
const at = (now: string) => ({ now: new Date(now), timeZone })

async function shopWithAMonth({ violatesInvariants = false } = {}) {
  const database = await testDatabase({ violatesInvariants })
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

test('openings add up to the figures before them, folded or not, from any closed month on', async () => {
  const database = await testDatabase({ violatesInvariants: true, isNew: true })
  const { db, pool, made } = database
  const admin = await made.admin()
  const now = new Date('2026-12-20T12:00:00Z')
  const add = (every: string, amount: number) =>
    pool.query(`insert into month_figure_changes (name, period, amount)
      select name, period, ${amount} * extract(day from period)
      from unnest(array['credits_sold', 'deposits_taken', 'earnings_paid']) name,
        generate_series(timestamptz '2024-01-01Z', '2026-12-20Z', '${every}') period`)
  const check = async (from: string) => {
    let before: MonthLines | null = null
    for (let month = from; month <= '2026-12'; month = addToMonth(month, 1)) {
      const statement = await monthStatement(db, admin, month, { now, timeZone })
      const lines = statement?.lines ?? expect.unreachable()
      const { rows } = await pool.query<{
        name: keyof MonthLines
        earlier: number
        amount: number
      }>(
        `select name, coalesce(sum(amount) filter (where period < $1), 0)::float8 as earlier,
          coalesce(sum(amount) filter (where period >= $1), 0)::float8 as amount
        from month_figure_amounts where period < $2 group by name`,
        [startOfMonth(timeZone, month), startOfMonth(timeZone, addToMonth(month, 1))],
      )
      for (const { name, earlier, amount } of rows) {
        const account = name.split('_')[0] as 'credits' | 'deposits' | 'earnings'
        expect([month, name, lines[name], lines[`${account}_opening`]]).toEqual([
          ...[month, name, amount, earlier],
        ])
      }
      if (before) expect(lines.credits_opening).toBe(closingOf(before, 'credits'))
      before = lines
    }
  }
  const violations = async () =>
    (await pool.query("select detail from invariant_violations where check_name ~ 'thirty days'"))
      .rows
  await add('15 hours', 1)
  await check('2024-01')
  while ((await foldFigures(db, 1000)) > 0);
  await add('41 hours', -2)
  await check('2024-01')
  await foldFigures(db, 1000)
  await check('2024-01')
  while ((await foldFigures(db, 1000)) > 0);
  expect(await violations()).toEqual([])
  await vacuumFilled(pool)
  const read = (db: Db) => monthStatement(db, admin, '2026-12', { now, timeZone })
  expect(await maxRowsHandled(database, read)).toBeLessThan(1000)
  for (const month of ['2024-11', '2024-12', '2025-01'])
    expect(await closeMonth(db, admin, month, { now, timeZone })).toMatchObject({ ok: true })
  await add('29 hours', 3)
  await check('2025-02')
  while ((await foldFigures(db, 1000)) > 0);
  await check('2025-02')
  expect(await maxRowsHandled(database, read)).toBeLessThan(1000)
  await pool.query("delete from month_figures where period < '2024-03-01Z'")
  expect(await violations()).toEqual([])
  await pool.query(`set session_replication_role = replica;
    update month_figures set amount = amount + 1
      where period = (select min(period) from month_figures);
    set session_replication_role = origin`)
  expect(await violations()).toEqual([
    { detail: 'credits_sold differs by -1' },
    { detail: 'deposits_taken differs by -1' },
    { detail: 'earnings_paid differs by -1' },
  ])
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

test('what was paid for credits is in whole cents, however a lot is used', async () => {
  // A lot without its payment.
  const { db, admin, shopper } = await shopWithAMonth({ violatesInvariants: true })
  await sql`insert into credit_lots (id, user_id, source, source_key, granted_at, expires_at,
      payment_cents, payment_credits)
    values (gen_random_uuid(), ${shopper.id}, 'subscription', 'lot', '2026-11-01Z', '2027-03-01Z',
      2000, 30)`.execute(db)
  const move = async (from: string, to: string, amount: number) => {
    await sql`with operation as (
        insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
          values (gen_random_uuid(), ${shopper.id}, 'grant', 1, gen_random_uuid(), '2026-11-10Z')
          returning id)
      insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
        select o.id, l.id, ${from}, ${to}, ${amount}
        from operation o, credit_lots l where l.source_key = 'lot'`.execute(db)
    const day = parseCalendarDate('2026-11-10') ?? expect.fail()
    const lines = await statementUntil(db, admin, day, timeZone)
    const cents = changesOf.millicents.map((name) => centsOf(lines[name]))
    expect(cents.filter((amount) => !Number.isInteger(amount))).toEqual([])
    return centsOf(closingOf(lines, 'millicents'))
  }
  expect(await move('mint', 'available', 30)).toBe(2000)
  expect(await move('available', 'spent', 7)).toBe(1533)
  expect(await move('available', 'spent', 7)).toBe(1067)
  expect(await move('spent', 'available', 5)).toBe(1400)
  expect(await move('spent', 'revoked', 4)).toBe(1400)
  expect(await move('available', 'revoked', 1)).toBe(1333)
  expect(await move('available', 'expired', 20)).toBe(0)
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
  expect(marginOf(lines)).toBe(40)
})
