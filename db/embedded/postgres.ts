import { closeSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { findClusterHome, makeDataFolder, restrictToOwner } from './cluster-home.ts'
import { livenessPipe, lockFile } from './data-lock.ts'
import { preferredUser } from './database-user.ts'
import { type FolderLock, lockFolder } from './kernel-lock.mjs'
import { memory, memoryHasRoom } from './memory.ts'
import { endOrphans } from './postgres-processes.ts'
import {
  type Cluster,
  copyCluster,
  makeCluster,
  startPostmaster,
  superuser,
  withRemedy,
} from './postmaster.ts'
import {
  makeFolderFor,
  makeSocketFolder,
  recreateFolder,
  removeStaleSockets,
  shortFolders,
} from './socket-folder.ts'
import { StartProblem } from './start-problem.ts'
import { supervise } from './supervised.ts'

/** What `pg` needs to connect: the folder of a Unix socket, and no password. */
export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
}

export interface EmbeddedPostgres {
  connection: SocketConnection
  /** Resolves when PostgreSQL has ended without being stopped and cannot be restarted. */
  lost: Promise<string>
  /** Replaces an error by one that says how to fix it, if PostgreSQL's log explains it. */
  explain(error: unknown): unknown
  stop(): Promise<void>
}

type Say = (line: string) => void
type ServerSettings = Readonly<Record<string, string | number>>

const everywhere: ServerSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  max_wal_senders: 0,
  wal_level: 'minimal',
}

/**
 * Starts a PostgreSQL server on the data below `dataDir`; it ends with this process. Throws a
 * StartProblem when another process uses the same data.
 */
export async function startEmbeddedPostgres({
  dataDir,
  onLog = () => {},
  restartPauseMs = 250,
}: {
  dataDir: string
  onLog?: Say
  /** The pause before the second restart; it doubles before each later one. */
  restartPauseMs?: number
}): Promise<EmbeddedPostgres> {
  const folder = makeDataFolder(dataDir)
  const locks = await lockOrRefuse(folder, folder)
  try {
    const home = findClusterHome(folder, onLog)
    // A copied data folder has a copy of the id, and so refers to the same permanent folder.
    locks.push(...(await lockOrRefuse(home.folder, folder)))
    const logFile = join(folder, 'postgres.log')
    if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`)
    restrictToOwner(folder)
    const pipe = livenessPipe(join(home.folder, 'alive'))
    const cluster: Cluster = {
      folder: join(home.folder, 'cluster'),
      binaries: findBinaries(home.user, onLog),
      user: home.user,
      logFile,
    }
    await endOrphans(cluster.folder, pipe, onLog)
    removeStaleSockets(cluster.folder)
    if (!existsSync(cluster.folder)) {
      onLog('Setting up the database …')
      await makeCluster(cluster)
    }
    const socketDir = makeSocketFolder(home.user)
    const start = async () => {
      const inherits = pipe.open()
      try {
        return await startPostmaster(cluster, {
          socketDir,
          removeAfter: socketDir,
          inherits,
          settings: { ...everywhere, max_connections: 100 },
          say: onLog,
        })
      } finally {
        // Now only PostgreSQL holds the pipe open.
        if (inherits !== null) closeSync(inherits)
      }
    }
    const server = supervise(
      await start(),
      async () => {
        await endOrphans(cluster.folder, pipe, onLog)
        recreateFolder(socketDir, home.user)
        return start()
      },
      { say: onLog, pauseMs: restartPauseMs },
    )
    return await opened({
      ...server,
      socketDir,
      logFile,
      stop: async () => {
        await server.stop()
        pipe.remove()
        for (const lock of locks) await lock.release()
      },
    })
  } catch (error) {
    for (const lock of locks) await lock.release()
    throw error
  }
}

/**
 * Starts a PostgreSQL server for tests: in memory if there is room, without durability. It ends and
 * is removed with this process.
 */
export async function startThrowAwayPostgres({
  copyOf,
  storeAs,
  settings = {},
  onLog = () => {},
}: {
  /** A cluster that another one was stored as; by default it is empty. */
  copyOf?: string
  /** Where to store the cluster when it is stopped. */
  storeAs?: string
  settings?: ServerSettings
  onLog?: Say
} = {}): Promise<EmbeddedPostgres> {
  const user = preferredUser()
  // The clones of a whole test run take about one gigabyte.
  const places = memoryHasRoom(2) ? [memory, ...shortFolders()] : shortFolders()
  const folder = makeFolderFor(user, places)
  const cluster: Cluster = {
    folder: join(folder, 'cluster'),
    binaries: findBinaries(user, onLog),
    user,
    logFile: join(folder, 'postgres.log'),
  }
  if (copyOf) copyCluster(copyOf, cluster)
  else await makeCluster(cluster, ['--no-sync'])
  const child = await startPostmaster(cluster, {
    socketDir: folder,
    removeAfter: storeAs ? undefined : folder,
    settings: {
      ...everywhere,
      max_connections: 200,
      shared_buffers: '128MB',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Tests run most statements only a few times, and PostgreSQL would plan the first five anew.
      plan_cache_mode: 'force_generic_plan',
      ...settings,
    },
    say: onLog,
  })
  return opened({
    socketDir: folder,
    logFile: cluster.logFile,
    // If it ends, the tests fail anyway.
    lost: new Promise(() => {}),
    stop: async () => {
      await child.stop()
      if (!storeAs) return
      cpSync(cluster.folder, storeAs, { recursive: true })
      rmSync(folder, { recursive: true })
    },
  })
}

/** Opens the database of a running server. */
async function opened({
  socketDir,
  logFile,
  lost,
  stop,
}: {
  socketDir: string
  logFile: string
  lost: Promise<string>
  stop: () => Promise<void>
}): Promise<EmbeddedPostgres> {
  const connection = { host: socketDir, port: 5432, user: superuser, database: 'hemline' }
  try {
    await makeDatabase(connection)
  } catch (error) {
    await stop()
    throw withRemedy(error, logFile)
  }
  return { connection, lost, stop, explain: (error) => withRemedy(error, logFile) }
}

async function makeDatabase({ database, ...rest }: SocketConnection): Promise<void> {
  const client = new Client({ ...rest, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

/** Takes two locks: one that can name its holder, and one that works between containers. */
async function lockOrRefuse(folder: string, dataDir: string): Promise<FolderLock[]> {
  const lock = await lockFolder(folder, 'database')
  if ('heldBy' in lock) throw new StartProblem(inUse(dataDir, lock.heldBy))
  const acrossContainers = lockFile(join(folder, 'lock'))
  if (acrossContainers) return [acrossContainers, lock]
  await lock.release()
  throw new StartProblem(inUse(dataDir, 'another container'))
}

function inUse(dataDir: string, heldBy: string): string {
  return `The data in ${dataDir} is in use by ${heldBy}: stop it first, or set another DATA_DIR.`
}
