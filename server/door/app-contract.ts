import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { ConnectionTarget } from '#db/connection.ts'
import type { DemoAccount } from '#demo/demo.ts'
import type { WebhookNetwork } from '#gateways/webhooks/webhook-network.ts'
import type { Exchange } from '#sandbox/core/exchanges.ts'
import type { OnJobError } from '#server/jobs/task-list.ts'
import type { Scrape } from '#server/observe/metrics/scrape.ts'
import type { Settings } from '#server/settings/settings.ts'

/** The interface between the launcher and the bundle of the app. */
export type CreateApp = (options: AppOptions) => Promise<App>

export interface AppOptions {
  readonly settings: Settings
  readonly target: ConnectionTarget
  /** For the worker and migrations, which do not work through a transaction pooler. */
  readonly directTarget: ConnectionTarget
  /**
   * Absolute path of the folder with `client/` and `server/`; null in development, when Vite serves
   * the files.
   */
  readonly buildDirectory: string | null
  /** Off in a process that leaves jobs and scheduled work to another one. */
  readonly runsJobs?: boolean
  /** Workers of earlier processes that are known to have ended. */
  readonly endedWorkers?: readonly string[]
  /** Receives the id of each worker that this process starts. */
  readonly onWorker?: (id: string) => void
  /** The current time; tests change it. */
  readonly clock?: () => Date
  /**
   * A monotonic clock in milliseconds, unaffected by changes of the system time; tests change it
   * too.
   */
  readonly elapsed?: () => number
  /** `fast` is for tests only: passwords could be guessed from a stolen database. */
  readonly hashing?: 'secure' | 'fast'
  /** The network that webhooks are sent to instead of the Internet; for tests only. */
  readonly webhookNetwork?: WebhookNetwork
  /** How long lists read for one person are cached for others; 0 in most tests. */
  readonly sharedMs?: number
  readonly logLevel?: 'info' | 'error' | 'silent'
  /** Receives the lines of the log instead of the standard output. */
  readonly logTo?: { write(line: string): void }
  /** Opens the app's connection pool, or reuses an earlier one; for tests. */
  readonly openPool?: (open: () => Pool) => Pool
  /** Closes half-open connections to the database; off in tests that count each message. */
  readonly watchesConnections?: boolean
  /** Observes requests between us and the sandbox; for tests. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Receives the jobs, which tests run at the moment they choose (`test/postgres/drain-jobs.ts`). */
  readonly onJobs?: (jobs: RunnableJobs) => void
}

export interface RunnableJobs {
  readonly pool: Pool
  readonly clock: () => Date
  readonly taskList: (onError: OnJobError) => TaskList
  /** Sends the sandbox's webhooks that are due, now. */
  readonly deliverWebhooks: () => Promise<void>
}

export interface App {
  /** The one request handler. `peer` is the address at the other end of the connection. */
  handle(request: Request, client: { peer: string }): Promise<Response>
  /** The same for a server, which can send a body without reading it from a response. */
  answer(request: Request, client: { peer: string }): Promise<Answer>
  /** A response that needs only the head of the request; null for everything else. */
  cached(head: RequestHead): { headers: Readonly<Record<string, string>>; body: Uint8Array } | null
  /** A sentence: why the app must not open this database with its settings; null if it may. */
  refusal(): Promise<string | null>
  /**
   * Prepares the shop for visitors: prices at the payment provider and, once, the demo data if
   * enabled. Returns the accounts with a published password.
   */
  prepare(): Promise<readonly DemoAccount[]>
  /** Warnings for the operator, one sentence each: rules that the shop's settings break. */
  warnings(): Promise<readonly string[]>
  /**
   * Starts processing jobs, beginning with those left by an earlier process, if this process runs
   * jobs.
   */
  start(): Promise<void>
  /** Everything that Prometheus reads; null without METRICS_PORT. */
  readonly metrics: Scrape | null
  /** Logs an unexpected error, in the format of every other line. */
  noteError(error: unknown): void
  close(): Promise<void>
}

export interface Answer {
  /** Has no body if `body` is set. */
  readonly response: Response
  readonly body: Uint8Array | null
}

/** A request of which only the head has been read. */
export interface RequestHead {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headerOf: (name: string) => string | null
  readonly peer: string
}
