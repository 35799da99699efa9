import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, runOnce, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import type { House } from './house.ts'
import { startJobs, taskListFor, timetable } from './task-list.ts'
import { beginHeartbeat, freeJobsOfSilentWorkers } from './worker-heartbeat.ts'

export type JobWorker = {
  /** Takes no more jobs and lets those under way finish, for at most `seconds`. */
  stop(seconds?: number): Promise<void>
}

const AT_A_TIME = 4
/** So many fetches that fail one after the other, without one that works, are two seconds' worth. */
const MOST_FAILURES = 2 * AT_A_TIME
const silent = new Logger(() => () => {})
// By itself the queue leaves it an unhandled rejection when it cannot write down how a job ended.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/**
 * Works off jobs as they come, and begins the scheduled ones. `direct` must lead to PostgreSQL
 * itself: what the queue listens with does not pass a transaction pooler.
 */
export async function startWorker(house: House, direct: ConnectionTarget): Promise<JobWorker> {
  // One connection listens for the life of the worker; jobs use the app's own pool.
  const pool = createPool(direct, { max: AT_A_TIME + 2 })
  await freeJobsOfSilentWorkers(pool)
  for (const name of startJobs()) {
    await pool.query('select graphile_worker.add_job($1, job_key := $1, max_attempts := 3)', [name])
  }
  const first = await beginRunner(house, pool)
  const stopping = new AbortController()
  const ended = keepRunning(house, pool, first, stopping.signal)
  return {
    async stop(seconds = 20) {
      stopping.abort()
      await Promise.race([ended, pause(seconds * 1000, undefined, { ref: false })])
      await pool.end()
    },
  }
}

type Running = {
  readonly ended: Promise<void>
  readonly stop: () => void
  readonly endHeartbeat: () => Promise<void>
}

async function beginRunner(house: House, pool: Pool): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  const created = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
  })
  const runner = await run({
    preset,
    pgPool: pool,
    taskList: taskListFor(house, house.noteJobError),
    parsedCronItems: timetable(),
    concurrency: AT_A_TIME,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: silent,
    events,
  })
  const stop = () => void runner.stop().catch(() => {})
  stopWhenNothingIsFetched(house, runner, stop)
  const ended = endOf(runner)
  // Whoever waits for the end comes only after the first heartbeat.
  ended.catch(() => {})
  try {
    return { stop, ended, endHeartbeat: await beginHeartbeat(pool, await created) }
  } catch (error) {
    // Nobody would know of it, and another one begins.
    stop()
    throw error
  }
}

/**
 * Rejects with why it ended, if not by `stop`. The queue loses count of what it has to write down
 * once that failed, and would wait for ever: what is under way when its workers are done has a second.
 */
async function endOf(runner: Runner): Promise<void> {
  const workersAreDone = new Promise<void>((resolve) => {
    runner.events.once('pool:gracefulShutdown:complete', () => resolve())
    runner.events.once('pool:forcefulShutdown:complete', () => resolve())
  })
  await Promise.race([runner.promise, workersAreDone.then(() => pause(1000))])
}

/**
 * The queue asks once what its kinds of jobs are called, and keeps that it failed: from then on no
 * worker of this runner fetches anything again. The next runner asks anew.
 */
function stopWhenNothingIsFetched(house: House, runner: Runner, stop: () => void): void {
  let failures = 0
  const forget = () => {
    failures = 0
  }
  runner.events.on('worker:getJob:empty', forget)
  runner.events.on('job:start', forget)
  runner.events.on('worker:getJob:error', ({ error }) => {
    failures += 1
    if (failures !== MOST_FAILURES) return
    house.noteJobError(error, 'worker')
    stop()
  })
}

/** The queue gives up a worker that could not say that its job is done; another one takes over. */
async function keepRunning(house: House, pool: Pool, first: Running, stopping: AbortSignal) {
  let running = first
  for (;;) {
    const { ended, stop, endHeartbeat } = running
    stopping.addEventListener('abort', stop)
    if (stopping.aborted) stop()
    await ended.catch((error) => house.noteJobError(error, 'worker'))
    stopping.removeEventListener('abort', stop)
    await endHeartbeat().catch(() => {})
    const next = await beginAgain(house, pool, stopping)
    if (!next) return
    running = next
  }
}

async function beginAgain(house: House, pool: Pool, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      await pause(1000, undefined, { signal: stopping })
      return await beginRunner(house, pool)
    } catch (error) {
      if (!stopping.aborted) house.noteJobError(error, 'worker')
    }
  }
  return null
}

/**
 * Works off every job that is due by the house's clock, and what these lead to; throws what a job
 * throws. For tests and for whoever must wait for the queue.
 */
export async function drainJobs(house: House, pool: Pool): Promise<void> {
  const errors: unknown[] = []
  const taskList = taskListFor(house, (error) => errors.push(error))
  for (;;) {
    const { rowCount } = await pool.query(
      `update graphile_worker._private_jobs set run_at = least(run_at, now())
        where is_available and run_at <= greatest(now(), $1::timestamptz)`,
      [house.clock()],
    )
    if (!rowCount) return
    await runOnce({ preset, pgPool: pool, taskList, noHandleSignals: true, logger: silent })
    if (errors.length > 0) throw errors[0]
  }
}
