import type { Pool } from 'pg'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { shareReading } from '#server/data/shared-reading.ts'
import { type Position, positionOf } from './freshness.ts'

/** A server that takes longer to read a number from memory is too slow for a page. */
const SECONDS_TO_ANSWER = 1

export type PrimaryState = {
  readonly position: Position
  /** The system identifier, which a primary and its replicas share. */
  readonly system: string
}

export type ReplicaState =
  | { readonly replayed: Position }
  | 'unreachable or slow'
  | 'not a replica'
  | 'a replica of another database'

/**
 * Everything committed is below this position. With `synchronous_commit = off` a commit can be
 * visible up to 0.6 s before that holds.
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

/** Asks the primary for its position; null when it does not respond in time. */
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

/** Asks a replica of `system` for its position; `system` is null while it is not known. */
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
    // `npm run doctor` reports why it does not respond.
    { seconds: SECONDS_TO_ANSWER, noteError: () => {} },
  )
  return { read, close: () => pool.end() }
}
