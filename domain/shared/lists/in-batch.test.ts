import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { inBatch } from './in-batch.ts'

test('a batch has as many rows as its limit with any query plan', async () => {
  const { db, pool } = await testDatabase()
  await pool.query(`insert into brands (id, name, created_at)
    select gen_random_uuid(), 'Brand ' || n, now() from generate_series(10, 29) n`)
  const hidden = await inTransaction(db, async (tx) => {
    // With these plans, a subquery of `in` runs for each row and misses the limit (PostgreSQL 18).
    await sql`select set_config(name, 'off', true) from pg_settings
      where name ~ '^enable_(hash|merge|sort|material)'`.execute(tx)
    return await tx
      .updateTable('brands')
      .set({ is_active: false })
      .where((brand) =>
        inBatch(
          'id',
          brand
            .selectFrom('brands as b')
            .select('b.id')
            .where('b.is_active', '=', true)
            .orderBy('b.name')
            .limit(3)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .returning('name')
      .execute()
  })
  expect(hidden.map(({ name }) => name).toSorted()).toEqual(['Brand 10', 'Brand 11', 'Brand 12'])
})
