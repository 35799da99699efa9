import { expect, test } from 'vitest'
import { openExport } from '#domain/admin/exports/exports.ts'
import { foldTotals } from '#domain/shared/lists/running-totals.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { closetsOfMonth } from './closets-of-month.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet()

/** Of one closet, 48 a day in 500 days. */
const EARNINGS = 24_000

await pool.query(`
  set session_replication_role = replica;
  insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at)
    select gen_random_uuid(), '${closet.id}', 'rental', gen_random_uuid(), 100, 'rental:' || n, at, at
    from (select n, timestamptz '2025-01-01Z' + n * interval '30 minutes' as at
      from generate_series(0, ${EARNINGS - 1}) n) e;
  set session_replication_role = origin;
  select set_closet_month_figures()`)
while ((await foldTotals(db)) > 0);
await vacuumFilled(pool)

// 60 days of figures, and the totals.
const MAX_ROWS = 60 * 48 + 50

test('a page of the closets of a month reads totals and two months of the figures', async () => {
  const page = { month: '2026-03', day: null, after: null, timeZone: 'UTC' }
  const { rows } = await closetsOfMonth(db, admin, page)
  const opening = 424 * 4800
  expect(rows).toMatchObject([{ opening, rentals: 31 * 4800, closing: opening + 31 * 4800 }])
  expect(
    await maxRowsHandled(database, (from) => closetsOfMonth(from, admin, page)),
  ).toBeLessThanOrEqual(MAX_ROWS)
})

test.for([
  ['2026-03-01', '2026-03-31', ['20352.00', '1488.00', '0.00', '0.00', '0.00', '21840.00']],
  ['2025-02-10', '2026-03-10', ['1920.00', '18912.00', '0.00', '0.00', '0.00', '20832.00']],
  ['', '', ['0.00', '24000.00', '0.00', '0.00', '0.00', '24000.00']],
] as const)('so does the file of all closets: %s to %s', async ([from, to, amounts]) => {
  const part = {
    list: 'balances',
    timeZone: 'UTC',
    now: new Date('2026-06-01Z'),
    from,
    to,
  } as const
  const read = async (db: typeof database.db) => {
    const opened = await openExport(db, admin, part)
    const lines: string[] = []
    if (opened.ok) for await (const line of opened.value) lines.push(String(line))
    return lines
  }
  expect((await read(db)).join('')).toContain(amounts.join(','))
  expect(await maxRowsHandled(database, read)).toBeLessThanOrEqual(MAX_ROWS)
})
