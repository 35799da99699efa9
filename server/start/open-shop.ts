import type { ConnectionTarget } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import type { App, AppOptions, CreateApp } from '#server/door/app-contract.ts'
import { logConsole } from '#server/observe/console-lines.ts'
import type { Settings } from '#server/settings/settings.ts'
import { announcement, hostsFor } from './announcement.ts'
import { type Lifetime, say } from './lifetime.ts'
import { type Before, listen } from './listen.ts'

/** The app to serve: the built one, or in development the one from Vite. */
export interface Served {
  createApp: CreateApp
  /** Null in development. */
  buildDirectory: string | null
  before?: Before
  close?: () => Promise<void>
}

export type Load = (settings: Settings) => Promise<Served>

/** The addresses that the shop listens on; null: all of this machine. */
export type Hosts = readonly (string | null)[]

export type Part = Pick<AppOptions, 'endedWorkers' | 'onWorker'> & {
  readonly target: ConnectionTarget
  readonly directTarget: ConnectionTarget
  /** The process that runs jobs also prepares the shop. Each machine has one. */
  readonly runsJobs: boolean
  /** Where the shop already listens; null for its first process. */
  readonly hosts: Hosts | null
}

export type Opened = {
  readonly app: App
  readonly hosts: Hosts
  /** Prints where the shop is open. */
  readonly announce: () => Promise<void>
}

const SECONDS_FOR_REQUESTS = 10
const SLOW_START_MS = 1_000

/** Serves the shop in this process until the process ends. */
export async function openShop(
  life: Lifetime,
  settings: Settings,
  load: Load,
  { hosts: openHosts, ...part }: Part,
): Promise<Opened> {
  const { createApp, buildDirectory, before, close } = await load(settings)
  if (close) life.closeAtEnd(close)
  const app = await createApp({ settings, buildDirectory, watchesConnections: true, ...part })
  if (buildDirectory) logConsole(console, (output) => app.noteError(output))
  life.closeAtEnd(() => app.close())
  const demoAccounts = part.runsJobs ? await prepared(app) : []
  const hosts = openHosts ?? hostsFor(settings, demoAccounts).map((host) => host ?? null)
  const listening = await listen((request, client) => app.answer(request, client), {
    // Even if this is 0: the processes of one manager then share the port that it picks.
    port: settings.port,
    hosts: hosts.map((host) => host ?? undefined),
    cached: (arriving) => app.cached(arriving),
    before,
    noteError: (error) => app.noteError(error),
  })
  life.closeAtEnd(() => listening.close(SECONDS_FOR_REQUESTS))
  await app.start()
  return {
    app,
    hosts,
    announce: async () => {
      const warnings = await app.warnings()
      for (const line of announcement(settings, demoAccounts, listening.port, warnings)) say(line)
    },
  }
}

async function prepared(app: App) {
  const progressTimer = setTimeout(say, SLOW_START_MS, 'Setting up the demo …')
  try {
    const refusal = await app.refusal()
    if (refusal !== null) throw new StartProblem(refusal)
    return await app.prepare()
  } finally {
    clearTimeout(progressTimer)
  }
}
