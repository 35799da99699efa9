import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { RunnableJobs } from '#server/door/app-contract.ts'
import type { System } from '#server/jobs/system.ts'
import { type OnJobError, taskListFor } from '#server/jobs/task-list.ts'

const silent = new Logger(() => () => {})
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface DueJobs {
  readonly pool: Pool
  readonly clock: () => Date
  readonly taskList: (onError: OnJobError) => TaskList
}

/** Processes every job that is due by the clock, and those it causes; throws a job's error. */
async function drain({ pool, clock, taskList }: DueJobs): Promise<void> {
  const errors: unknown[] = []
  const tasks = taskList((error) => errors.push(error))
  for (;;) {
    const { rowCount } = await pool.query(
      `update graphile_worker._private_jobs set run_at = least(run_at, now())
        where is_available and run_at <= greatest(now(), $1::timestamptz)`,
      [clock()],
    )
    if (!rowCount) return
    await runOnce({ preset, pgPool: pool, taskList: tasks, noHandleSignals: true, logger: silent })
    if (errors.length > 0) throw errors[0]
  }
}

/** The same for a system without an app. */
export function drainJobs(system: System, pool: Pool): Promise<void> {
  const taskList = (onError: OnJobError) => taskListFor(system, onError)
  return drain({ pool, clock: system.clock, taskList })
}

/** An option of an app, and what then runs its due jobs and delivers the sandbox's webhooks. */
export function drainable(): {
  readonly onJobs: (jobs: RunnableJobs) => void
  readonly drain: () => Promise<void>
} {
  let opened: RunnableJobs | undefined
  return {
    onJobs: (jobs) => {
      opened = jobs
    },
    drain: async () => {
      if (!opened) throw new Error('the app is not open yet')
      await opened.deliverWebhooks()
      await drain(opened)
    },
  }
}
