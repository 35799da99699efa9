import { spawnSync } from 'node:child_process'
import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderLock } from './kernel-lock.mjs'
import { StartProblem } from './start-problem.ts'

// Containers on one data folder share its files, but neither sockets nor process ids. File locks,
// which the kernel manages, keep them from running at the same time.

/**
 * A lock on `file` that the kernel releases when this process ends in any way; null when another
 * process has it, in any container. SQLite takes the lock, since Node cannot lock files.
 */
export function lockFile(file: string): FolderLock | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written: the file stays empty, and a killed process leaves no journal.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message === 'database is locked') return null
    throw error
  }
  return {
    release: async () => {
      if (database.isOpen) database.close()
    },
  }
}

/**
 * A named pipe that PostgreSQL and all its processes inherit and hold open for reading. As long as
 * one of them runs, in any container, the pipe can be opened for writing.
 */
export interface LivenessPipe {
  /** The file descriptor for PostgreSQL to inherit; null if the file system has no pipes. */
  open(): number | null
  /** Waits until all processes have ended. Throws a StartProblem after `seconds`. */
  waitUntilClosed(seconds: number, say?: (line: string) => void): Promise<void>
  remove(): void
}

export function livenessPipe(file: string): LivenessPipe {
  const isPipe = () => lstatSync(file, { throwIfNoEntry: false })?.isFIFO() === true
  return {
    open() {
      if (!isPipe()) spawnSync('mkfifo', ['-m', '600', file])
      return isPipe() ? openSync(file, constants.O_RDONLY | constants.O_NONBLOCK) : null
    },
    async waitUntilClosed(seconds, say = () => {}) {
      for (let waits = 0; isPipe() && isHeld(file); waits += 1) {
        if (waits === 10)
          say('PostgreSQL is still running in another container: waiting for it to stop …')
        if (waits >= seconds * 20) {
          throw new StartProblem(
            `PostgreSQL is still using ${dirname(file)} in another container: stop it first, or set another DATA_DIR.`,
          )
        }
        await sleep(50)
      }
    },
    remove: () => rmSync(file, { force: true }),
  }
}

/** A pipe opens for writing at once only while a process holds it open for reading. */
function isHeld(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO') return false
    throw error
  }
}
