import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { systemFor } from '#server/testing/system.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { taskListFor } from './task-list.ts'

const { db, pool } = await testDatabase()

/** Runs a failing job, in a given attempt of a given number. */
async function fail(name: string, payload: unknown, attempts: number, max: number) {
  const job = { id: '1', last_error: 'before', attempts, max_attempts: max }
  const helpers = { job, query: pool.query.bind(pool) } as unknown as JobHelpers
  const task = taskListFor(systemFor(db), () => {})[name]
  await expect(task?.(payload, helpers)).rejects.toThrow()
}

const details = () => queuedJobs(pool, 'tell-admins')

test('admins get an email when a job has failed for good, and not before', async () => {
  const subscription = { stripeSubscriptionId: 'sub_1' }
  await fail('end-subscription', subscription, 24, 25)
  expect(await details()).toEqual([])
  await fail('end-subscription', subscription, 25, 25)
  expect(await details()).toEqual([
    {
      event: 'job-failed',
      id: expect.stringMatching(/^end-subscription\.\d{4}-\d\d-\d\d$/),
      error: expect.any(String),
    },
  ])
})
