import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { shareReading } from '#server/metrics/shared-reading.ts'
import { type Position, positionOf } from './freshness.ts'

/** Whoever takes longer for a number from its memory is too slow for a page. */
const SECONDS_TO_ANSWER = 1

export type PrimaryState = {
  readonly position: Position
  /** The same for a primary and its replicas. */
  readonly system: string
}

export type ReplicaState =
  | { readonly replayed: Position }
  | 'unreachable or slow'
  | 'not a replica'
  | 'a replica of another database'

/**
 * Everything committed is below this position. With `synchronous_commit = off` a commit is visible
 * for up to 0.6 s before it is.
 */
const PRIMARY = `select pg_current_wal_flush_lsn()::text as position,
  system_identifier::text as system from pg_control_system()`

const REPLICA = `select pg_is_in_recovery() as recovering,
  pg_last_wal_replay_lsn()::text as replayed, system_identifier::text as system
  from pg_control_system()`

type Asking<Question extends readonly unknown[], State> = {
  readonly ask: (...question: Question) => Promise<State>
  readonly close: () => Promise<void>
}

/** Where the primary is; null when it does not say so in time. */
export function askPrimary(target: ConnectionTarget): Asking<[], PrimaryState | null> {
  const { read, close } = reader<{ position: string; system: string }>(target, PRIMARY)
  return {
    ask: async () => {
      const row = await read()
      return row && { position: positionOf(row.position), system: row.system }
    },
    close,
  }
}

/** How far a replica of `system` is; null when that is not known yet. */
export function askReplica(
  target: ConnectionTarget,
): Asking<[system: string | null], ReplicaState> {
  type Row = { recovering: boolean; replayed: string | null; system: string }
  const { read, close } = reader<Row>(target, REPLICA)
  return {
    ask: async (system) => {
      const row = await read()
      if (!row) return 'unreachable or slow'
      // After a failover, one of the addresses can be that of the primary.
      if (!row.recovering || row.replayed === null) return 'not a replica'
      if (system !== null && row.system !== system) return 'a replica of another database'
      return { replayed: positionOf(row.replayed) }
    },
    close,
  }
}

/** Reads one row on a connection of its own: a full pool would look like an outage. */
function reader<Row extends object>(
  target: ConnectionTarget,
  query: string,
): { readonly read: () => Promise<Row | null>; readonly close: Pool['end'] } {
  const pool = createPool(target, { max: 1, silenceMs: SECONDS_TO_ANSWER * 1_000 })
  const read = shareReading(
    async () => {
      const { rows } = await pool.query<Row>(query)
      return rows[0] ?? null
    },
    // Why it does not answer is for `npm run doctor` to say.
    { seconds: SECONDS_TO_ANSWER, noteError: () => {} },
  )
  return { read, close: () => pool.end() }
}
