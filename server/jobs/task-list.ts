import { type CronItem, type JobHelpers, parseCronItems, type TaskList } from 'graphile-worker'
import { inTransaction } from '#db/connection.ts'
import { enqueue, type Jobs, readJob } from '#db/jobs.ts'
import { withRequestId } from '#db/request-id.ts'
import { traced } from '#db/trace.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { tasks } from './jobs.ts'
import { runScheduled, type Scheduled, scheduledJobs } from './scheduled-jobs.ts'
import { beginJob, type System } from './system.ts'

/** Receives the error that a job failed with, before it is retried. */
export type OnJobError = (error: unknown, job: string) => void

/** Every job, queued or scheduled, as the queue expects it. */
export function taskListFor(system: System, onError: OnJobError): TaskList {
  const list: TaskList = {}
  for (const name of Object.keys(tasks).filter(isQueued)) {
    list[name] = queuedTask(name, system, onError)
  }
  for (const [name, job] of scheduled) {
    list[name] = (_, helpers) =>
      tracedJob(name, helpers, undefined, () =>
        retriedSoon(runScheduled(job, system, helpers.abortSignal), {
          name,
          system,
          helpers,
          onError,
        }),
      )
  }
  return list
}

/** The schedule. A run missed while no process was running is not made up for. */
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

function queuedTask<Task extends keyof Jobs>(name: Task, system: System, onError: OnJobError) {
  return (carried: unknown, helpers: JobHelpers) => {
    const { payload, origin } = readJob(name, carried)
    const work = () =>
      tracedJob(name, helpers, origin.traceparent, () =>
        retriedSoon(tasks[name](payload, beginJob(system), helpers.abortSignal), {
          name,
          system,
          helpers,
          onError,
        }),
      )
    return origin.requestId === undefined ? work() : withRequestId(origin.requestId, work)
  }
}

/** A span in the trace of the request that added the job, or one of its own. */
function tracedJob(
  name: string,
  { job }: JobHelpers,
  parent: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const attributes = { 'hemline.job': name, 'hemline.attempt': job.attempts }
  return traced({ name: `job ${name}`, kind: 'CONSUMER', attributes, parent }, work)
}

type Running = {
  readonly name: string
  readonly system: System
  readonly helpers: JobHelpers
  readonly onError: OnJobError
}

/** The queue waits exp(attempts) seconds; counted from zero, the first retry comes after one. */
async function retriedSoon(
  running: Promise<unknown>,
  { name, system, helpers: { job, query }, onError }: Running,
): Promise<void> {
  try {
    await running
  } catch (error) {
    onError(error, name)
    if (job.last_error === null) {
      await query('update graphile_worker._private_jobs set attempts = 0 where id = $1', [job.id])
    }
    if (job.last_error !== null && job.attempts >= job.max_attempts)
      await reportFailedJob(error, name, system)
    throw error
  }
}

/** The job that emails admins cannot report its own failure. */
const NOT_REPORTED: readonly string[] = ['send-mail', 'tell-admins']

/** Admins get one email a day about a job that is not retried any more. */
async function reportFailedJob(error: unknown, name: string, system: System): Promise<void> {
  if (NOT_REPORTED.includes(name)) return
  const day = calendarDateIn(system.timeZone, system.clock())
  const message = error instanceof Error ? error.message : String(error)
  await inTransaction(system.db, (tx) =>
    enqueue(tx, 'tell-admins', {
      event: 'job-failed',
      id: `${name}.${day}`,
      error: message.slice(0, 500),
    }),
  ).catch((problem) => system.noteJobError(problem, name))
}
