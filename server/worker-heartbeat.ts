import type { Pool } from 'pg'

const BEAT_SECONDS = 10
const SILENT_SECONDS = 60

// Among workers the database's clock counts: it is the one that all machines share.

/** Milliseconds since some moment. Unlike a clock it is never set, so that ages can be taken from it. */
export type Elapsed = () => number

export interface Heartbeat {
  /** Milliseconds since the database last heard of this worker. */
  age(): number
  end(): Promise<void>
}

/** Says every ten seconds that this worker lives, and frees what silent ones hold. */
export async function beginHeartbeat(
  pool: Pool,
  workerId: string,
  elapsed: Elapsed,
): Promise<Heartbeat> {
  let lastBeatAt = 0
  const beat = async () => {
    await pool.query(
      `insert into job_workers (id, seen_at) values ($1, now())
        on conflict (id) do update set seen_at = excluded.seen_at`,
      [workerId],
    )
    lastBeatAt = elapsed()
    await freeJobsOfSilentWorkers(pool)
  }
  await beat()
  const beating = setInterval(() => void beat().catch(() => {}), BEAT_SECONDS * 1000)
  beating.unref()
  return {
    age: () => elapsed() - lastBeatAt,
    end: async () => {
      clearInterval(beating)
      await pool.query('delete from job_workers where id = $1', [workerId])
    },
  }
}

/**
 * A killed worker's jobs stay locked for four hours by themselves. Frees those of workers that have
 * said nothing for a minute; one that has not said anything yet has a minute from its first lock.
 */
export async function freeJobsOfSilentWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `with silent as (
      select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => $1)
        and not exists (select from job_workers where id = locked_by
          and seen_at >= now() - make_interval(secs => $1))
    )
    select graphile_worker.force_unlock_workers(array_agg(id)) from silent having count(*) > 0`,
    [SILENT_SECONDS],
  )
  await pool.query("delete from job_workers where seen_at < now() - interval '1 day'")
}
