import { type Aggregator, Gauge, type Registry } from 'prom-client'
import type { Backlog, LedgerTotals } from '#domain/admin/figures/shop-state.ts'
import type { WebhookQueue } from '#domain/outbound/webhooks/webhooks.ts'
import type { Dated } from '#server/data/shared-reading.ts'
import type { TaskState } from './read-queue.ts'

type Labels = Readonly<Record<string, string>>

/** Sets the values of a gauge, one for each combination of its labels. */
export type Show = (values: readonly (readonly [labels: Labels, value: number])[]) => void

/** How the values of several processes are combined. */
type OfProcesses = Extract<Aggregator, 'sum' | 'max' | 'min'>

/**
 * A gauge that shows the last reading, and nothing while it is unknown. During a rolling release
 * two processes read the shop, so its figures are not added up by default.
 */
function createGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[] = [],
  aggregator: OfProcesses = 'max',
): Show {
  const gauge = new Gauge({ name, help, labelNames, aggregator, registers: [registry] })
  return (values) => {
    gauge.reset()
    // Without labels, a reset gauge would show 0.
    if (labelNames.length === 0) gauge.remove()
    for (const [labels, value] of values) gauge.set({ ...labels }, value)
  }
}

const one = (value: number | null | undefined): readonly (readonly [Labels, number])[] =>
  value === null || value === undefined ? [] : [[{}, value]]

const seconds = (at: Date | undefined) => (at ? at.getTime() / 1000 : null)

/** What one reading of the database found. */
export type ShopReading = {
  readonly backlog: Backlog
  readonly queue: readonly TaskState[]
  readonly webhooks: WebhookQueue
}

/** Jobs, emails and payment events; null when the database could not be read. */
export function shopGauges(registry: Registry): (read: ShopReading | null, now: Date) => void {
  const readable = createGauge(
    registry,
    'hemline_database_readable',
    '1 if this scrape could read the database, else 0.',
    [],
    'min',
  )
  const jobs = createGauge(registry, 'hemline_jobs', 'Jobs by task and state.', ['task', 'state'])
  const oldest = createGauge(
    registry,
    'hemline_jobs_oldest_due_seconds',
    'How long the oldest due job has waited, by task.',
    ['task'],
  )
  const mail = createGauge(registry, 'hemline_mail_messages', 'Unsent emails by state.', ['state'])
  const mailAge = createGauge(
    registry,
    'hemline_mail_oldest_waiting_seconds',
    'How long an email has waited for its first attempt.',
  )
  const events = createGauge(
    registry,
    'hemline_webhooks',
    'Webhooks that are not done, by state.',
    ['state'],
  )
  const outgoing = outgoingGauges(registry)
  return (read, now) => {
    outgoing(read?.webhooks, now)
    readable(one(read ? 1 : 0))
    jobs(
      (read?.queue ?? []).flatMap(({ task, queued, running, failed }) => [
        [{ task, state: 'queued' }, queued],
        [{ task, state: 'running' }, running],
        [{ task, state: 'failed' }, failed],
      ]),
    )
    oldest((read?.queue ?? []).map(({ task, overdueSeconds }) => [{ task }, overdueSeconds]))
    const backlog = read?.backlog
    mail(
      backlog
        ? [
            [{ state: 'waiting' }, backlog.mailWaiting],
            [{ state: 'failed' }, backlog.mailFailed],
          ]
        : [],
    )
    const since = backlog?.mailWaitingSince
    mailAge(backlog ? one(since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0) : [])
    events(
      backlog
        ? [
            [{ state: 'waiting' }, backlog.eventsWaiting],
            [{ state: 'failed' }, backlog.eventsFailed],
          ]
        : [],
    )
  }
}

/** The webhooks that wait to be sent to the endpoints of closets. */
function outgoingGauges(registry: Registry): (queue: WebhookQueue | undefined, now: Date) => void {
  const deliveries = createGauge(
    registry,
    'hemline_webhook_deliveries',
    'Webhooks to closets that are not delivered, by state, up to 10,000.',
    ['state'],
  )
  const oldest = createGauge(
    registry,
    'hemline_webhook_deliveries_oldest_due_seconds',
    'How long the oldest due webhook to a closet has waited.',
  )
  return (queue, now) => {
    deliveries(
      queue
        ? [
            [{ state: 'waiting' }, queue.waiting - queue.failing],
            [{ state: 'failing' }, queue.failing],
          ]
        : [],
    )
    const late = queue?.dueSince ? (now.getTime() - queue.dueSince.getTime()) / 1000 : 0
    oldest(queue ? one(Math.max(0, late)) : [])
  }
}

export type SlowReadings = {
  readonly ledger: Dated<LedgerTotals> | null
  readonly violations: Dated<number> | null
}

/** Figures that are read only every few minutes, each with the time of its reading. */
export function slowGauges(registry: Registry): (read: SlowReadings) => void {
  const show = (name: string, help: string) => createGauge(registry, name, help)
  const owed = show('hemline_credits_owed', 'Unspent credits in wallets and gift codes.')
  const spent = show('hemline_credits_spent_today', 'Credits spent since midnight, net.')
  const refunds = show('hemline_refunds_failed', 'Refunds that need manual work, up to 100.')
  const ledgerAt = show(
    'hemline_ledger_read_timestamp_seconds',
    'When the ledger and the refunds were last read.',
  )
  const violations = show('hemline_integrity_violations', 'Failed integrity checks, up to 100.')
  const checkedAt = show(
    'hemline_integrity_checked_timestamp_seconds',
    'When the integrity checks last ran to their end.',
  )
  return ({ ledger, violations: found }) => {
    owed(one(ledger?.value.creditsOwed))
    spent(one(ledger?.value.creditsSpentToday))
    refunds(one(ledger?.value.refundsFailed))
    ledgerAt(one(seconds(ledger?.at)))
    violations(one(found?.value))
    checkedAt(one(seconds(found?.at)))
  }
}

type Connections = {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max: number }
}

/** What this process knows without asking the database. */
export function processGauges(
  registry: Registry,
  { pool, silenceMs }: { readonly pool: Connections; readonly silenceMs: (() => number) | null },
): () => void {
  const connections = createGauge(
    registry,
    'hemline_database_connections',
    'Connections to the database by state; waiting: requests without one.',
    ['state'],
    'sum',
  )
  const max = createGauge(
    registry,
    'hemline_database_connections_max',
    'The setting DATABASE_POOL.',
    [],
    'sum',
  )
  const silence = createGauge(
    registry,
    'hemline_job_worker_silence_seconds',
    'Time since the last heartbeat of the job worker.',
  )
  return () => {
    connections([
      [{ state: 'total' }, pool.totalCount],
      [{ state: 'idle' }, pool.idleCount],
      [{ state: 'waiting' }, pool.waitingCount],
    ])
    max(one(pool.options.max))
    silence(one(silenceMs && silenceMs() / 1000))
  }
}
