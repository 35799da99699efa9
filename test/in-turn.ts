import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/**
 * Makes each of them wait for what `lock` holds, one after the other, and lets them go on after
 * `whileLocked`: those that wait for a row in that order. Nothing of `lock` stays.
 */
export async function inTurn(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  [lock, ...values]: readonly [sql: string, ...values: unknown[]],
  acts: readonly (() => Promise<unknown>)[],
  whileLocked = async () => {},
): Promise<unknown[]> {
  const waiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    const begun: Promise<unknown>[] = []
    for (const act of acts) {
      begun.push(act())
      await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBe(begun.length)
    }
    await whileLocked()
    await holder.query('rollback')
    return await Promise.all(begun)
  } finally {
    holder.release(true)
  }
}
