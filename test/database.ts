import type pg from 'pg'
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
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
  const { target, drop } = await cloneOf(inject('postgres').template)
  const pool = createPool(target)
  const db = createDb(pool)
  const invariantsHold = async () => {
    if (!violatesInvariants) expect(await integrityViolations(db)).toEqual([])
  }
  const end = async () => {
    await db.destroy()
    await drop()
  }
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

/** For one test: a database with the sandbox's tables alone, where no integrity check is needed. */
export async function sandboxDatabase(): Promise<Omit<TestDatabase, 'db'>> {
  const { target, drop } = await cloneOf(inject('postgres').sandboxTemplate)
  const pool = createPool(target)
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { pool, target }
}

export function integrityViolations(db: Db) {
  return db.selectFrom('invariant_violations').selectAll().execute()
}

let clones = 0

async function cloneOf(
  template: string,
): Promise<{ target: ConnectionTarget; drop: () => Promise<void> }> {
  const { admin, isInMemory } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}_${Math.random().toString(36).slice(2, 8)}`
  await adminQuery(`create database "${name}" template "${template}" strategy file_copy`)
  return {
    target: databaseIn(admin, name),
    drop: async () => {
      // Creating files is slow on a disk that has just deleted many, so the clones stay there.
      if (isInMemory) await adminQuery(`drop database "${name}" with (force)`)
    },
  }
}

let adminPool: pg.Pool | undefined

/** One connection creates and drops the clones of this process. */
async function adminQuery(text: string): Promise<void> {
  adminPool ??= createPool(inject('postgres').admin, { max: 1 })
  await adminPool.query(text)
}
