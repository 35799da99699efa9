import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { spawnWatched, type WatchedChild } from '#db/embedded/watched-child.mjs'
import { childrenOf } from '#test/leftovers.ts'

export interface Daemon {
  /** Null while it does not run. */
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
  /** Restarted when it ends by itself, as by systemd with Restart=always. */
  readonly restarts?: boolean
}

/** As systemd's RestartSec. */
const RESTART_MS = 100

/** A program in the background that ends with this process. */
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
  // A shell is its parent, which ends it with us.
  const pid = () => childrenOf(watched?.pid ?? 0).at(0) ?? null
  start()
  return {
    pid,
    start,
    kill: () => killNow(pid()),
    stop: async () => {
      isStopping = true
      await watched?.stop()
    },
  }
}

export function killNow(pid: number | null): void {
  signal(pid, 'SIGKILL')
}

export function signal(pid: number | null, name: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
