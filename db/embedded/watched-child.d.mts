import type { Readable } from 'node:stream'

export interface WatchedOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number | undefined
  gid?: number | undefined
  /** How to ask it to end: TERM to the command and all its processes, or INT to it alone. */
  ask?: 'group' | 'INT'
  /** Seconds to wait after asking before it gets QUIT, and again before KILL. */
  graceSeconds?: number
  /** A folder to remove after the command ends, even if this process has ended by then. */
  removeAfter?: string
  /** Where stdout and stderr go; a number is an open file. */
  output?: 'inherit' | 'pipe' | 'ignore' | number
  /** An open file that the command and all its processes hold open as long as they live. */
  inherits?: number | null
}

export interface WatchedChild {
  pid: number | undefined
  stdout: Readable | null
  stderr: Readable | null
  ended: Promise<{ code: number | null; why: string }>
  stop(): WatchedChild['ended']
}

/** Starts a command that cannot outlive this process, in a new process group. */
export function spawnWatched(
  command: string,
  args: readonly string[],
  options?: WatchedOptions,
): WatchedChild
