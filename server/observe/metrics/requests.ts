import { Counter, Histogram, type Registry } from 'prom-client'

export type Answered = {
  readonly method: string
  /** The pattern of a route, or what responded instead; never a path, which anyone can invent. */
  readonly route: string
  readonly status: number
  /** The time until the response began; null for a cached page. */
  readonly seconds: number | null
}

export type CountRequest = (answered: Answered) => void

const METHODS = new Set(['GET', 'HEAD', 'POST'])
const WEBHOOK = '/hooks/stripe'

/** Counts requests by a limited set of labels. */
export function requestMetrics(registry: Registry): CountRequest {
  const registers = [registry]
  const requests = new Counter({
    name: 'hemline_http_requests_total',
    help: 'Requests by method, route and class of status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'hemline_http_request_duration_seconds',
    help: 'Time until a response began, by route.',
    labelNames: ['route'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const webhooks = new Counter({
    name: 'hemline_webhooks_received_total',
    help: 'Webhooks of the payment provider by the class of our response.',
    labelNames: ['status'],
    registers,
  })
  return ({ method, route, status, seconds }) => {
    const statusClass = `${Math.trunc(status / 100)}xx`
    requests.inc({ method: METHODS.has(method) ? method : 'other', route, status: statusClass })
    if (seconds !== null) durations.observe({ route }, seconds)
    if (route === WEBHOOK) webhooks.inc({ status: statusClass })
  }
}
