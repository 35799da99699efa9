import { chmodSync, chownSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { findBinaries } from '#db/embedded/binaries.ts'
import { type DatabaseUser, preferredUser } from '#db/embedded/database-user.ts'
import { memory, memoryHasRoom } from '#db/embedded/memory.ts'
import { type Cluster, makeCluster, startPostmaster, superuser } from '#db/embedded/postmaster.ts'
import { makeFolderFor, shortFolders } from '#db/embedded/socket-folder.ts'
import { migrate } from '#db/migrate.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import type { TestDatabase } from './database.ts'

export interface StreamingReplica {
  readonly primary: TestDatabase
  readonly replica: Omit<TestDatabase, 'db'>
  /** Stops replay: later writes do not appear on the replica. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Waits until the replica shows everything that has been written. */
  caughtUp(): Promise<void>
}

const settings = {
  wal_level: 'replica',
  timezone: 'UTC',
  jit: 'off',
  fsync: 'off',
  // A long query on the replica does not delay replay.
  max_standby_streaming_delay: '200ms',
  wal_retrieve_retry_interval: '200ms',
}

/** A migrated PostgreSQL with a streaming replica, for the file. */
export async function streamingReplica(): Promise<StreamingReplica> {
  const user = preferredUser()
  const first = placeFor(user)
  await makeCluster(first.cluster, ['--no-sync'])
  const second = placeFor(user)
  // Copied before the primary starts, so the replica has everything from the beginning.
  copyFor(user, first.cluster.folder, second.cluster.folder)
  writeFileSync(join(second.cluster.folder, 'standby.signal'), '')
  const primaryServer = await start(first, {})
  const replicaServer = await start(second, {
    primary_conninfo: `host=${first.folder} port=5432 user=${superuser}`,
  })
  const target = targetIn(first)
  const admin = createPool({ ...target, database: 'postgres' }, { max: 1 })
  await admin.query('create database hemline')
  await admin.end()
  await migrate(target)
  const pool = createPool(target)
  await migrateSandbox(pool)
  const db = createDb(pool)
  const replica = createPool(targetIn(second), { max: 2 })
  afterAll(async () => {
    await Promise.all([db.destroy(), replica.end()])
    await replicaServer.stop()
    await primaryServer.stop()
  })
  const caughtUp = async () => {
    const { rows } = await pool.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
    const hasAll = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes'
    for (;;) {
      const found = await whenReady(() => replica.query<{ yes: boolean }>(hasAll, [rows[0]?.at]))
      if (found.rows[0]?.yes) return
      await pause(10)
    }
  }
  await caughtUp()
  return {
    primary: { db, pool, target },
    replica: { target: targetIn(second), pool: replica },
    pause: async () => {
      await caughtUp()
      await replica.query('select pg_wal_replay_pause()')
    },
    resume: async () => {
      await replica.query('select pg_wal_replay_resume()')
      await caughtUp()
    },
    caughtUp,
  }
}

/** Retries until the database exists on the replica, which takes a moment. */
async function whenReady<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
      await pause(10)
    }
  }
}

type Place = { readonly folder: string; readonly cluster: Cluster }

function placeFor(user: DatabaseUser): Place {
  const folder = makeFolderFor(
    user,
    memoryHasRoom(1) ? [memory, ...shortFolders()] : shortFolders(),
  )
  const cluster = {
    folder: join(folder, 'cluster'),
    binaries: findBinaries(user, () => {}),
    user,
    logFile: join(folder, 'postgres.log'),
  }
  return { folder, cluster }
}

function start({ cluster, folder }: Place, more: Readonly<Record<string, string>>) {
  return startPostmaster(cluster, {
    socketDir: folder,
    removeAfter: folder,
    settings: { ...settings, ...more },
    say: () => {},
  })
}

function copyFor({ uid, gid }: DatabaseUser, from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o700)
  if (uid === undefined || gid === undefined) return
  const names = readdirSync(to, { recursive: true, encoding: 'utf8' })
  for (const name of ['', ...names]) chownSync(join(to, name), uid, gid)
}

function targetIn({ folder }: Place) {
  return { host: folder, port: 5432, user: superuser, database: 'hemline' }
}
