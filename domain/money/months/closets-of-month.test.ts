import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closetFigureNames, type EarningKind } from '#db/enums.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { recordOf } from '#domain/shared/records.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { closetAmounts } from './closet-amounts.ts'
import { type ClosetOfMonth, closetsOfMonth } from './closets-of-month.ts'
import { closingOf } from './month-lines.ts'
import { closeMonth, monthStatement } from './months.ts'

const timeZone = 'America/New_York'
const NOW = new Date('2026-12-20T12:00:00Z')
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'] as const

/** All pages of a month. */
async function listed(
  { db }: Pick<TestDatabase, 'db'>,
  admin: Admin,
  month: string,
  day: string | null = null,
): Promise<readonly ClosetOfMonth[]> {
  const rows: ClosetOfMonth[] = []
  let after: string | null = null
  do {
    const wanted = { month, day: parseCalendarDate(day ?? ''), after, timeZone }
    const page = await closetsOfMonth(db, admin, wanted, 2)
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}

/** Earnings of all kinds, whose rental does not matter here. */
async function shopWithClosets() {
  const database = await testDatabase({ violatesInvariants: true })
  const { db, made } = database
  const admin = await made.admin()
  const closets: ClosetOwner[] = []
  for (let n = 0; n < 3; n += 1) {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    closets.push(closet)
  }
  const { id: rental } = await made.rental()
  async function earn(owner: ClosetOwner, kind: EarningKind, cents: number, on: Date) {
    await insertRows(db, 'earnings', {
      ...{ id: newId(), owner_id: owner.id, kind, amount_cents: cents, source_key: newId() },
      ...{ earned_at: on, payable_at: on, rental_id: kind === 'correction' ? null : rental },
      ...(kind === 'correction' && { note: 'Dry cleaning', made_by: admin.id }),
    })
  }
  const violations = async () =>
    (
      await sql`select * from invariant_violations_of_months
        union all
        select * from invariant_violations_of_totals where check_name ~ 'closet'
        order by 1, 2`.execute(db)
    ).rows
  return { ...database, admin, closets, earn, violations }
}

const sumOf = (rows: readonly ClosetOfMonth[], ...names: (keyof ClosetOfMonth)[]) =>
  rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Number(row[name]), 0), 0)

const acts = fc.array(
  fc.record({
    closet: fc.nat({ max: 2 }),
    act: fc.constantFrom(
      ...([
        'rental',
        'damage',
        'taken_back',
        'correction',
        'paid',
        'failed',
        'close',
        'fold',
      ] as const),
    ),
    cents: fc.integer({ min: 1, max: 9000 }),
    // From August 30 to December 17.
    day: fc.nat({ max: 109 }),
  }),
  { minLength: 10, maxLength: 40 },
)

test('whatever happens, and however late, the closets of every month add up to its lines', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (story) => {
      const shop = await shopWithClosets()
      const { db, made, admin, closets, earn, violations } = shop
      let closed = 0
      const final = new Map<string, readonly ClosetOfMonth[]>()
      for (const { closet, act, cents, day } of story) {
        const owner = closets[closet] ?? expect.unreachable()
        const on = new Date(Date.UTC(2026, 7, 30 + day, 12))
        if (act === 'close') {
          const month = MONTHS[closed]
          if (!month || month === '2026-12') continue
          const done = await closeMonth(db, admin, month, { now: NOW, timeZone })
          expect(done).toMatchObject({ ok: true })
          final.set(month, await listed(shop, admin, month))
          closed += 1
        } else if (act === 'fold') await foldTotals(db, 3)
        else if (act === 'paid') await made.payout(owner, { cents: cents + 2500, at: on })
        else if (act === 'failed')
          await sql`update transfers set status = 'failed', failure = 'returned'
            where id = (select id from transfers where status = 'made' order by id limit 1)`.execute(
            db,
          )
        else await earn(owner, act, act === 'taken_back' ? -cents : cents, on)
      }
      for (const month of MONTHS) {
        const rows = await listed(shop, admin, month)
        const statement = await monthStatement(db, admin, month, { now: NOW, timeZone })
        const lines = statement?.lines ?? expect.unreachable()
        expect(sumOf(rows, 'opening')).toBe(lines.earnings_opening)
        expect(sumOf(rows, 'rentals', 'withheld_deposits')).toBe(lines.earnings_earned)
        expect(sumOf(rows, 'corrected')).toBe(lines.earnings_corrected)
        expect(sumOf(rows, 'paid')).toBe(lines.earnings_paid)
        expect(sumOf(rows, 'closing')).toBe(closingOf(lines, 'earnings'))
        for (const row of rows)
          expect(sumOf([row], 'opening', 'rentals', 'withheld_deposits', 'corrected', 'paid')).toBe(
            row.closing,
          )
        expect(final.get(month) ?? rows).toEqual(rows)
      }
      expect(await violations()).toEqual([])
    }),
    {
      numRuns: Number(process.env.STORIES ?? 10),
      ...(process.env.SEED && { seed: +process.env.SEED }),
    },
  )
})

