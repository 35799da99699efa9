import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransactionOrRollback } from '#db/connection.ts'
import { testDatabase } from '#test/database.ts'
import { inBatch } from './in-batch.ts'

const { db, pool } = await testDatabase()
await pool.query(`insert into brands (id, name, created_at)
  select gen_random_uuid(), 'Brand ' || n, now() from generate_series(10, 29) n`)

/** Which brands are hidden, three at a time, by a plan that runs a subquery of `in` for each row. */
async function hidden(condition: 'in' | 'in batch'): Promise<string[]> {
  return await inTransactionOrRollback<string[]>(db, async (tx, rollBack) => {
    await sql`select set_config(name, 'off', true) from pg_settings
      where name ~ '^enable_(hash|merge|sort|material)'`.execute(tx)
    const batch = tx
      .selectFrom('brands as b')
      .select('b.id')
      .where('b.is_active', '=', true)
      .orderBy('b.name')
      .limit(3)
      .forUpdate()
      .skipLocked()
    const rows = await tx
      .updateTable('brands')
      .set({ is_active: false })
      .where((brand) => (condition === 'in' ? brand('id', 'in', batch) : inBatch('id', batch)))
      .returning('name')
      .execute()
    return rollBack(rows.map(({ name }) => name).toSorted())
  })
}

test('a batch has as many rows as its limit, whatever the plan', async () => {
  expect(await hidden('in batch')).toEqual(['Brand 10', 'Brand 11', 'Brand 12'])
  // With this plan, the limit of a subquery of `in` does not hold.
  expect((await hidden('in')).length).toBeGreaterThan(3)
})
