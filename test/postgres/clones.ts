import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { databaseIn } from './database-url.ts'
import { canRestore, OWN_CONNECTION, restore } from './restore-clone.ts'

/** A database that is equal to the template. */
export interface Clone {
  readonly target: ConnectionTarget
  /** Its connections are reused by the next test, unless this one ends the pool. */
  pool(): pg.Pool
  readonly openPool: OpenPool
  integrityViolations(): Promise<unknown[]>
  /** Restores it to the template for the next test, or drops it. */
  release(): Promise<void>
}

/**
 * A pool of the given kind from an earlier test, or a new one from `open`. Ending it leaves its
 * connections open for the next test. Always calls `open` for a target other than the clone.
 */
export type OpenPool = (target: ConnectionTarget, kind: string, open: () => pg.Pool) => pg.Pool

/** Deleted rows still take space in their tables; beyond this, a new clone is cheaper. */
const MAX_DELETED_ROWS = 10_000

/** The clones that this worker does not use, by template. */
const unused = new Map<string, Clone[]>()

export async function takeClone(template: string): Promise<Clone> {
  return unused.get(template)?.pop() ?? (await newClone(template))
}

let clones = 0

/**
 * A new database and planning the integrity check on a new connection cost 0.2 seconds of CPU;
 * restoring a clone and reusing its connection costs a hundredth of a second. Only clones of empty
 * templates are restored: they have few rows and unused sequences. Reused connections also keep
 * PostgreSQL's catalog cache; filling it takes longer than most tests.
 */
export async function newClone(template: string): Promise<Clone> {
  const { admin, originals, isInMemory } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}_${Math.random().toString(36).slice(2, 8)}`
  await adminQuery(`create database "${name}" template "${template}" strategy file_copy`)
  const target = databaseIn(admin, name)
  const own = ownConnection(target)
  // Undefined for a template that a test file has filled; its clones are not reused.
  const original = originals[template]
  let deletedRows = 0
  let lent: pg.Pool | undefined
  const opened = new Map<pg.Pool, string>()
  const unusedPools = new Map<pg.Pool, string>()
  const clone: Clone = {
    target,
    pool: () => {
      if (!lent || lent.ended) lent = sharedPool(target)
      return lent
    },
    openPool: (wanted, kind, open) => {
      if (wanted !== target) return open()
      const [known] = [...unusedPools].find(([, of]) => of === kind) ?? []
      const pool = known ?? reusable(open())
      unusedPools.delete(pool)
      opened.set(pool, kind)
      return pool
    },
    integrityViolations: async () => {
      const text = 'select * from invariant_violations'
      return (await own.query({ name: 'integrity_violations', text })).rows
    },
    release: async () => {
      if (lent && !(await isCleared(lent))) lent = undefined
      for (const [pool, kind] of opened) if (await isCleared(pool)) unusedPools.set(pool, kind)
      opened.clear()
      const idle = [...unusedPools.keys(), ...(lent ? [lent] : [])]
      const connections = idle.reduce((sum, pool) => sum + pool.totalCount, 0)
      if (original && (await canRestore(own, original, connections))) {
        deletedRows += await restore(own, original)
        if (deletedRows < MAX_DELETED_ROWS) {
          unused.set(template, [...(unused.get(template) ?? []), clone])
          return
        }
      }
      await Promise.all([own.end(), ...idle.map(end)])
      // A disk that has just deleted many files creates new ones slowly, so clones on disk stay.
      if (isInMemory) await adminQuery(`drop database "${name}" with (force)`)
    },
  }
  return clone
}

/** More than most tests use. The server allows two hundred for all workers. */
const MAX_IDLE_CONNECTIONS = 4

/**
 * `discard all` except for prepared statements, which the client relies on, and temporary tables: a
 * clone with one is not reused.
 */
const CLEAR_SESSION = `rollback; reset session authorization; reset role; reset all;
  select pg_advisory_unlock_all(); unlisten *; close all`

/** Only ends what hangs: on a busy machine, many commands wait long for their locks. */
const HANGS_MS = 60_000
const NO_TIME_LIMITS = { limited: false, lockTimeoutMs: HANGS_MS } as const

function sharedPool(target: ConnectionTarget): pg.Pool {
  const pool = createPool(target, NO_TIME_LIMITS)
  pool.options.connectionTimeoutMillis = HANGS_MS
  pool.options.allowExitOnIdle = true
  return pool
}

/**
 * Resets the session of each connection. Ends the pool and returns false when a connection is
 * broken or still in use, or when there are too many.
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
  await end(pool)
  return false
}

/** Ending the returned pool leaves its connections open. */
function reusable(pool: pg.Pool): pg.Pool {
  pool.options.allowExitOnIdle = true
  pool.end = async () => {}
  return pool
}

const SECONDS_TO_END = 2

/** Really ends a pool, even a reusable one. Waits at most two seconds for its queries. */
async function end(pool: pg.Pool): Promise<void> {
  const ended = Object.getPrototypeOf(pool).end.call(pool)
  await Promise.race([ended, setTimeout(SECONDS_TO_END * 1_000, undefined, { ref: false })])
}

/**
 * The connection that checks and restores a clone. It keeps its query plans as long as the clone
 * exists. It disables triggers and foreign keys, because some refuse deletes and some write rows;
 * only a superuser may do so.
 */
function ownConnection(target: ConnectionTarget): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max: 1,
    application_name: OWN_CONNECTION,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    onConnect: async (client) =>
      void (await client.query(
        `set timezone = 'UTC'; set jit = off; set lock_timeout = '3s';
         select set_config('session_replication_role', 'replica', false)
         where current_setting('is_superuser') = 'on'`,
      )),
  })
  // A test may end all connections of its database; the pool replaces this one.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

let adminPool: pg.Pool | undefined

/** Creates and drops the clones of this process on one connection. */
async function adminQuery(text: string): Promise<void> {
  adminPool ??= createPool(inject('postgres').admin, { ...NO_TIME_LIMITS, max: 1 })
  await adminPool.query(text)
}
