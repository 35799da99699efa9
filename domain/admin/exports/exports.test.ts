import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDb } from '#db/connection.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { allOf } from '#test/all-of.ts'
import { testDatabase } from '#test/postgres/database.ts'
import type { ExportPart } from './export-format.ts'
import { lastMonths, usualPeriod } from './export-period.ts'
import { openExport } from './exports.ts'

const { db, pool, target, made } = await testDatabase()
const admin = await made.admin({ created_at: new Date('2020-01-01') })
const now = new Date('2027-03-14T12:00:00Z')
const today = calendarDateIn('UTC', now)
const people: ExportPart = {
  list: 'people',
  timeZone: 'America/New_York',
  now,
  q: 'counted',
  from: '',
  to: '',
}
for (const [name, at] of [
  ['Counted 1', '2027-03-02T05:00:00Z'],
  ['Counted 2', '2027-03-02T12:00:00Z'],
  ['Counted 3', '2027-03-03T04:59:59.999Z'],
  ['Counted 4', '2027-03-03T05:00:00Z'],
  ['Counted 5', '2027-03-04T12:00:00Z'],
] as const)
  await made.shopper({ full_name: name, created_at: new Date(at) })

async function exported(part: Partial<ExportPart>, max?: number) {
  const opened = await openExport(db, admin, { ...people, ...part }, max)
  if (!opened.ok) return opened.problem
  const rows = (await allOf(opened.value)).flat().slice(1)
  return rows.map((cells) => cells[1])
}

test('a file includes the rows of its first and last day, in the time zone of the shop', async () => {
  expect(await exported({ from: '2027-03-02', to: '2027-03-02' })).toEqual([
    'Counted 3',
    'Counted 2',
    'Counted 1',
  ])
  expect(await exported({ from: '2027-03-03' })).toEqual(['Counted 5', 'Counted 4'])
  expect(await exported({ to: '2027-03-01' })).toEqual([])
  expect(await exported({})).toHaveLength(5)
})

test('too many rows are refused, with the days that fit', async () => {
  expect(await exported({}, 5)).toHaveLength(5)
  const days = (from: string, to: string) => ({ reason: 'too-many-rows', fits: { from, to } })
  expect(await exported({}, 4)).toEqual(days('2027-03-03', today))
  expect(await exported({ from: '2027-03-03', to: today }, 4)).toHaveLength(2)
  expect(await exported({ from: '2027-03-01', to: '2027-03-03' }, 3)).toEqual(
    days('2027-03-03', '2027-03-03'),
  )
  // The last day alone has too many rows, but a single day always gets all of them.
  expect(await exported({ from: '2027-03-01', to: '2027-03-02' }, 2)).toEqual(
    days('2027-03-02', '2027-03-02'),
  )
  expect(await exported({ from: '2027-03-02', to: '2027-03-02' }, 2)).toHaveLength(3)
})

test('for money, which starts with the oldest, the first days fit', async () => {
  for (const day of ['2027-01-01', '2027-01-02', '2027-01-02', '2027-01-03'])
    await made.deposit(await made.shopper(), { paidAt: new Date(`${day}T12:00:00Z`) })
  const money = { list: 'money', q: '', from: '2027-01-01', to: '2027-01-31' } as const
  expect(await exported(money, 4)).toEqual([...Array(4).fill('Payment: Deposit'), 'Total'])
  const days = (from: string, to: string) => ({ reason: 'too-many-rows', fits: { from, to } })
  expect(await exported(money, 3)).toEqual(days('2027-01-01', '2027-01-02'))
  expect(await exported({ ...money, from: '2027-01-02' }, 1)).toEqual(
    days('2027-01-02', '2027-01-02'),
  )
})

test('an export of the audit log is refused when more people have the name than are searched', async () => {
  const list = { list: 'audit', q: '' } as const
  for (let n = 1; n <= 50; n++) await made.shopper({ full_name: `Ada Smithson ${n}` })
  expect(await exported({ ...list, actor: 'smithson' })).toEqual([])
  await made.shopper({ full_name: 'Zoe Smithson' })
  expect(await exported({ ...list, actor: 'smithson' })).toEqual({ reason: 'too-many-people' })
  expect(await exported({ ...list, actor: 'zoe smithson' })).toEqual([])
})

test('days that do not exist, or in the wrong order, are refused', async () => {
  expect(await exported({ from: '2027-02-29' })).toEqual({ reason: 'no-such-day', field: 'from' })
  expect(await exported({ to: 'x' })).toEqual({ reason: 'no-such-day', field: 'to' })
  expect(await exported({ from: '2027-03-02', to: '2027-03-01' })).toEqual({
    reason: 'ends-before-it-starts',
  })
})

test('between two batches no connection is held and no transaction is open', async () => {
  const opened = await openExport(db, admin, people)
  const batches = opened.ok ? opened.value : expect.unreachable()
  await batches.next()
  await batches.next()
  expect(pool.totalCount - pool.idleCount).toBe(0)
  const { rows } = await pool.query(
    "select state from pg_stat_activity where datname = current_database() and state like '%transaction%'",
  )
  expect(rows).toEqual([])
})

test('the usual period is last month and this month; months end with their last day', () => {
  const january = calendarDateIn('UTC', new Date('2027-01-31Z'))
  expect(usualPeriod(january)).toEqual({ from: '2026-12-01', to: '2027-01-31' })
  const months = lastMonths(today)
  expect(months.slice(0, 2)).toEqual([
    { from: '2027-03-01', to: '2027-03-14' },
    { from: '2027-02-01', to: '2027-02-28' },
  ])
  expect([months.length, months.at(-1)]).toEqual([12, { from: '2026-04-01', to: '2026-04-30' }])
})

test.for([
  ['a period', ''],
  ['a single day', '2027-03-02'],
] as const)('an export of %s is refused if its rows are not found in time, not cut off', async ([
  ,
  day,
]) => {
  const hurried = new pg.Pool({ ...target, statement_timeout: 50, max: 1 })
  onTestFinished(() => hurried.end())
  const opened = await db.connection().execute(async (other) => {
    await sql`begin`.execute(other)
    await sql`lock table user_profiles`.execute(other)
    const refusedOrDone = await openExport(createDb(hurried), admin, {
      ...people,
      from: day,
      to: day,
    })
    await sql`rollback`.execute(other)
    return refusedOrDone
  })
  expect(opened).toEqual({ ok: false, problem: { reason: 'takes-too-long' } })
})
