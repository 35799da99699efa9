import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { releasingOnce } from '#db/release-once.ts'
import { watchJobsInHand } from './jobs-in-hand.ts'
import type { System } from './system.ts'
import { startJobs, taskListFor, timetable } from './task-list.ts'
import { withTimeout } from './with-timeout.ts'
import {
  beginHeartbeat,
  type Elapsed,
  freeJobsOf,
  freeJobsOfSilentWorkers,
  type Heartbeat,
} from './worker-heartbeat.ts'

export type JobWorker = {
  /** Milliseconds since the last heartbeat recorded by the database. */
  heartbeatAge(): number
  /** Takes no more jobs and lets those in progress finish, for at most `seconds`. */
  stop(seconds?: number): Promise<void>
}

const CONCURRENCY = 4
/** This many failed fetches in a row take about two seconds. */
const MAX_FAILURES = 2 * CONCURRENCY
/** A worker without a heartbeat for this long is replaced. */
const MAX_SILENT_MS = 30_000
const SECONDS_TO_LEAVE = 15

export type WorkerTimes = {
  readonly pollMs: number
  readonly beatMs: number
  /** The queue's queries are small: an answer that takes longer will not arrive. */
  readonly silenceMs: number
  readonly secondsToClose: number
  /** The pause before another worker starts, also for jobs that the queue no longer waits for. */
  readonly pauseMs: number
}

const usual: WorkerTimes = {
  pollMs: 1000,
  beatMs: 10_000,
  silenceMs: 10_000,
  secondsToClose: 2,
  pauseMs: 1000,
}
const silent = new Logger(() => () => {})
// The queue would leave an unhandled rejection when it cannot record how a job ended.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

export type WorkerOptions = {
  readonly elapsed?: Elapsed
  /** Workers whose processes are known to have ended: their jobs are released at once. */
  readonly endedWorkers?: readonly string[]
  /** Receives the id of each worker that starts. */
  readonly onWorker?: (id: string) => void
  /** The jobs to run at the start, in place of the usual ones; for tests. */
  readonly first?: readonly string[]
  /** For tests, which shorten them. */
  readonly times?: Partial<WorkerTimes>
}

type RunnerOptions = Required<Pick<WorkerOptions, 'elapsed' | 'onWorker'>> & {
  readonly times: WorkerTimes
}

/**
 * Processes jobs as they arrive, and starts scheduled ones. `direct` must connect to PostgreSQL
 * itself: LISTEN does not work through a transaction pooler.
 */
export async function startWorker(
  system: System,
  direct: ConnectionTarget,
  options: WorkerOptions = {},
): Promise<JobWorker> {
  const { elapsed = () => performance.now(), endedWorkers = [], onWorker = () => {} } = options
  const times = { ...usual, ...options.times }
  const begin: Begin = (prepare) =>
    beginRunner(system, direct, { elapsed, onWorker, times }, prepare)
  const first = await begin(async (pool) => {
    await freeJobsOf(pool, endedWorkers)
    await freeJobsOfSilentWorkers(pool)
    for (const name of options.first ?? startJobs()) {
      await pool.query('select graphile_worker.add_job($1, job_key := $1, max_attempts := 3)', [
        name,
      ])
    }
  })
  const stopping = new AbortController()
  let current = first
  const ended = supervise(system, { begin, first, times }, stopping.signal, (next) => {
    current = next
  })
  return {
    heartbeatAge: () => current.heartbeat.age(),
    async stop(seconds = 12) {
      stopping.abort()
      // Without the database nothing can be completed: jobs in progress will be repeated.
      const maxSeconds = (await current.isAlive()) ? seconds : times.secondsToClose
      await withTimeout(maxSeconds, ended)
      current.leave()
    },
  }
}

type Running = {
  readonly ended: Promise<void>
  readonly stop: () => void
  readonly heartbeat: Heartbeat
  /** Whether the database responds at once. */
  readonly isAlive: () => Promise<boolean>
  /** Closes its own connections: the next worker starts without a hanging one. */
  readonly leave: () => void
}

type Prepare = (pool: Pool) => Promise<void>

/** Starts another worker with new connections. */
type Begin = (prepare?: Prepare) => Promise<Running>

