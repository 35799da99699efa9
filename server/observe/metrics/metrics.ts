import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { type Db, inTransaction } from '#db/connection.ts'
import { readBacklog, readLedgerTotals, readViolations } from '#domain/admin/figures/shop-state.ts'
import { readWebhookQueue } from '#domain/outbound/webhooks/webhooks.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { ReadResult } from '#server/data/replicas/read-for-visitors.ts'
import type { Replicas } from '#server/data/replicas/replicas.ts'
import { readInBackground, shareReading } from '#server/data/shared-reading.ts'
import type { Elapsed } from '#server/jobs/worker-heartbeat.ts'
import { processGauges, type SlowReadings, shopGauges, slowGauges } from './gauges.ts'
import { readQueue } from './read-queue.ts'
import { replicaMetrics } from './replica-metrics.ts'
import { type CountRequest, requestMetrics } from './requests.ts'
import type { Scrape } from './scrape.ts'

/** Prometheus times out after ten seconds. */
const SECONDS_TO_READ = 5
const LEDGER_EVERY_MS = 5 * 60_000

export type Metrics = {
  readonly countRequest: CountRequest
  /** Counts an error that a job failed with. */
  readonly countJobError: (job: string) => void
  /** Counts a visitor's page that could be read from a replica. */
  readonly countReplicaRead: (result: ReadResult) => void
  readonly scrape: Scrape
}

export type MetricSources = {
  readonly db: Db
  readonly pool: Pool
  readonly replicas: Pick<Replicas, 'report'>
  readonly clock: () => Date
  readonly timeZone: string
  readonly elapsed: Elapsed
  /**
   * Milliseconds since the last heartbeat of the job worker; null in a process without a worker,
   * which does not read the shop's figures either.
   */
  readonly silenceMs: (() => number) | null
  /** Receives the error of a reading. */
  readonly noteError: (error: unknown) => void
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const jobErrors = new Counter({
    name: 'hemline_job_errors_total',
    help: 'Errors that jobs failed with, also those retried later.',
    labelNames: ['task'],
    registers: [registry],
  })
  const showProcess = processGauges(registry, sources)
  const replicaReads = replicaMetrics(registry, sources.replicas)
  const showShop = sources.silenceMs ? shownShop(registry, sources) : async () => {}
  const show = async () => {
    await showShop()
    showProcess()
    replicaReads.show()
  }
  return {
    countRequest: requestMetrics(registry),
    countJobError: (task) => jobErrors.inc({ task }),
    countReplicaRead: replicaReads.count,
    scrape: {
      text: async () => {
        await show()
        return await registry.metrics()
      },
      readings: async () => {
        await show()
        return await registry.getMetricsAsJSON()
      },
    },
  }
}

/** Reads and shows the shop's figures. Only one process does: the others would read the same. */
function shownShop(registry: Registry, sources: MetricSources): () => Promise<void> {
  const { db, clock, timeZone, elapsed, noteError } = sources
  const showShop = shopGauges(registry)
  const showSlow = slowGauges(registry)
  const readShop = shareReading(
    () =>
      inTransaction(db, async (tx) => ({
        backlog: await readBacklog(tx),
        webhooks: await readWebhookQueue(tx),
        queue: await readQueue(tx),
        violations: await readViolations(tx),
      })),
    { seconds: SECONDS_TO_READ, noteError },
  )
  const readLedger = readInBackground(
    () => {
      const now = clock()
      const at = { now, today: calendarDateIn(timeZone, now), timeZone }
      return inTransaction(db, (tx) => readLedgerTotals(tx, at))
    },
    { everyMs: LEDGER_EVERY_MS, elapsed, clock, noteError },
  )
  let violations: SlowReadings['violations'] = null
  return async () => {
    const read = await readShop()
    violations = read?.violations ?? violations
    showShop(read, clock())
    showSlow({ ledger: readLedger(), violations })
  }
}
