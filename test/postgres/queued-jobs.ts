import type pg from 'pg'

/** The payloads of the queued jobs of a task, the oldest first. */
export async function queuedJobs(pool: pg.Pool, task: string) {
  const { rows } = await pool.query(
    `select payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 order by j.id`,
    [task],
  )
  return rows.map(({ payload }) => payload)
}
