import type { Selectable } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import type { InvariantViolations } from '#db/types.ts'
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
  const { target, drop } = await cloneTemplate()
  const pool = createPool(target)
  const db = createDb(pool)
  const end = async () => {
    await checkers.get(db)?.end()
    await db.destroy()
    await drop()
  }
  if (TestRunner.getCurrentTest()) {
    // Checked once, so nothing is gained by a connection that keeps the plan.
    const violations = () => (checkers.has(db) ? integrityViolations(db) : checks(db).execute())
    onTestFinished(async () => {
      try {
        if (!violatesInvariants) expect(await violations()).toEqual([])
      } finally {
        await end()
      }
    })
  } else {
    afterEach(async () => {
      if (!violatesInvariants) expect(await integrityViolations(db)).toEqual([])
    })
    afterAll(end)
  }
  targets.set(db, target)
  return { db, pool, target }
}

const targets = new WeakMap<Db, ConnectionTarget>()
const checkers = new WeakMap<Db, pg.Client>()

const checks = (db: Db) => db.selectFrom('invariant_violations').selectAll()

/**
 * Planning about a hundred checks takes thirty times as long as running them: a connection of its
 * own keeps the plan.
 */
export async function integrityViolations(db: Db): Promise<Selectable<InvariantViolations>[]> {
  const target = targets.get(db)
  if (!target) return await checks(db).execute()
  let checker = checkers.get(db)
  if (!checker) {
    checker = new pg.Client({ ...target })
    checkers.set(db, checker)
    await checker.connect()
  }
  const { sql, parameters } = checks(db).compile()
  const query = { name: 'invariant_violations', text: sql, values: [...parameters] }
  return (await checker.query<Selectable<InvariantViolations>>(query)).rows
}

let clones = 0

async function cloneTemplate(): Promise<{ target: ConnectionTarget; drop: () => Promise<void> }> {
  const { admin, template, isInMemory } = inject('postgres')
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
