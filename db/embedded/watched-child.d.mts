import type { Readable } from 'node:stream'

export interface WatchedOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number | undefined
  gid?: number | undefined
  /** What asks the command to end: TERM to it and all that it started, or a signal to it alone. */
  ask?: 'group' | 'INT'
  /** How many seconds it has to end when asked, and then once more, before it is made to. */
  patience?: number
  /** A folder that is removed after the command, even when we are dead by then. */
  removeAfter?: string
  /** Where stdout and stderr go; a number is an open file. */
  output?: 'inherit' | 'pipe' | 'ignore' | number
  /** An open file that the command and all that it starts hold open as long as they live. */
  inherits?: number | null
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
