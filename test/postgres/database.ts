import type pg from 'pg'
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { type Make, make } from '#test/make/make.ts'
import { newClone, type OpenPool, takeClone } from './clones.ts'

export interface TestDatabase {
  readonly db: Db
  readonly pool: pg.Pool
  readonly target: ConnectionTarget
  /** Undefined for a database that a test has opened itself. */
  readonly openPool?: OpenPool
}

/**
 * A migrated database: for the whole file when called at its top, for one test when called inside.
 * After each test no integrity check may fail, unless the test states that it violates one on
 * purpose.
 */
export async function testDatabase({
  violatesInvariants = false,
  /** Never reuses a clone, so that rows are stored in the order in which they are added. */
  isNew = false,
  /** The name of a database that a file of this run has filled (`built-once.ts`). */
  filled = undefined as string | undefined,
} = {}): Promise<TestDatabase & { readonly made: Make }> {
  const { template } = inject('postgres')
  const clone = await (isNew || filled ? newClone(filled ?? template) : takeClone(template))
  const { target, integrityViolations, release } = clone
  const pool = clone.pool()
  const db = createDb(pool)
  const invariantsHold = async () => {
    if (!violatesInvariants) expect(await integrityViolations()).toEqual([])
  }
  if (TestRunner.getCurrentTest()) {
    onTestFinished(async () => {
      try {
        await invariantsHold()
      } finally {
        await release()
      }
    })
  } else {
    afterEach(invariantsHold)
    afterAll(release)
  }
  return { db, made: make(db), pool, target, openPool: clone.openPool }
}

/** Open until its `db` is destroyed. */
export function openDatabase(target: ConnectionTarget): TestDatabase {
  const pool = createPool(target)
  return { db: createDb(pool), pool, target }
}

/** For one test: a database with only the sandbox's tables, without integrity checks. */
export async function sandboxDatabase(): Promise<Omit<TestDatabase, 'db'>> {
  const { target, pool, release } = await takeClone(inject('postgres').sandboxTemplate)
  onTestFinished(release)
  return { pool: pool(), target }
}

export function integrityViolations(db: Db) {
  const violations = db.selectFrom('invariant_violations').selectAll()
  return violations.orderBy('check_name').orderBy('subject').execute()
}
