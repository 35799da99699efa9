import { expect, test } from 'vitest'
import { currentRate } from '#domain/money/payouts/payout-rate.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { rateFor, readRate } from './rate-when-rented.ts'

const { db, pool, made } = await testDatabase()
const day = (date: number) => new Date(Date.UTC(2027, 0, date))

// Of the two rates announced last for the tenth, the one with the larger id applies.
const [smaller, larger] = [newId(), newId()]
const rates = [
  [51, day(10), day(3), smaller],
  [50, day(10), day(3), larger],
  [52, day(10), day(2), newId()],
  [53, day(9), day(4), newId()],
] as const
await insertRows(
  db,
  'payout_rates',
  rates.map(([cents_per_credit, from_at, announced_at, id]) => ({
    ...{ id, cents_per_credit, from_at, announced_at },
  })),
)
// Makes PostgreSQL sort the rows instead of reading an index in order.
await pool.query('analyze payout_rates')

test('the rate is the latest one that applies at a time, and for one day the last announced', async () => {
  const closet = await made.closet()
  const admin = await made.admin()
  const before = (time: Date) => new Date(time.getTime() - 1)
  for (const [at, cents] of [
    [new Date('1999-12-31T00:00:00Z'), 0],
    [before(day(9)), 45],
    [day(9), 53],
    [before(day(10)), 53],
    [day(10), 50],
  ] as const) {
    expect(await currentRate(db, at)).toBe(cents)
    expect(await readRate(db, closet, at)).toBe(cents)
    const { rate } = await db
      .selectNoFrom(rateFor(admin.id, at).as('rate'))
      .executeTakeFirstOrThrow()
    expect(rate).toBe(0)
  }
})
