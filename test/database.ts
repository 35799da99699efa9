import type pg from 'pg'
import { Client } from 'pg'
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { type ConnectionTarget, createDb, createPool, type Db } from '#db/connection.ts'
import { databaseIn } from './setup/postgres.ts'

export interface TestDatabase {
  readonly db: Db
  readonly pool: pg.Pool
  readonly target: ConnectionTarget
}

let clones = 0

/**
 * A migrated database of one's own: for the whole file when called at its top, for one test when
 * called inside. After each test no promise of the books may be broken, unless the test says that
 * it breaks one on purpose.
 */
export async function testDatabase({ breaksPromises = false } = {}): Promise<TestDatabase> {
  const target = await cloneTemplate()
  const pool = createPool(target)
  const db = createDb(pool)
  const promisesHold = async () => {
    if (!breaksPromises) expect(await brokenPromises(db)).toEqual([])
  }
  if (TestRunner.getCurrentTest()) {
    onTestFinished(async () => {
      try {
        await promisesHold()
      } finally {
        await db.destroy()
      }
    })
  } else {
    afterEach(promisesHold)
    afterAll(() => db.destroy())
  }
  return { db, pool, target }
}

export function brokenPromises(db: Db) {
  return db.selectFrom('invariant_violations').selectAll().execute()
}

async function cloneTemplate(): Promise<ConnectionTarget> {
  const { admin, template } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}_${Math.random().toString(36).slice(2, 8)}`
  const client = new Client({ ...admin })
  await client.connect()
  try {
    await client.query(`create database "${name}" template "${template}" strategy file_copy`)
  } finally {
    await client.end()
  }
  return databaseIn(admin, name)
}
