import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionTarget } from '#db/connection.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import type { MetricReading } from '#server/observe/metrics/scrape.ts'
import { type WebProcessState, webProcessGauge } from '#server/observe/metrics/web-process-gauge.ts'
import type { Hosts } from '#server/start/open-shop.ts'
import { BEAT_MS, type FromWeb, type ToWeb } from './messages.ts'

export type WebProcesses = {
  /** Whether the first one opened the shop; if not, it has printed the reason. */
  readonly opened: Promise<boolean>
  /** Replaces the processes in turn; an old one ends once its successor from the build is ready. */
  readonly deploy: (buildDirectory: string) => Promise<void>
  /** The metrics of those that respond in time. */
  readonly metrics: () => Promise<readonly (readonly MetricReading[])[]>
  /** Lets all processes finish their work, then ends them. */
  readonly stop: () => Promise<void>
}

type Web = {
  readonly worker: Worker
  readonly runsJobs: boolean
  /** Resolves with whether it became ready before it ended. */
  readonly ready: Promise<boolean>
  readonly ended: Promise<void>
  isReady: boolean
  beatsMissed: number
  isRetired: boolean
}

const SECONDS_TO_STOP = 35
/** A process whose timers do not run for this many beats is killed and replaced. */
const MAX_BEATS_MISSED = 15
const SECONDS_FOR_METRICS = 8
const MAX_ENDED_WORKERS = 100
const RESTART_MS = { first: 200, max: 5_000 }

/** Starts `count` web processes and replaces those that end. The first one runs the jobs. */
export function startWebProcesses(options: {
  readonly count: number
  readonly buildDirectory: string
  readonly targets: { readonly target: ConnectionTarget; readonly directTarget: ConnectionTarget }
  readonly say: (line: string) => void
}): WebProcesses {
  const { count, targets, say } = options
  let { buildDirectory } = options
  let hosts: Hosts | null = null
  let isStopping = false
  /** By place; the first one runs the jobs. */
  const current: Web[] = []
  const living = new Set<Web>()
  const workers = rememberWorkers()
  const showStates = webProcessGauge()
  let changing: Promise<unknown> = Promise.resolve()

  /** Null when the system cannot start a process. */
  function begin(runsJobs: boolean): Web | null {
    cluster.setupPrimary({ args: [buildDirectory] })
    const worker = fork()
    if (!worker) return null
    const ended = endOf(worker, reportFailedStart)
    const ready = new Promise<boolean>((resolve) => {
      worker.on('message', (message: FromWeb) => {
        if (message.type === 'beat') web.beatsMissed = 0
        if (message.type === 'worker') workers.begun(web, message.id)
        if (message.type !== 'ready') return
        hosts ??= message.hosts
        web.isReady = true
        resolve(true)
      })
      void ended.then(() => resolve(false))
    })
    const web: Web = {
      ...{ worker, runsJobs, ready, ended },
      ...{ isReady: false, isRetired: false, beatsMissed: 0 },
    }
    living.add(web)
    void ended.then(() => {
      living.delete(web)
      workers.ended(web)
    })
    const endedWorkers = workers.all()
    send(web, { type: 'assignment', ...targets, runsJobs, hosts, endedWorkers })
    return web
  }

  function fork(): Worker | null {
    try {
      return cluster.fork()
    } catch (error) {
      reportFailedStart(error)
      return null
    }
  }

  function reportFailedStart(error: unknown): void {
    say(`A web process cannot be started: ${error instanceof Error ? error.message : error}`)
  }

  /** Keeps a process running in this place from now on. */
  async function keepRunning(place: number): Promise<void> {
    let waits: number = RESTART_MS.first
    while (!isStopping) {
      const web = current[place] ?? begin(place === 0)
      if (web) {
        current[place] = web
        if (await web.ready) waits = RESTART_MS.first
        await web.ended
        if (current[place] !== web) continue
        delete current[place]
        if (isStopping) return
        say('A web process ended unexpectedly and is being replaced.')
      }
      await pause(waits)
      waits = Math.min(2 * waits, RESTART_MS.max)
    }
  }

  async function replace(place: number): Promise<boolean> {
    const next = begin(place === 0)
    if (!next || !(await next.ready)) return false
    const old = current[place]
    current[place] = next
    if (old) await retire(old)
    return true
  }

  async function deploy(folder: string): Promise<void> {
    const before = buildDirectory
    buildDirectory = folder
    for (let place = 0; place < count && !isStopping; place++) {
      if (await replace(place)) continue
      buildDirectory = before
      say('The new version failed to start; the old processes keep running.')
      return
    }
    if (!isStopping) say('The new version is running.')
  }

  async function retire(web: Web): Promise<void> {
    web.isRetired = true
    send(web, { type: 'stop' })
    await withTimeout(SECONDS_TO_STOP, web.ended)
    if (living.has(web)) web.worker.process.kill('SIGKILL')
    await web.ended
  }

  /** One state for each place whose process has ended and is not restarted yet. */
  function waitingToStart(): WebProcessState[] {
    const held = [...living].filter(({ isRetired }) => !isRetired).length
    return isStopping ? [] : Array.from({ length: Math.max(0, count - held) }, () => 'starting')
  }

  // Counted by our own timer: if this process was frozen, it does not blame the others for it.
  const watching = setInterval(() => {
    for (const web of living) {
      web.beatsMissed++
      if (web.beatsMissed !== MAX_BEATS_MISSED || web.isRetired) continue
      say('A web process does not respond and is being replaced.')
      web.worker.process.kill('SIGKILL')
    }
  }, BEAT_MS)
  watching.unref()

  const first = begin(true)
  if (first) current[0] = first
  const opened = (first?.ready ?? Promise.resolve(false)).then((isReady) => {
    if (isReady) for (let place = 0; place < count; place++) void keepRunning(place)
    return isReady
  })
  return {
    opened,
    deploy: async (folder) => {
      await opened
      const turn = changing.then(() => deploy(folder))
      changing = turn.catch(() => {})
      await turn
    },
    metrics: async () => {
      const read = await Promise.all([...living].map((web) => readingsOf(web)))
      const states = await showStates([...[...living].map(stateOf), ...waitingToStart()])
      return [states, ...read.filter((readings) => readings !== null)]
    },
    stop: async () => {
      isStopping = true
      clearInterval(watching)
      await Promise.all([...living].map(retire))
    },
  }
}

