import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { TestDatabase } from '#test/postgres/database.ts'

/**
 * Starts the acts one after another while `lock` blocks them, then runs `whileLocked` and rolls
 * `lock` back. Acts that wait for the same row get it in the order in which they were started.
 */
export async function inTurn(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  [lock, ...values]: readonly [sql: string, ...values: unknown[]],
  acts: readonly (() => Promise<unknown>)[],
  whileLocked = async () => {},
): Promise<unknown[]> {
  const holder = await pool.connect()
  try {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = () => countBehind(db, rows[0]?.pid ?? 0)
    await holder.query('begin')
    await holder.query(lock, values)
    const begun: Promise<unknown>[] = []
    for (const act of acts) {
      begun.push(act())
      await expect.poll(waiting, { interval: 10 }).toBe(begun.length)
    }
    await whileLocked()
    await holder.query('rollback')
    return await Promise.all(begun)
  } finally {
    holder.release(true)
  }
}

/** How many connections wait for the holder, directly or indirectly. */
async function countBehind(db: Db, holder: number): Promise<number> {
  const { rows } = await sql`
    with recursive waiting (pid, blockers) as materialized (
      select pid, pg_blocking_pids(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    ), behind (pid) as (
      values (${holder}::integer)
      union select w.pid from waiting w join behind b on b.pid = any(w.blockers)
    )
    select pid from behind where pid <> ${holder}::integer`.execute(db)
  return rows.length
}
