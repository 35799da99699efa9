import { type CronItem, type JobHelpers, parseCronItems, type TaskList } from 'graphile-worker'
import { type Jobs, payloadOf } from '#db/jobs.ts'
import type { House } from './house.ts'
import { type Scheduled, scheduledJobs, tasks } from './jobs.ts'

/** What is done with the error that a job ended with, before it is tried again. */
export type OnJobError = (error: unknown, job: string) => void

/** Every job, queued or scheduled, as the queue calls it. */
export function taskListFor(house: House, onError: OnJobError): TaskList {
  const list: TaskList = {}
  for (const name of Object.keys(tasks).filter(isQueued)) {
    list[name] = queuedTask(name, house, onError)
  }
  for (const [name, { run }] of scheduled) {
    list[name] = (_, helpers) => retriedSoon(run(house), name, helpers, onError)
  }
  return list
}

/** The timetable. A run that was missed while no process lived is not made up for. */
export function timetable() {
  const items = scheduled.map(([name, { every }]): CronItem => {
    return { task: name, match: every, options: { jobKey: name, maxAttempts: 3 } }
  })
  return parseCronItems(items)
}

export function startJobs(): string[] {
  return scheduled.filter(([, { atStart }]) => atStart).map(([name]) => name)
}

const scheduled = Object.entries<Scheduled>(scheduledJobs)

function isQueued(name: string): name is keyof Jobs {
  return name in tasks
}

function queuedTask<Task extends keyof Jobs>(name: Task, house: House, onError: OnJobError) {
  return (payload: unknown, helpers: JobHelpers) =>
    retriedSoon(tasks[name](payloadOf(name, payload), house), name, helpers, onError)
}

/** The queue waits exp(attempts) seconds; counted from zero, the first retry comes after one. */
async function retriedSoon(
  running: Promise<unknown>,
  name: string,
  { job, query }: JobHelpers,
  onError: OnJobError,
): Promise<void> {
  try {
    await running
  } catch (error) {
    onError(error, name)
    if (job.last_error === null) {
      await query('update graphile_worker._private_jobs set attempts = 0 where id = $1', [job.id])
    }
    throw error
  }
}
