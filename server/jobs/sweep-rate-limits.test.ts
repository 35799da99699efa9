import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLimits } from '#app/request/limits.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { sweepRateLimits } from './sweep-rate-limits.ts'

test('counters are removed when they expire, or when they would last too long', async () => {
  const { db, pool } = await testDatabase()
  const limits = createLimits(pool, { demo: true })
  await limits.take('reset', '203.0.113.7')
  await limits.take('reset', '127.0.0.1')
  await limits.take('cancel-rental', 'somebody')
  const names = async () => {
    const { rows } = await sql<{ name: string }>`
      select split_part(key, ':', 1) as name from rate_limits order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  const all = ['cancel-rental', 'reset', 'reset on loopback']
  const sweep = async (hours: number) => {
    await sweepRateLimits(db, new Date(Date.now() + hours * 3_600_000))
    return await names()
  }
  expect(await sweep(0)).toEqual(all)
  // Resets are limited for an hour, cancellations for a day: the clock was ahead.
  await sql`update rate_limits set expire = ${Date.now() + 10 * 3_600_000}`.execute(db)
  expect(await sweep(0)).toEqual(['cancel-rental'])
  expect(await sweep(9.9)).toEqual(['cancel-rental'])
  expect(await sweep(10.1)).toEqual([])
})
