import { Client } from 'pg'
import type { TestDatabase } from '#test/database.ts'

export interface Queue {
  /** Resolves as soon as no job is due and none is in the hands of a living worker. */
  idle(): Promise<void>
  /** Lets every job wait until it is released. */
  hold(): Promise<void>
  release(): Promise<void>
  close(): Promise<void>
}

/** Tells of every change of the queue in this database, so that nobody has to ask again and again. */
export async function idleQueue({ target }: TestDatabase): Promise<Queue> {
  const client = new Client({ ...target })
  await client.connect()
  await client.query(`
    create function tell_of_the_queue() returns trigger language plpgsql as $$
    begin
      notify queue_changed;
      return null;
    end $$;
    create trigger tell_of_the_queue after update or delete on graphile_worker._private_jobs
      for each statement execute function tell_of_the_queue();
    listen queue_changed`)
  let changed = Promise.withResolvers<void>()
  client.on('notification', () => {
    changed.resolve()
    changed = Promise.withResolvers()
  })
  const isIdle = async () => {
    const { rows } = await client.query(`
      select from graphile_worker._private_jobs
      where (is_available and run_at <= now()) or locked_by in (select id from job_workers)
      limit 1`)
    return rows.length === 0
  }
  return {
    async idle() {
      for (;;) {
        const next = changed.promise
        if (await isIdle()) return
        await next
      }
    },
    hold: async () => {
      await client.query(`update graphile_worker._private_jobs
        set run_at = run_at + interval '1 day' where run_at < now() + interval '12 hours'`)
    },
    release: async () => {
      await client.query(`update graphile_worker._private_jobs
        set run_at = run_at - interval '1 day' where run_at > now() + interval '12 hours'`)
    },
    close: () => client.end(),
  }
}