async function beginRunner(
  system: System,
  direct: ConnectionTarget,
  { elapsed, onWorker, times }: RunnerOptions,
  prepare: Prepare = async () => {},
): Promise<Running> {
  const { secondsToClose, silenceMs } = times
  // One connection listens for the life of the worker; jobs use the app's own pool.
  const pool = releasingOnce(createPool(direct, { max: CONCURRENCY + 2, silenceMs }))
  const close = async () => {
    if (!pool.ending) await withTimeout(secondsToClose, pool.end())
  }
  const ask = () => pool.query('select 1').catch(() => null)
  const isAlive = async () => (await withTimeout(secondsToClose, ask())) !== null
  let stop = () => {}
  let ended: Promise<void> = Promise.resolve()
  /** Closes the connections once work in progress has ended, or after `SECONDS_TO_LEAVE`. */
  const leave = () =>
    void withTimeout(
      SECONDS_TO_LEAVE,
      ended.catch(() => {}),
    ).then(close)
  try {
    await prepare(pool)
    const events: WorkerEvents = new EventEmitter()
    const jobsInHand = watchJobsInHand(events)
    const created = new Promise<string>((resolve) => {
      events.once('pool:create', ({ workerPool }) => {
        onWorker(workerPool.id)
        resolve(workerPool.id)
      })
    })
    const runner = await run({
      preset,
      pgPool: pool,
      taskList: taskListFor(system, system.noteJobError),
      parsedCronItems: timetable(),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      pollInterval: times.pollMs,
      logger: silent,
      events,
    })
    stop = () => void runner.stop().catch(() => {})
    stopAfterFailedFetches(system, runner, stop)
    ended = endOf(runner, times)
    // The end is only awaited after the first heartbeat.
    ended.catch(() => {})
    const heartbeat = await beginHeartbeat(pool, await created, {
      elapsed,
      beatMs: times.beatMs,
      jobsInHand,
      // A response that takes longer is no longer read.
      lostAfterMs: 2 * silenceMs,
    })
    return { stop, ended, leave, isAlive, heartbeat }
  } catch (error) {
    // Otherwise this runner would go on unnoticed beside the next one.
    stop()
    leave()
    throw error
  }
}

/**
 * Rejects with the reason unless `stop` ended it. After one failed write the queue loses track of
 * its pending writes and would wait forever; this gives jobs in progress one second once its
 * workers are done.
 */
async function endOf(runner: Runner, { pauseMs }: WorkerTimes): Promise<void> {
  const workersAreDone = new Promise<void>((resolve) => {
    runner.events.once('pool:gracefulShutdown:complete', () => resolve())
    runner.events.once('pool:forcefulShutdown:complete', () => resolve())
  })
  await Promise.race([runner.promise, workersAreDone.then(() => pause(pauseMs))])
}

/**
 * The queue reads the names of its tasks once and caches a failure: from then on no worker of this
 * runner fetches a job. A new runner reads them again.
 */
function stopAfterFailedFetches(system: System, runner: Runner, stop: () => void): void {
  let failures = 0
  const forget = () => {
    failures = 0
  }
  runner.events.on('worker:getJob:empty', forget)
  runner.events.on('job:start', forget)
  runner.events.on('worker:getJob:error', ({ error }) => {
    failures += 1
    if (failures !== MAX_FAILURES) return
    system.noteJobError(error, 'worker')
    stop()
  })
}

/**
 * The queue abandons a worker that could not record the end of its job, and a worker without a
 * heartbeat may wait forever for an answer: another one takes over.
 */
async function supervise(
  system: System,
  { begin, first, times }: { begin: Begin; first: Running; times: WorkerTimes },
  stopping: AbortSignal,
  onChange: (running: Running) => void,
) {
  let running = first
  for (;;) {
    const { ended, stop, heartbeat, leave } = running
    stopping.addEventListener('abort', stop)
    if (stopping.aborted) stop()
    const silence = watchHeartbeat(heartbeat)
    await Promise.race([ended, silence.timedOut]).catch((error) =>
      system.noteJobError(error, 'worker'),
    )
    silence.stopWatching()
    stop()
    stopping.removeEventListener('abort', stop)
    await withTimeout(
      times.secondsToClose,
      heartbeat.end().catch(() => {}),
    )
    leave()
    const next = await restartRunner(system, { begin, times }, stopping)
    if (!next) return
    onChange(next)
    running = next
  }
}

/** Rejects once a worker has recorded no heartbeat for too long. */
function watchHeartbeat(heartbeat: Heartbeat) {
  const { promise, reject } = Promise.withResolvers<never>()
  const watching = setInterval(() => {
    if (heartbeat.age() > MAX_SILENT_MS) reject(new Error('the database does not hear the worker'))
  }, 1000)
  watching.unref()
  return { timedOut: promise, stopWatching: () => clearInterval(watching) }
}

async function restartRunner(
  system: System,
  { begin, times }: { begin: Begin; times: WorkerTimes },
  stopping: AbortSignal,
) {
  while (!stopping.aborted) {
    try {
      await pause(times.pauseMs, undefined, { signal: stopping })
      return await begin()
    } catch (error) {
      if (!stopping.aborted) system.noteJobError(error, 'worker')
    }
  }
  return null
}
