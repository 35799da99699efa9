import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type DatabaseUser, plainEnvironment } from './database-user.ts'
import { sharedMemoryType } from './memory.ts'
import { StartProblem } from './start-problem.ts'
import { spawnWatched, type WatchedChild, type WatchedOptions } from './watched-child.mjs'

export const superuser = 'hemline'

export interface Cluster {
  folder: string
  binaries: Binaries
  user: DatabaseUser
  logFile: string
}

/**
 * Creates the cluster in a temporary folder and renames it when complete, so that it exists
 * completely or not at all.
 */
export async function makeCluster(cluster: Cluster, options: readonly string[] = []) {
  const unfinished = `${cluster.folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const { code } = await run(cluster, cluster.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--set=dynamic_shared_memory_type=${sharedMemoryType()}`,
    ...options,
  ]).ended
  if (code !== 0) throw failure('PostgreSQL could not set up its data.', cluster.logFile)
  renameSync(unfinished, cluster.folder)
}

/** Makes the cluster a copy of that folder, which no server uses. */
export function copyCluster(from: string, { folder, user: { uid, gid } }: Cluster): void {
  cpSync(from, folder, { recursive: true })
  // PostgreSQL refuses a folder that others can read.
  chmodSync(folder, 0o700)
  if (uid === undefined || gid === undefined) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), uid, gid)
}

/** Starts PostgreSQL on a Unix socket in `socketDir`, without TCP, and waits until it is ready. */
export async function startPostmaster(
  cluster: Cluster,
  {
    socketDir,
    removeAfter,
    inherits = null,
    settings,
    say,
  }: {
    socketDir: string
    /** A folder to remove when it ends. */
    removeAfter?: string | undefined
    /** An open file that all PostgreSQL processes inherit. */
    inherits?: number | null
    settings: Readonly<Record<string, string | number>>
    say: (line: string) => void
  },
): Promise<WatchedChild> {
  const all = {
    ...settings,
    dynamic_shared_memory_type: sharedMemoryType(),
    listen_addresses: '',
    unix_socket_directories: socketDir,
  }
  const child = run(
    cluster,
    cluster.binaries.postgres,
    [
      '-D',
      cluster.folder,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { removeAfter, inherits },
  )
  let hasEnded = false
  void child.ended.then(() => {
    hasEnded = true
  })
  for (let waits = 1; !isReady(cluster.folder); waits += 1) {
    if (hasEnded) throw failure('PostgreSQL did not start.', cluster.logFile)
    if (waits % 400 === 0) say('PostgreSQL is still recovering from a crash …')
    await sleep(25)
  }
  return child
}

function run(
  cluster: Cluster,
  command: string,
  args: readonly string[],
  options: Pick<WatchedOptions, 'removeAfter' | 'inherits'> = {},
) {
  const log = openSync(cluster.logFile, 'a', 0o600)
  try {
    return spawnWatched(command, args, {
      ...options,
      ask: 'INT',
      uid: cluster.user.uid,
      gid: cluster.user.gid,
      cwd: '/',
      env: plainEnvironment(),
      output: log,
    })
  } finally {
    closeSync(log)
  }
}

/** The eighth line of the pid file is the state, as pg_ctl reads it. */
function isReady(folder: string): boolean {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready'
}

function failure(sentence: string, logFile: string): StartProblem {
  const log = readFileSync(logFile, 'utf8').trimEnd()
  const end = log.split('\n').slice(-5).join('\n  ')
  const remedy = remedyFor(log.slice(-4_000))
  return new StartProblem(`${sentence} ${remedy}The end of its log ${logFile}:\n  ${end}`)
}

/** Replaces an error by one that says how to fix it, if the log explains it. */
export function withRemedy(error: unknown, logFile: string): unknown {
  const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
  if (error instanceof StartProblem || remedyFor(log.slice(-4_000)) === '') return error
  return failure('PostgreSQL stopped.', logFile)
}

/** How to fix what the log reports; empty if the log does not explain it. */
function remedyFor(log: string): string {
  if (/No space left on device/.test(log) && !/shared memory/.test(log))
    return 'The disk is full: make room and start again, nothing is lost. '
  if (/shared memory/.test(log))
    return 'It needs shared memory in /dev/shm, which is missing, read-only or too small here: mount it with 64 MB or more (docker run --shm-size=64m). '
  return ''
}