/** Resolves when the process is gone. One that failed to start emits `error` and no `exit`. */
function endOf(worker: Worker, noteFailedStart: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.on('error', (error) => {
      // With a pid, only a message or a signal did not reach the process.
      if (worker.process.pid !== undefined) return
      noteFailedStart(error)
      resolve()
    })
  })
}

/** Remembers workers that have ended, so that the next process releases their jobs at once. */
function rememberWorkers() {
  const begun = new Map<Web, string[]>()
  let ended: readonly string[] = []
  return {
    begun: (web: Web, id: string) => void begun.set(web, [...(begun.get(web) ?? []), id]),
    ended: (web: Web) => {
      ended = [...ended, ...(begun.get(web) ?? [])].slice(-MAX_ENDED_WORKERS)
      begun.delete(web)
    },
    all: () => ended,
  }
}

function send({ worker }: Web, message: ToWeb): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

function stateOf({ isReady, isRetired }: Web): WebProcessState {
  if (isRetired) return 'stopping'
  return isReady ? 'ready' : 'starting'
}

let readings = 0

async function readingsOf(web: Web): Promise<readonly MetricReading[] | null> {
  const id = ++readings
  const { promise, resolve } = Promise.withResolvers<readonly MetricReading[]>()
  const listener = (message: FromWeb) => {
    if (message.type === 'metrics' && message.id === id) resolve(message.readings)
  }
  web.worker.on('message', listener)
  try {
    send(web, { type: 'metrics', id })
    return (await withTimeout(SECONDS_FOR_METRICS, promise)) ?? null
  } finally {
    web.worker.off('message', listener)
  }
}