test('what a closet had between any two instants is the sum of its figures', async () => {
  const { db, made, closets, earn } = await shopWithClosets()
  const [one] = closets
  if (!one) return expect.unreachable()
  const instant = (day: number) => new Date(Date.UTC(2026, 5, 1) + day * 86_400_000)
  const kinds = ['rental', 'damage', 'taken_back', 'correction'] as const
  for (let n = 0; n < 60; n += 1) {
    const kind = kinds[n % 4] ?? expect.unreachable()
    await earn(one, kind, kind === 'taken_back' ? -n - 1 : n + 1, instant(n * 3))
    if (n % 10 === 5) await made.payout(one, { cents: 2500 + n, at: instant(n * 3) })
    if (n % 20 === 10) await foldTotals(db)
  }
  const figures = await db
    .selectFrom('closet_month_figures')
    .select(['name', 'period', 'amount'])
    .where('owner_id', '=', one.id)
    .execute()
  const sum = (some: typeof figures) => some.reduce((all, { amount }) => all + amount, 0)
  // Thirty days begin on June 13, July 13, August 12, and so on.
  const ends = [null, ...[-40, 0, 11, 12, 12.5, 13, 41, 42, 43, 72, 101, 150, 400].map(instant)]
  for (const startsAt of ends)
    for (const endsAt of ends) {
      if (startsAt && endsAt && startsAt > endsAt) continue
      const until = figures.filter(({ period }) => !endsAt || period < endsAt)
      const within = until.filter(({ period }) => !startsAt || period >= startsAt)
      const amounts = closetAmounts(sql`${one.id}::uuid`, { startsAt, endsAt })
      const { rows } = await sql`select * from ${amounts} m`.execute(db)
      expect(rows, `${startsAt} to ${endsAt}`).toEqual([
        {
          ...recordOf(closetFigureNames, (of) => sum(within.filter(({ name }) => name === of))),
          ...{ opening: sum(until) - sum(within), closing: sum(until) },
        },
      ])
    }
})

test('what a closet earned late counts in the open month, by closet too', async () => {
  const shop = await shopWithClosets()
  const { db, admin, closets, earn } = shop
  const [one, other] = closets
  if (!one || !other) return expect.unreachable()
  await earn(one, 'rental', 900, at('2026-10-10'))
  await earn(one, 'damage', 300, at('2026-10-31'))
  await closeMonth(db, admin, '2026-10', { now: NOW, timeZone })
  await earn(one, 'rental', 45, at('2026-10-20'))
  await earn(other, 'correction', 50, at('2026-10-20'))
  expect(await listed(shop, admin, '2026-10')).toMatchObject([
    { id: one.id, opening: 0, rentals: 900, withheld_deposits: 300, closing: 1200 },
  ])
  expect(await listed(shop, admin, '2026-11')).toMatchObject([
    { id: one.id, opening: 1200, rentals: 45, withheld_deposits: 0, closing: 1245 },
    { id: other.id, opening: 0, corrected: 50, closing: 50 },
  ])
  expect(await listed(shop, admin, '2026-10', '2026-10-30')).toMatchObject([{ closing: 900 }])
})

test('a closet that has nothing is not listed, and the list goes on after it', async () => {
  const shop = await shopWithClosets()
  const { made, admin, closets, earn } = shop
  const [one, other, third] = closets
  if (!one || !other || !third) return expect.unreachable()
  await made.payout(one, { at: at('2026-10-10') })
  await made.payout(other, { at: at('2026-10-10') })
  await earn(third, 'rental', 100, at('2026-10-10'))
  expect(await listed(shop, admin, '2026-10')).toHaveLength(3)
  expect(await listed(shop, admin, '2026-11')).toMatchObject([{ id: third.id, opening: 100 }])
})

test('nobody can change what a closet had in a month', async () => {
  const { db, admin, closets, earn, pool, violations } = await shopWithClosets()
  const [one] = closets
  if (!one) return expect.unreachable()
  await earn(one, 'rental', 900, at('2026-10-10'))
  await closeMonth(db, admin, '2026-10', { now: NOW, timeZone })
  await earn(one, 'rental', 45, at('2026-11-20'))
  const table = 'closet_month_figures'
  for (const change of [`update ${table} set owner_id = owner_id`, `delete from ${table}`])
    await expect(pool.query(change), change).rejects.toThrow('append-only')
  await foldTotals(db)
  expect(await violations()).toEqual([])
  await pool.query("update closet_totals set amount = amount + 7 where name = 'rentals'")
  const differs = (day: string) => ({
    check_name: 'what a closet is owed is that of its earnings',
    ...{ subject: `${one.id} rentals ${day}`, detail: 'differs by -7' },
  })
  expect(await violations()).toEqual([differs('2026-09-11'), differs('2026-11-10')])
  await pool.query('select set_running_totals()')
  expect(await violations()).toEqual([])
  // Without triggers, it is found.
  await pool.query(`set session_replication_role = replica;
    update closet_month_figures set amount = 1 where amount = 900;
    set session_replication_role = origin`)
  expect(await violations()).toEqual(
    expect.arrayContaining([
      {
        check_name: 'what closets earned and were paid in a month is that of the month',
        ...{ subject: '2026-10', detail: 'earnings_earned differs by -899' },
      },
      {
        check_name: 'the figures of a closet add up to what it is owed',
        ...{ subject: one.id, detail: 'differs by -899' },
      },
    ]),
  )
})
