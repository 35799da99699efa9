import type { ConnectionTarget } from '#db/connection.ts'
import type { DemoAccount } from '#demo/demo.ts'
import type { Exchange } from '#sandbox/exchanges.ts'
import type { Settings } from './settings.ts'

/** What the launcher and the bundle of the app have agreed on. */
export type CreateApp = (options: AppOptions) => Promise<App>

export interface AppOptions {
  readonly settings: Settings
  readonly target: ConnectionTarget
  /** For what a transaction pooler cannot carry: the worker and migrations. */
  readonly directTarget: ConnectionTarget
  /** Absolute, with `client/` and `server/` in it; null in development, where Vite serves the files. */
  readonly buildDirectory: string | null
  /** What time it is; tests move it. */
  readonly clock?: () => Date
  /** Milliseconds since some moment, which no setting of the clock changes; tests move them too. */
  readonly elapsed?: () => number
  readonly logLevel?: 'info' | 'error' | 'silent'
  /** Takes the lines of the log instead of the standard output. */
  readonly logTo?: { write(line: string): void }
  /** Sees what passes between us and the sandbox; tests look at it. */
  readonly onExchange?: (exchange: Exchange) => void
}

export interface App {
  /** The one door. `peer` is the address at the other end of the connection. */
  handle(request: Request, client: { peer: string }): Promise<Response>
  /** What can be sent at once, without reading the request whole; null for everything else. */
  cached(arriving: Arriving): { headers: Readonly<Record<string, string>>; body: Uint8Array } | null
  /**
   * Prepares the shop for visitors: prices to pay, and once, in demo mode, something to see.
   * Answers the accounts with a published password, if there are any.
   */
  prepare(): Promise<readonly DemoAccount[]>
  /** Works off jobs from now on, beginning with what an earlier process left. */
  start(): Promise<void>
  /** Delivers what is due and works off every job now; for tests. */
  drain(): Promise<void>
  /** Logs what nobody expected, in the form of every other line. */
  noteError(error: unknown): void
  close(): Promise<void>
}

/** A request of which only the head has been read. */
export interface Arriving {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headerOf: (name: string) => string | null
  readonly peer: string
}
