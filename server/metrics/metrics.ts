import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { type Db, inTransaction } from '#db/connection.ts'
import { countViolations, readBacklog, readLedgerTotals } from '#domain/oversight/shop-state.ts'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { Elapsed } from '#server/worker-heartbeat.ts'
import { processGauges, rareGauges, shopGauges } from './gauges.ts'
import { readQueue } from './read-queue.ts'
import { type CountRequest, requestMetrics } from './requests.ts'
import { readNowAndThen, shareReading } from './shared-reading.ts'

/** Prometheus gives up after ten seconds. */
const SECONDS_TO_READ = 5
const LEDGER_EVERY_MS = 5 * 60_000
/** The checks read every table. */
const CHECKS_EVERY_MS = 15 * 60_000

export type Metrics = {
  readonly countRequest: CountRequest
  /** Counts an error that a job failed with. */
  readonly countJobError: (job: string) => void
  /** Everything, in the text format of Prometheus. Also without a database, with what is known. */
  readonly scrape: () => Promise<string>
}

export type MetricSources = {
  readonly db: Db
  readonly pool: Pool
  readonly clock: () => Date
  readonly timeZone: string
  readonly elapsed: Elapsed
  /** Milliseconds since the last heartbeat of the job worker. */
  readonly silenceMs: () => number
  /** Receives the error of a reading. */
  readonly noteError: (error: unknown) => void
}

export function createMetrics(sources: MetricSources): Metrics {
  const { db, clock, timeZone, elapsed, noteError } = sources
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const jobErrors = new Counter({
    name: 'hemline_job_errors_total',
    help: 'Errors that jobs failed with, also those retried later.',
    labelNames: ['task'],
    registers: [registry],
  })
  const showProcess = processGauges(registry, sources)
  const showShop = shopGauges(registry)
  const showRare = rareGauges(registry)
  const readShop = shareReading(
    () =>
      inTransaction(db, async (tx) => ({
        backlog: await readBacklog(tx),
        queue: await readQueue(tx),
      })),
    { seconds: SECONDS_TO_READ, noteError },
  )
  const readLedger = readNowAndThen(
    () => {
      const now = clock()
      const at = { now, today: calendarDateIn(timeZone, now), timeZone }
      return inTransaction(db, (tx) => readLedgerTotals(tx, at))
    },
    { everyMs: LEDGER_EVERY_MS, elapsed, clock, noteError },
  )
  const readViolations = readNowAndThen(() => inTransaction(db, countViolations), {
    everyMs: CHECKS_EVERY_MS,
    elapsed,
    clock,
    noteError,
  })
  return {
    countRequest: requestMetrics(registry),
    countJobError: (task) => jobErrors.inc({ task }),
    scrape: async () => {
      const read = await readShop()
      showProcess()
      showShop(read, clock())
      showRare({ ledger: readLedger(), violations: readViolations() })
      return await registry.metrics()
    },
  }
}
