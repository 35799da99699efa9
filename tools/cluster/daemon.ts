import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { spawnWatched, type WatchedChild } from '#db/embedded/watched-child.mjs'
import { childrenOf } from '#test/leftovers.ts'

export interface Daemon {
  /** Null while it is not running. */
  pid(): number | null
  kill(): void
  start(): void
  stop(): Promise<void>
}

export type DaemonOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly user: DatabaseUser
  readonly log: string
  readonly env?: Readonly<Record<string, string>>
  /** Restart it whenever it ends, as systemd does with Restart=always. */
  readonly restarts?: boolean
}

/** Like systemd's RestartSec. */
const RESTART_MS = 100

/** Starts a background program that ends with this process. */
export function startDaemon({ command, args, user, log, env, restarts }: DaemonOptions): Daemon {
  let watched: WatchedChild | null = null
  let isStopping = false
  const start = () => {
    const output = openSync(log, 'a')
    try {
      const child = spawnWatched(command, args, {
        uid: user.uid,
        gid: user.gid,
        cwd: '/',
        env: {
          PATH: process.env.PATH ?? '/usr/bin:/bin:/usr/sbin',
          LC_ALL: 'C.UTF-8',
          TZ: 'UTC',
          ...env,
        },
        output,
      })
      watched = child
      void child.ended.then(async () => {
        if (watched === child) watched = null
        await pause(RESTART_MS)
        if (restarts && !isStopping && watched === null) start()
      })
    } finally {
      closeSync(output)
    }
  }
  // Its parent is a shell, which ends it when this process ends.
  const pid = () => childrenOf(watched?.pid ?? 0).at(0) ?? null
  start()
  return {
    pid,
    start,
    kill: () => killProcess(pid()),
    stop: async () => {
      isStopping = true
      await watched?.stop()
    },
  }
}

export function killProcess(pid: number | null): void {
  signal(pid, 'SIGKILL')
}

export function signal(pid: number | null, name: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}
