import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { remindOfReturns } from './return-reminders.ts'

function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}

const today = day('2026-11-20')
const at = { now: new Date('2026-11-20T15:00:00Z'), today, origin: 'https://shop.example' }

test('both sides are reminded once on the day before the last day, and once after the last day', async () => {
  const { db, made: things } = await testDatabase()
  const endingOn = async (end: string, status: 'delivered' | 'confirmed' = 'delivered') =>
    (await things.rental({ start: addDays(day(end), -6), status })).id
  const tomorrow = await endingOn('2026-11-21')
  const yesterday = await endingOn('2026-11-19')
  await endingOn('2026-11-20')
  await endingOn('2026-11-22')
  await endingOn('2026-11-21', 'confirmed')
  const marked = await endingOn('2026-11-18')
  await db.updateTable('rentals').set({ return_status: 'late' }).where('id', '=', marked).execute()

  expect(await remindOfReturns(db, at)).toBe(2)
  expect(await remindOfReturns(db, at)).toBe(0)
  const reminded = await db
    .selectFrom('rentals')
    .select(['id', 'return_reminded_at', 'overdue_reminded_at'])
    .where((where) =>
      where.or([
        where('return_reminded_at', 'is not', null),
        where('overdue_reminded_at', 'is not', null),
      ]),
    )
    .orderBy('end_date')
    .execute()
  expect(reminded).toEqual([
    { id: yesterday, return_reminded_at: null, overdue_reminded_at: at.now },
    { id: tomorrow, return_reminded_at: at.now, overdue_reminded_at: null },
  ])
  const { rows: jobs } = await sql`select payload->>'rentalId' as id, payload->>'event' as event,
    payload->>'by' as by from graphile_worker._private_jobs order by id`.execute(db)
  expect(jobs).toEqual([
    { id: tomorrow, event: 'remind-of-return', by: 'system' },
    { id: yesterday, event: 'remind-of-overdue', by: 'system' },
  ])
})

test('rentals due first are reminded of first', async () => {
  const { db, made: things } = await testDatabase()
  const late = async (days: number) =>
    (await things.rental({ start: addDays(today, -days), status: 'delivered' })).id
  const [second, first] = [await late(10), await late(11)]
  const reminded = async () => {
    expect(await remindOfReturns(db, at, 1)).toBe(1)
    const rows = db.selectFrom('rentals').select('id').where('overdue_reminded_at', 'is not', null)
    return (await rows.orderBy('end_date').execute()).map(({ id }) => id)
  }
  expect(await reminded()).toEqual([first])
  expect(await reminded()).toEqual([first, second])
})

test('two workers at once send each reminder once', async () => {
  const { db, made: things } = await testDatabase()
  for (let n = 0; n < 5; n++)
    await things.rental({ start: addDays(today, -5), status: 'delivered' })
  const results = await Promise.all([1, 2, 3].map(() => remindOfReturns(db, at)))
  expect(results.reduce((sum, one) => sum + one, 0)).toBe(5)
})
