import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'

/** At most this many jobs are counted. */
const MAX_JOBS = 10_000

/** The columns of the queue's view that are read; `server/jobs/queue-tables.test.ts` checks them. */
type Queue = {
  'graphile_worker.jobs': {
    task_identifier: string
    run_at: Date
    attempts: number
    max_attempts: number
    locked_at: Date | null
  }
}

export type TaskState = {
  readonly task: string
  readonly queued: number
  readonly running: number
  /** No longer retried; they stay for a day. */
  readonly failed: number
  /** How long the oldest due job has waited. */
  readonly overdueSeconds: number
}

/** The jobs of each task; reads a bounded number. */
export async function readQueue(db: DbOrTx): Promise<TaskState[]> {
  const jobs = db
    .withTables<Queue>()
    .selectFrom('graphile_worker.jobs')
    .select(['task_identifier', 'run_at', 'locked_at'])
    .select(sql<boolean>`attempts >= max_attempts`.as('is_over'))
    .limit(MAX_JOBS)
  const waits = sql`locked_at is null and not is_over`
  return await db
    .selectFrom(jobs.as('j'))
    .groupBy('task_identifier')
    .select([
      'task_identifier as task',
      sql<number>`(count(*) filter (where ${waits}))::int`.as('queued'),
      sql<number>`(count(*) filter (where locked_at is not null))::int`.as('running'),
      sql<number>`(count(*) filter (where locked_at is null and is_over))::int`.as('failed'),
      sql<number>`coalesce(extract(epoch from
        now() - min(run_at) filter (where ${waits} and run_at <= now())), 0)::float8`.as(
        'overdueSeconds',
      ),
    ])
    .execute()
}
