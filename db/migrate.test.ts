import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { StartProblem } from './embedded/start-problem.ts'
import { migrate } from './migrate.ts'

test('a version older than the database refuses to start and explains the solution', async () => {
  const { target, pool } = await testDatabase()
  await pool.query("insert into schema_migrations values ('9999-of-tomorrow', now()::text)")
  const refusal: unknown = await migrate(target).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartProblem)
  expect(String(refusal)).toMatch(/newer version of Hemline.*9999-of-tomorrow.*restore a backup/)
})

test('a migration with a lower number than applied ones is still applied', async () => {
  const { target, pool } = await testDatabase()
  const name = '0030-sweeping-news'
  await pool.query('drop index stripe_events_done; alter table checkout_orders drop asked_at')
  await pool.query('delete from schema_migrations where name = $1', [name])
  expect(await migrate(target)).toEqual([name])
})
