import { type CronItem, type JobHelpers, parseCronItems, type TaskList } from 'graphile-worker'
import { inTransaction } from '#db/connection.ts'
import { enqueue, type Jobs, payloadOf } from '#db/jobs.ts'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
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
    list[name] = (_, helpers) => retriedSoon(run(house), { name, house, helpers, onError })
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
    retriedSoon(tasks[name](payloadOf(name, payload), house), { name, house, helpers, onError })
}

type Running = {
  readonly name: string
  readonly house: House
  readonly helpers: JobHelpers
  readonly onError: OnJobError
}

/** The queue waits exp(attempts) seconds; counted from zero, the first retry comes after one. */
async function retriedSoon(
  running: Promise<unknown>,
  { name, house, helpers: { job, query }, onError }: Running,
): Promise<void> {
  try {
    await running
  } catch (error) {
    onError(error, name)
    if (job.last_error === null) {
      await query('update graphile_worker._private_jobs set attempts = 0 where id = $1', [job.id])
    }
    if (job.last_error !== null && job.attempts >= job.max_attempts)
      await tellOf(error, name, house)
    throw error
  }
}

/** What tells admins cannot tell them that it fails itself. */
const UNTOLD: readonly string[] = ['send-mail', 'tell-admins']

/** Admins hear once a day of a job that nobody tries any more. */
async function tellOf(error: unknown, name: string, house: House): Promise<void> {
  if (UNTOLD.includes(name)) return
  const day = calendarDateIn(house.timeZone, house.clock())
  const said = error instanceof Error ? error.message : String(error)
  await inTransaction(house.db, (tx) =>
    enqueue(tx, 'tell-admins', {
      news: 'job-given-up',
      id: `${name}.${day}`,
      error: said.slice(0, 500),
    }),
  ).catch((problem) => house.noteJobError(problem, name))
}
