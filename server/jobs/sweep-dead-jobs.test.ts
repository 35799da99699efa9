import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { sweepDeadJobs } from './sweep-dead-jobs.ts'

const { db } = await testDatabase()

test('a dead job is reported once and removed a day later', async () => {
  const add = (key: string) =>
    sql`select graphile_worker.add_job('send-mail', job_key := ${key}, max_attempts := 3)`.execute(
      db,
    )
  for (const key of ['dead', 'dead since today', 'alive']) await add(key)
  await sql`alter table graphile_worker._private_jobs disable trigger user`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = 3, updated_at = now() - interval '25 hours'
    where key = 'dead'`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = 3 where key = 'dead since today'`.execute(
    db,
  )
  const logged: string[] = []
  const report = ({ message }: Error) => void logged.push(message)
  await sweepDeadJobs(db, report)
  await sweepDeadJobs(db, report)
  expect(logged).toEqual(['failed after its last attempt: dead: it was killed each time'])
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs order by key`.execute(db)
  expect(rows.map(({ key }) => key)).toEqual(['alive', 'dead since today'])
})
