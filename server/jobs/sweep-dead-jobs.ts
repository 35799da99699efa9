import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

type DeadJob = {
  readonly task: string
  readonly key: string | null
  readonly last_error: string | null
}

/**
 * Removes jobs that are no longer retried: in each attempt the job failed or its worker was killed.
 * Each one is reported once. Scheduled jobs start again at their next time; reconciling redoes the
 * work of the others. Dead jobs of the last day stay for inspection.
 */
export async function sweepDeadJobs(
  db: Db,
  report: (error: Error, job: string) => void,
): Promise<void> {
  const { rows } = await sql<DeadJob>`
    with dead as (
      select id, task_identifier as task, key, last_error from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - interval '1 day'
    ), removed as (
      select (graphile_worker.complete_jobs(array_agg(id))).id from dead having count(*) > 0
    )
    select task, key, last_error from dead join removed using (id) order by id`.execute(db)
  for (const { task, key, last_error } of rows) {
    const why = last_error ?? 'it was killed each time'
    report(new Error(`failed after its last attempt: ${key ?? task}: ${why}`), task)
  }
}
