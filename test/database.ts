import type pg from 'pg'
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { catalogueOf, cleaned } from './database-state.ts'
import { databaseIn } from './setup/postgres.ts'

export interface TestDatabase {
  readonly db: Db
  readonly pool: pg.Pool
  readonly target: ConnectionTarget
}

/**
 * A migrated database of its own: for the whole file when called at its top, for one test when
 * called inside. After each test no integrity check may fail, unless the test states that it
 * violates one on purpose.
 */
export async function testDatabase({ violatesInvariants = false } = {}): Promise<TestDatabase> {
  const clone = unused.pop() ?? (await cloneTemplate())
  const { target, pool } = clone
  // What is remembered for a `Db` ends with its test.
  const db = createDb(pool)
  const invariantsHold = async () => {
    if (!violatesInvariants) expect(await integrityViolations(db)).toEqual([])
  }
  const end = () => keepOrDrop(clone)
  if (TestRunner.getCurrentTest()) {
    onTestFinished(async () => {
      try {
        await invariantsHold()
      } finally {
        await end()
      }
    })
  } else {
    afterEach(invariantsHold)
    afterAll(end)
  }
  return { db, pool, target }
}

export function integrityViolations(db: Db) {
  return db.selectFrom('invariant_violations').selectAll().execute()
}

interface Clone extends Omit<TestDatabase, 'db'> {
  readonly name: string
  readonly own: Set<number>
  readonly cleaner: pg.Pool
  readonly catalogue: string
}

/**
 * Clean databases for the next tests of this worker. Making one, and planning the integrity checks
 * on a new connection, takes ten times as long as emptying it.
 */
const unused: Clone[] = []
const MAX_UNUSED = 4

async function keepOrDrop(clone: Clone): Promise<void> {
  const { cleaning } = inject('postgres')
  const isReused = cleaning && unused.length < MAX_UNUSED && (await cleaned(clone, cleaning))
  if (isReused) unused.push(clone)
  else await drop(clone)
}

let clones = 0

async function cloneTemplate(): Promise<Clone> {
  const { admin, template } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}_${Math.random().toString(36).slice(2, 8)}`
  await adminQuery(`create database "${name}" template "${template}" strategy file_copy`)
  const target = databaseIn(admin, name)
  const pool = createPool(target)
  const own = new Set<number>()
  pool.on('connect', (client) =>
    own.add((client as pg.PoolClient & { processID: number }).processID),
  )
  const cleaner = createPool(target, { max: 1 })
  return { name, target, pool, own, cleaner, catalogue: await catalogueOf(cleaner) }
}

async function drop({ name, pool, cleaner }: Clone): Promise<void> {
  await cleaner.end()
  if (!pool.ended) await pool.end()
  // Creating files is slow on a disk that has just deleted many, so the clones stay there.
  const { isInMemory } = inject('postgres')
  if (isInMemory) await adminQuery(`drop database "${name}" with (force)`)
}

let adminPool: pg.Pool | undefined

/** One connection creates and drops the clones of this process. */
async function adminQuery(text: string): Promise<void> {
  adminPool ??= createPool(inject('postgres').admin, { max: 1 })
  await adminPool.query(text)
}
