import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, runOnce, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { releasingOnce } from '#db/release-once.ts'
import type { System } from './system.ts'
import { startJobs, taskListFor, timetable } from './task-list.ts'
import { withTimeout } from './with-timeout.ts'
import {
  beginHeartbeat,
  type Elapsed,
  freeJobsOfSilentWorkers,
  type Heartbeat,
} from './worker-heartbeat.ts'

export type JobWorker = {
  /** Milliseconds since the database last heard of it. */
  heartbeatAge(): number
  /** Takes no more jobs and lets those under way finish, for at most `seconds`. */
  stop(seconds?: number): Promise<void>
}

const AT_A_TIME = 4
/** So many fetches that fail one after the other, without one that works, are two seconds' worth. */
const MAX_FAILURES = 2 * AT_A_TIME
/** A worker that the database has not heard of for so long is replaced. */
const MAX_SILENT_MS = 30_000
/** The queue asks for little: an answer that takes longer does not come any more. */
const SILENCE_MS = 10_000
const SECONDS_TO_CLOSE = 2
const SECONDS_TO_LEAVE = 15
const silent = new Logger(() => () => {})
// By itself the queue leaves it an unhandled rejection when it cannot write down how a job ended.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/**
 * Works off jobs as they come, and begins the scheduled ones. `direct` must lead to PostgreSQL
 * itself: what the queue listens with does not pass a transaction pooler.
 */
export async function startWorker(
  system: System,
  direct: ConnectionTarget,
  elapsed: Elapsed = () => performance.now(),
): Promise<JobWorker> {
  const begin: Begin = (prepare) => beginRunner(system, direct, elapsed, prepare)
  const first = await begin(async (pool) => {
    await freeJobsOfSilentWorkers(pool)
    for (const name of startJobs()) {
      await pool.query('select graphile_worker.add_job($1, job_key := $1, max_attempts := 3)', [
        name,
      ])
    }
  })
  const stopping = new AbortController()
  let current = first
  const ended = supervise(system, begin, first, stopping.signal, (next) => {
    current = next
  })
  return {
    heartbeatAge: () => current.heartbeat.age(),
    async stop(seconds = 12) {
      stopping.abort()
      // Without the database nothing can be finished: what was under way is done again.
      const patience = (await current.isAlive()) ? seconds : SECONDS_TO_CLOSE
      await withTimeout(patience, ended)
      current.leave()
    },
  }
}

type Running = {
  readonly ended: Promise<void>
  readonly stop: () => void
  readonly heartbeat: Heartbeat
  /** Whether the database answers it at once. */
  readonly isAlive: () => Promise<boolean>
  /** Closes its connections, which are its own: the next one begins with none that hangs. */
  readonly leave: () => void
}

type Prepare = (pool: Pool) => Promise<void>

/** Begins another worker, with connections of its own. */
type Begin = (prepare?: Prepare) => Promise<Running>

async function beginRunner(
  system: System,
  direct: ConnectionTarget,
  elapsed: Elapsed,
  prepare: Prepare = async () => {},
): Promise<Running> {
  // One connection listens for the life of the worker; jobs use the app's own pool.
  const pool = releasingOnce(createPool(direct, { max: AT_A_TIME + 2, silenceMs: SILENCE_MS }))
  const close = async () => {
    if (!pool.ending) await withTimeout(SECONDS_TO_CLOSE, pool.end())
  }
  const ask = () => pool.query('select 1').catch(() => null)
  const isAlive = async () => (await withTimeout(SECONDS_TO_CLOSE, ask())) !== null
  let stop = () => {}
  let ended: Promise<void> = Promise.resolve()
  /** Whatever of it still goes on finds its connections for a while. */
  const leave = () =>
    void withTimeout(
      SECONDS_TO_LEAVE,
      ended.catch(() => {}),
    ).then(close)
  try {
    await prepare(pool)
    const events: WorkerEvents = new EventEmitter()
    const created = new Promise<string>((resolve) => {
      events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
    })
    const runner = await run({
      preset,
      pgPool: pool,
      taskList: taskListFor(system, system.noteJobError),
      parsedCronItems: timetable(),
      concurrency: AT_A_TIME,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: silent,
      events,
    })
    stop = () => void runner.stop().catch(() => {})
    stopWhenNothingIsFetched(system, runner, stop)
    ended = endOf(runner)
    // Whoever waits for the end comes only after the first heartbeat.
    ended.catch(() => {})
    const heartbeat = await beginHeartbeat(pool, await created, elapsed)
    return { stop, ended, leave, isAlive, heartbeat }
  } catch (error) {
    // Nobody would know of it, and another one begins.
    stop()
    leave()
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
function stopWhenNothingIsFetched(system: System, runner: Runner, stop: () => void): void {
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
 * The queue gives up a worker that could not say that its job is done, and one of which the database
 * hears nothing may wait for ever for an answer: another one takes over.
 */
async function supervise(
  system: System,
  begin: Begin,
  first: Running,
  stopping: AbortSignal,
  onChange: (running: Running) => void,
) {
  let running = first
  for (;;) {
    const { ended, stop, heartbeat, leave } = running
    stopping.addEventListener('abort', stop)
    if (stopping.aborted) stop()
    const silence = untilSilent(heartbeat)
    await Promise.race([ended, silence.comes]).catch((error) =>
      system.noteJobError(error, 'worker'),
    )
    silence.watchNoMore()
    stop()
    stopping.removeEventListener('abort', stop)
    await withTimeout(
      SECONDS_TO_CLOSE,
      heartbeat.end().catch(() => {}),
    )
    leave()
    const next = await beginAgain(system, begin, stopping)
    if (!next) return
    onChange(next)
    running = next
  }
}

/** Rejects once the database has heard nothing of a worker for too long. */
function untilSilent(heartbeat: Heartbeat) {
  const { promise, reject } = Promise.withResolvers<never>()
  const watching = setInterval(() => {
    if (heartbeat.age() > MAX_SILENT_MS) reject(new Error('the database does not hear the worker'))
  }, 1000)
  watching.unref()
  return { comes: promise, watchNoMore: () => clearInterval(watching) }
}

async function beginAgain(system: System, begin: Begin, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      await pause(1000, undefined, { signal: stopping })
      return await begin()
    } catch (error) {
      if (!stopping.aborted) system.noteJobError(error, 'worker')
    }
  }
  return null
}

/**
 * Works off every job that is due by the house's clock, and what these lead to; throws what a job
 * throws. For tests and for whoever must wait for the queue.
 */
export async function drainJobs(system: System, pool: Pool): Promise<void> {
  const errors: unknown[] = []
  const taskList = taskListFor(system, (error) => errors.push(error))
  for (;;) {
    const { rowCount } = await pool.query(
      `update graphile_worker._private_jobs set run_at = least(run_at, now())
        where is_available and run_at <= greatest(now(), $1::timestamptz)`,
      [system.clock()],
    )
    if (!rowCount) return
    await runOnce({ preset, pgPool: pool, taskList, noHandleSignals: true, logger: silent })
    if (errors.length > 0) throw errors[0]
  }
}
