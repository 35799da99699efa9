import type { ConnectionTarget } from '#db/connection.ts'
import type { MetricReading } from '#server/observe/metrics/scrape.ts'
import type { Hosts } from '#server/start/open-shop.ts'

// The messages between the manager and the web processes. After a deployment the manager is older
// than the processes: messages may be added, and unknown ones are ignored.

export type ToWeb =
  | {
      readonly type: 'assignment'
      readonly target: ConnectionTarget
      readonly directTarget: ConnectionTarget
      readonly runsJobs: boolean
      readonly hosts: Hosts | null
      /** Job workers of processes that have ended. */
      readonly endedWorkers?: readonly string[]
    }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop' }

export type FromWeb =
  | { readonly type: 'ready'; readonly hosts: Hosts }
  /** The process has started a job worker. */
  | { readonly type: 'worker'; readonly id: string }
  /** Sent while the event loop runs. */
  | { readonly type: 'beat' }
  | { readonly type: 'metrics'; readonly id: number; readonly readings: readonly MetricReading[] }

export const BEAT_MS = 2_000
