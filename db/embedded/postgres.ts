import { chownSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { findClusterHome, makeDataFolder } from './cluster-home.ts'
import { canUse, type DatabaseUser, preferredUser } from './database-user.ts'
import { type FolderLock, lockFolder } from './kernel-lock.mjs'
import { memory, memoryHasRoom } from './memory.ts'
import { endOrphans } from './postgres-processes.ts'
import { type Cluster, makeCluster, startPostmaster, superuser } from './postmaster.ts'
import { StartProblem } from './start-problem.ts'
import type { WatchedChild } from './watched-child.mjs'

/** What `pg` needs to connect: a folder with a unix socket, no password. */
export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
}

export interface EmbeddedPostgres {
  connection: SocketConnection
  /** Resolves when PostgreSQL has ended without being stopped, with how it ended. */
  lost: Promise<string>
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
 * A PostgreSQL of our own that lives with this process, however it ends, on the data below `dataDir`.
 * Throws a StartProblem where another process uses the same data.
 */
export async function startEmbeddedPostgres({
  dataDir,
  onLog = () => {},
}: {
  dataDir: string
  onLog?: Say
}): Promise<EmbeddedPostgres> {
  const folder = makeDataFolder(dataDir)
  const locks = [await lockOrRefuse(folder, folder)]
  try {
    const home = findClusterHome(folder, onLog)
    // A copied data folder carries its id along, and with it the claim to the same lasting place.
    locks.push(await lockOrRefuse(home.folder, folder))
    const logFile = join(folder, 'postgres.log')
    if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`)
    const cluster: Cluster = {
      folder: join(home.folder, 'cluster'),
      binaries: findBinaries(home.user, onLog),
      user: home.user,
      logFile,
    }
    await endOrphans(cluster.folder, onLog)
    if (!existsSync(cluster.folder)) {
      onLog('Setting up the database …')
      await makeCluster(cluster)
    }
    const socketDir = makeSocketFolder(home.user)
    const child = await startPostmaster(cluster, {
      socketDir,
      removeAfter: socketDir,
      settings: { ...everywhere, max_connections: 100 },
      say: onLog,
    })
    return await running(child, socketDir, locks)
  } catch (error) {
    for (const lock of locks) await lock.release()
    throw error
  }
}

/**
 * A PostgreSQL for tests: empty, in memory where there is room, careless of its data, and removed
 * with this process.
 */
export async function startThrowAwayPostgres({
  settings = {},
  onLog = () => {},
}: {
  settings?: ServerSettings
  onLog?: Say
} = {}): Promise<EmbeddedPostgres> {
  const user = preferredUser()
  // The clones that a whole run of tests has at once come to one gigabyte.
  const places = memoryHasRoom(2) ? [memory, ...shortPlaces()] : shortPlaces()
  const folder = makeFolderFor(user, places)
  const cluster: Cluster = {
    folder: join(folder, 'cluster'),
    binaries: findBinaries(user, onLog),
    user,
    logFile: join(folder, 'postgres.log'),
  }
  await makeCluster(cluster, ['--no-sync'])
  const child = await startPostmaster(cluster, {
    socketDir: folder,
    removeAfter: folder,
    settings: {
      ...everywhere,
      max_connections: 200,
      shared_buffers: '128MB',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      ...settings,
    },
    say: onLog,
  })
  return running(child, folder, [])
}

async function running(
  child: WatchedChild,
  socketDir: string,
  locks: readonly FolderLock[],
): Promise<EmbeddedPostgres> {
  const connection = { host: socketDir, port: 5432, user: superuser, database: 'hemline' }
  let stopping = false
  const release = async () => {
    for (const lock of locks) await lock.release()
  }
  const stop = async () => {
    stopping = true
    await child.stop()
    await release()
  }
  try {
    await makeDatabase(connection)
  } catch (error) {
    await stop()
    throw error
  }
  const lost = new Promise<string>((resolve) => {
    void child.ended.then(({ why }) => {
      if (!stopping) resolve(why)
    })
  })
  return { connection, lost, stop }
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

async function lockOrRefuse(folder: string, dataDir: string): Promise<FolderLock> {
  const lock = await lockFolder(folder, 'database')
  if ('release' in lock) return lock
  throw new StartProblem(
    `The data in ${dataDir} is in use by ${lock.heldBy}: stop it first, or set another DATA_DIR.`,
  )
}

function makeSocketFolder(user: DatabaseUser): string {
  return makeFolderFor(user, shortPlaces())
}

/** A socket's path has room for 107 bytes, which a temp folder of its own depth can exceed. */
function shortPlaces(): string[] {
  return [tmpdir(), '/tmp', '/var/tmp'].filter((place) => Buffer.byteLength(place) < 60)
}

function makeFolderFor(user: DatabaseUser, places: readonly string[]): string {
  for (const place of places) {
    if (!existsSync(place) || !statSync(place).isDirectory()) continue
    const folder = tryMakeFolder(place, user)
    if (folder && canUse(user, folder)) return folder
    if (folder) rmSync(folder, { recursive: true })
  }
  throw new StartProblem(
    `PostgreSQL, as ${user.name}, can write to none of ${places.join(', ')}, where its socket goes.`,
  )
}

function tryMakeFolder(place: string, { uid, gid }: DatabaseUser): string | null {
  try {
    const folder = mkdtempSync(join(place, 'hemline-'))
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    return folder
  } catch {
    return null
  }
}
