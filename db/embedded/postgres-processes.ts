import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignOfLife } from './data-lock.ts'

/** Where the rest of a start has died, PostgreSQL ends by itself within seconds. */
const secondsForOthers = 20

/**
 * Ends what an earlier run left working in this cluster, and its pid file. Only for whoever holds the
 * lock of the cluster: then nobody else starts on it, and a pid file names a process that is gone, is
 * a zombie, is somebody else's by now, or is such an orphan. One of another container cannot be seen
 * from here, nor told to end: its sign of life is waited for, and the pid file stays until then.
 */
export async function endOrphans(
  cluster: string,
  life: SignOfLife,
  say: (line: string) => void,
): Promise<void> {
  let left = postgresProcessesIn(cluster)
  // A copy of the data has the pid file of a server that goes on elsewhere.
  const socketFolder = left.includes(pidInFile(cluster)) ? linesOfPidFile(cluster)[4] : undefined
  if (left.length > 0) say('PostgreSQL is still running from an earlier start: stopping it first.')
  // A clean stop by the postmaster first; its children end with it. Without one, each is told.
  for (const { signal, seconds } of [
    { signal: 'SIGINT', seconds: 60 },
    { signal: 'SIGQUIT', seconds: 10 },
    { signal: 'SIGKILL', seconds: 10 },
  ] as const) {
    const postmaster = left.find((pid) => pid === pidInFile(cluster))
    if (left.length > 0) signalAll(postmaster && signal === 'SIGINT' ? [postmaster] : left, signal)
    // Without a postmaster nothing is left to be finished: they end of themselves, or hang.
    const patience = postmaster || signal !== 'SIGINT' ? seconds : 1
    for (let waits = 0; left.length > 0 && waits < patience * 20; waits += 1) {
      await sleep(50)
      left = postgresProcessesIn(cluster)
    }
  }
  if (left.length > 0) throw new Error(`PostgreSQL (process ${left.join(', ')}) cannot be ended`)
  await life.waitForSilence(secondsForOthers, say)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (socketFolder) removeSocketFolder(socketFolder)
}

/** It was made for that one start. */
function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Its own end has removed it, or was a hard one and left the socket: that harms nobody.
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}

function pidInFile(cluster: string): number {
  return Number.parseInt(linesOfPidFile(cluster)[0] ?? '', 10)
}

function linesOfPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Every PostgreSQL process works inside its cluster. Zombies do not count: nothing of them runs. */
function postgresProcessesIn(cluster: string): number[] {
  if (process.platform !== 'linux') return postmasterByItsCommand(cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => {
      try {
        const link = (name: string) => readlinkSync(`/proc/${pid}/${name}`)
        // The program may have been replaced by a new install: "postgres (deleted)".
        return link('cwd') === cluster && /^postgres\b/.test(basename(link('exe')))
      } catch {
        // Gone, a zombie, or somebody else's.
        return false
      }
    })
}

function postmasterByItsCommand(cluster: string): number[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,stat=,command='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${cluster} `) && !line.includes('hemline-watch'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state = '']) => !state.startsWith('Z'))
    .map(([pid]) => Number(pid))
}
