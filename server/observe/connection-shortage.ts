import type { Pool } from 'pg'
import { type Shortage, shortageIn } from '#db/connection.ts'

/** One line a minute is enough: each failing request has its own line anyway. */
const QUIET_MS = 60_000

export interface ShortageWatch {
  /** Checks an error that a query failed with. */
  note(error: unknown): void
  /** Whether connections ran out within the last minute. */
  isRecent(): boolean
}

/** Logs a line, at most once a minute, when no connections to the database are left. */
export function watchForShortage(
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>,
  clock: () => Date,
  report: (details: object, sentence: string) => void,
): ShortageWatch {
  let seenAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let unreported = 0
  return {
    note(error) {
      const shortage = shortageIn(error)
      if (!shortage) return
      seenAt = clock().getTime()
      unreported += 1
      if (seenAt - loggedAt < QUIET_MS) return
      const { totalCount, idleCount, waitingCount, options } = pool
      const connections = {
        shortage,
        max: options.max,
        inUse: totalCount - idleCount,
        waiting: waitingCount,
        times: unreported,
      }
      report({ connections }, SENTENCES[shortage])
      loggedAt = seenAt
      unreported = 0
    },
    isRecent: () => clock().getTime() - seenAt < QUIET_MS,
  }
}

const SENTENCES = {
  pool: 'All database connections of this process are in use. If this continues, look for slow queries or raise DATABASE_POOL.',
  server:
    'The database accepts no more connections. Lower DATABASE_POOL, raise its max_connections, or use a pooler.',
} as const satisfies Record<Shortage, string>
