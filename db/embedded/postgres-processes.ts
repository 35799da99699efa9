import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LivenessPipe } from './data-lock.ts'

/** The PostgreSQL processes of a killed start end within seconds. */
const maxWaitSeconds = 20

/**
 * Ends processes that an earlier run left in this cluster, and removes its pid file. Only for the
 * holder of the cluster's lock: then nobody else starts a server on it, and the process in the pid
 * file has ended, is a zombie, is unrelated (the id was reused), or is such an orphan. An orphan in
 * another container can neither be seen nor ended from here: this waits for its pipe to close, and
 * the pid file stays until then.
 */
export async function endOrphans(
  cluster: string,
  pipe: LivenessPipe,
  say: (line: string) => void,
): Promise<void> {
  let left = postgresProcessesIn(cluster)
  // A copy of the data contains the pid file of a server that is still running elsewhere.
  const socketFolder = left.includes(pidInFile(cluster)) ? linesOfPidFile(cluster)[4] : undefined
  if (left.length > 0) say('PostgreSQL is still running from an earlier start: stopping it first.')
  // First a clean stop by the postmaster, which ends its children. Without one, each is ended.
  for (const { signal, seconds } of [
    { signal: 'SIGINT', seconds: 60 },
    { signal: 'SIGQUIT', seconds: 10 },
    { signal: 'SIGKILL', seconds: 10 },
  ] as const) {
    const postmaster = left.find((pid) => pid === pidInFile(cluster))
    if (left.length > 0) signalAll(postmaster && signal === 'SIGINT' ? [postmaster] : left, signal)
    // Without a postmaster there is nothing to finish: the processes end by themselves, or hang.
    const maxSeconds = postmaster || signal !== 'SIGINT' ? seconds : 1
    for (let waits = 0; left.length > 0 && waits < maxSeconds * 20; waits += 1) {
      await sleep(50)
      left = postgresProcessesIn(cluster)
    }
  }
  if (left.length > 0)
    throw new Error(`PostgreSQL (process ${left.join(', ')}) could not be stopped`)
  await pipe.waitUntilClosed(maxWaitSeconds, say)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (socketFolder) removeSocketFolder(socketFolder)
}

/** Each start creates its own socket folder. */
function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // PostgreSQL has removed it, or was killed and left the socket, which does no harm.
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already ended.
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

/** Every PostgreSQL process has its cluster as working directory. Zombies do not count. */
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
        // The process has ended, is a zombie, or belongs to another user.
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
