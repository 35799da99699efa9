import { sql } from 'kysely'
import { Client, type Pool } from 'pg'
import type { ConnectionTarget, Db } from '#db/connection.ts'

const SILENT_SECONDS = 60

// Times of workers are compared by the database's clock, the only one that all machines share.

/** A monotonic clock in milliseconds, for measuring ages. */
export type Elapsed = () => number

export interface Heartbeat {
  /** Milliseconds since this worker's last heartbeat. */
  age(): number
  end(): Promise<void>
}

type HeartbeatOptions = {
  readonly elapsed: Elapsed
  readonly beatMs: number
  /** What the worker is doing, asked at each heartbeat. */
  readonly jobsInHand: () => readonly string[]
  /** A job that was locked longer ago than this and is not in hand never reached the worker. */
  readonly lostAfterMs: number
}

/**
 * Records regularly that this worker is alive, and releases the jobs of silent workers and those of its
 * own that never reached it.
 */
export async function beginHeartbeat(
  pool: Pool,
  workerId: string,
  { elapsed, beatMs, jobsInHand, lostAfterMs }: HeartbeatOptions,
): Promise<Heartbeat> {
  let lastBeatAt = 0
  const beat = async () => {
    await pool.query(
      `insert into job_workers (id, seen_at) values ($1, now())
        on conflict (id) do update set seen_at = excluded.seen_at`,
      [workerId],
    )
    lastBeatAt = elapsed()
    await freeLostJobs(pool, workerId, jobsInHand(), lostAfterMs)
    await freeJobsOfSilentWorkers(pool)
  }
  await beat()
  const beating = setInterval(() => void beat().catch(() => {}), beatMs)
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
 * Releases jobs that were fetched, which locks them, but never reached this worker because the
 * connection broke. By default they would stay locked for four hours.
 */
async function freeLostJobs(
  pool: Pool,
  workerId: string,
  inHand: readonly string[],
  lostAfterMs: number,
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = $1 and locked_at < now() - make_interval(secs => $2 / 1000.0)
        and id <> all ($3::bigint[])`,
    [workerId, lostAfterMs, inHand],
  )
}

/** Whether no worker of any process has recorded a heartbeat for a minute. */
export async function allWorkersAreSilent(db: Db): Promise<boolean> {
  const heard = await db
    .selectFrom('job_workers')
    .select('id')
    .where('seen_at', '>=', sql<Date>`now() - make_interval(secs => ${sql.lit(SILENT_SECONDS)})`)
    .limit(1)
    .executeTakeFirst()
  return heard === undefined
}

/** Releases the jobs of these workers, whose processes have ended. */
export async function freeJobsOf(pool: Pool, workers: readonly string[]): Promise<void> {
  if (workers.length > 0)
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
}

/**
 * Releases the jobs of all workers, for the program that has just started the database: all earlier
 * workers have ended.
 */
export async function freeJobsOfEarlierPrograms(target: ConnectionTarget): Promise<void> {
  const client = new Client(target)
  await client.connect()
  try {
    await client.query(
      `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
    )
  } finally {
    await client.end()
  }
}

/**
 * By default a killed worker's jobs stay locked for four hours. Releases those of workers without a
 * heartbeat for a minute; a worker that has not recorded one yet has a minute from its first lock.
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
