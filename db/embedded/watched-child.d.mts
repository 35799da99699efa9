import type { Readable } from 'node:stream'

export interface WatchedOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number | undefined
  gid?: number | undefined
  /** What asks the command to end: TERM to it and all that it started, or a signal to it alone. */
  ask?: 'group' | 'INT'
  /** A folder that is removed after the command, even when we are dead by then. */
  removeAfter?: string
  /** Where stdout and stderr go; a number is an open file. */
  output?: 'inherit' | 'pipe' | 'ignore' | number
}

export interface WatchedChild {
  pid: number | undefined
  stdout: Readable | null
  stderr: Readable | null
  ended: Promise<{ code: number | null; why: string }>
  stop(): WatchedChild['ended']
}

/** Starts a command that cannot outlive this process, in a process group of its own. */
export function spawnWatched(
  command: string,
  args: readonly string[],
  options?: WatchedOptions,
): WatchedChild
