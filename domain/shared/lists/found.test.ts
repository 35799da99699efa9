import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { countedIn, countUpTo } from './found.ts'

const { db } = await testDatabase()

test('rows are counted up to one more than a thousand', async () => {
  const counted = async (rows: number) => {
    const from = sql`from generate_series(1, ${sql.lit(rows)})`
    const row = await db.selectNoFrom(countedIn(from).as('total')).executeTakeFirstOrThrow()
    return row.total
  }
  expect([await counted(0), await counted(1000)]).toEqual([0, 1000])
  expect([await counted(1001), await counted(1002)]).toEqual([1001, 1001])
  const numbers = (rows: number) =>
    db.selectFrom(sql`generate_series(1, ${sql.lit(rows)})`.as('numbers'))
  expect(await countUpTo(db, numbers(1000))).toBe(1000)
  expect(await countUpTo(db, numbers(1002))).toBe(1001)
  expect(await countUpTo(db, numbers(3), 2)).toBe(2)
})
