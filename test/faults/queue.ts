import { Client } from 'pg'
import type { TestDatabase } from '#test/postgres/database.ts'

export interface Queue {
  /** Resolves as soon as no job is due and no live worker is processing one. */
  idle(): Promise<void>
  /** Drains the queue until it is idle: a live worker may take a job before the drain does. */
  finish(drain: () => Promise<void>): Promise<void>
  /** Resolves as soon as the queue is idle and no webhook is waiting to be sent. */
  quiet(): Promise<void>
  /** Treats all current workers as dead: `idle` no longer waits for their jobs. */
  markWorkersDead(): Promise<void>
  /** Removes jobs that are due, because a story's setup is not part of the story. */
  clear(): Promise<void>
  /** Postpones every job until `release`. */
  hold(): Promise<void>
  release(): Promise<void>
  close(): Promise<void>
}

/** Listens for changes of jobs and webhooks in a database, so that no test has to poll. */
export async function idleQueue({ target, pool }: TestDatabase): Promise<Queue> {
  const client = new Client({ ...target })
  // Tests that kill PostgreSQL do not wait for this queue.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    create function tell_of_the_queue() returns trigger language plpgsql as $$
    begin
      notify queue_changed;
      return null;
    end $$;
    create trigger tell_of_the_queue after update or delete on graphile_worker._private_jobs
      for each statement execute function tell_of_the_queue();
    create trigger tell_of_the_queue after update on stripe_sandbox.deliveries
      for each statement execute function tell_of_the_queue();
    listen queue_changed`)
  let changed = Promise.withResolvers<void>()
  client.on('notification', () => {
    changed.resolve()
    changed = Promise.withResolvers()
  })
  let deadWorkers: string[] = []
  const isIdle = async () => {
    const { rows } = await pool.query(
      `
      select from graphile_worker._private_jobs
      where (is_available and run_at <= now())
        or (locked_by in (select id from job_workers) and not locked_by = any($1)) limit 1`,
      [deadWorkers],
    )
    return rows.length === 0
  }
  const isQuiet = async () => {
    const { rows } = await pool.query(
      'select from stripe_sandbox.deliveries where due is not null limit 1',
    )
    return rows.length === 0 && (await isIdle())
  }
  const until = async (reached: () => Promise<boolean>) => {
    for (;;) {
      const next = changed.promise
      if (await reached()) return
      await next
    }
  }
  return {
    idle: () => until(isIdle),
    finish: async (drain) => {
      await drain()
      while (!(await isIdle())) {
        await until(isIdle)
        await drain()
      }
    },
    quiet: () => until(isQuiet),
    markWorkersDead: async () => {
      const { rows } = await pool.query('select id from job_workers')
      deadWorkers = rows.map(({ id }) => id)
    },
    clear: async () => {
      await pool.query(
        'delete from graphile_worker._private_jobs where is_available and run_at <= now()',
      )
    },
    hold: async () => {
      await pool.query(`update graphile_worker._private_jobs
        set run_at = run_at + interval '1 day' where run_at < now() + interval '12 hours'`)
    },
    release: async () => {
      await pool.query(`update graphile_worker._private_jobs
        set run_at = run_at - interval '1 day' where run_at > now() + interval '12 hours'`)
    },
    close: () => client.end(),
  }
}
