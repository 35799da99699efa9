import pg from 'pg'
import { inject } from 'vitest'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { canRestore, OWN_CONNECTION, readOriginal, restore } from './restore-clone.ts'
import { databaseIn } from './setup/postgres.ts'

/** A database that is equal to the template. */
export interface Clone {
  readonly target: ConnectionTarget
  /** Connections that the next test uses again, unless this one ends the pool. */
  pool(): pg.Pool
  integrityViolations(): Promise<unknown[]>
  /** Makes it equal to the template again, for the next test, or drops it. */
  giveBack(): Promise<void>
}

/** Deleted rows still take space in their tables: at some point a new clone costs less. */
const MAX_DELETED_ROWS = 10_000

/** The clones that this worker does not use, by template. */
const unused = new Map<string, Clone[]>()

export async function takeClone(template: string): Promise<Clone> {
  return unused.get(template)?.pop() ?? (await newClone(template))
}

let clones = 0

/**
 * A new database, and planning the integrity check on a new connection to it, cost 0.2 seconds of
 * CPU; restoring a clone and using its connection again costs a hundredth of a second. Only empty
 * templates are restored: they have few rows, and no sequence has given a number. What PostgreSQL
 * knows about the tables stays in each connection, which would take longer to read than most tests.
 */
export async function newClone(template: string, { isUsedAgain = true } = {}): Promise<Clone> {
  const { admin, isInMemory } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}_${Math.random().toString(36).slice(2, 8)}`
  await adminQuery(`create database "${name}" template "${template}" strategy file_copy`)
  const target = databaseIn(admin, name)
  const checks = ownConnection(target)
  // Without triggers and foreign keys: some refuse to delete, and some write. Changing this setting
  // on the other connection would end its plans, and only a superuser may.
  const restoring = ownConnection(
    target,
    `select set_config('session_replication_role', 'replica', false)
     where current_setting('is_superuser') = 'on'`,
  )
  const original = isUsedAgain ? await readOriginal(restoring) : null
  let deletedRows = 0
  let lent: pg.Pool | undefined
  const clone: Clone = {
    target,
    pool: () => {
      if (!lent || lent.ended) lent = sharedPool(target)
      return lent
    },
    integrityViolations: async () => {
      const text = 'select * from invariant_violations'
      return (await checks.query({ name: 'integrity_violations', text })).rows
    },
    giveBack: async () => {
      if (lent && !(await isCleared(lent))) lent = undefined
      if (original && (await canRestore(restoring, original, lent?.totalCount ?? 0))) {
        deletedRows += await restore(restoring, original)
        if (deletedRows < MAX_DELETED_ROWS) {
          unused.set(template, [...(unused.get(template) ?? []), clone])
          return
        }
      }
      await Promise.all([checks.end(), restoring.end(), lent?.end()])
      // Creating files is slow on a disk that has just deleted many, so the clones stay there.
      if (isInMemory) await adminQuery(`drop database "${name}" with (force)`)
    },
  }
  return clone
}

/** More than most tests use: the server has two hundred for all workers. */
const MAX_IDLE_CONNECTIONS = 4

/**
 * `discard all` without the prepared statements, which the client counts on. A clone with a temporary
 * table is not used again.
 */
const CLEAR_SESSION = `rollback; reset session authorization; reset role; reset all;
  select pg_advisory_unlock_all(); unlisten *; close all`

function sharedPool(target: ConnectionTarget): pg.Pool {
  const pool = createPool(target)
  pool.options.allowExitOnIdle = true
  return pool
}

/**
 * Makes the session of each connection as it was at its beginning. Ends the pool and returns false
 * when a connection is broken or still in use, or when there are too many.
 */
async function isCleared(pool: pg.Pool): Promise<boolean> {
  if (pool.ended) return false
  const connections = pool.totalCount
  const areIdle = pool.idleCount === connections && connections <= MAX_IDLE_CONNECTIONS
  const clears = Array.from({ length: areIdle ? connections : 0 }, async () => {
    const client = await pool.connect()
    try {
      await client.query(CLEAR_SESSION)
      await pool.options.onConnect?.(client)
      return true
    } catch {
      return false
    } finally {
      client.release()
    }
  })
  if (areIdle && (await Promise.all(clears)).every(Boolean)) return true
  await pool.end()
  return false
}

/** One connection, which keeps its plans as long as the clone exists. */
function ownConnection(target: ConnectionTarget, also = ''): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max: 1,
    application_name: OWN_CONNECTION,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    onConnect: async (client) =>
      void (await client.query(
        `set timezone = 'UTC'; set jit = off; set lock_timeout = '3s'; ${also}`,
      )),
  })
  // A test may end all connections of its database; the pool replaces this one.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

let adminPool: pg.Pool | undefined

/** One connection creates and drops the clones of this process. */
async function adminQuery(text: string): Promise<void> {
  adminPool ??= createPool(inject('postgres').admin, { max: 1 })
  await adminPool.query(text)
}
