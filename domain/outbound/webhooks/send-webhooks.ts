import type { Db } from '#db/connection.ts'
import type { WebhookEndpointId } from '#db/ids.ts'
import type { Auth } from '#domain/accounts/people/people.ts'
import type { WebhookAnswer, WebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import {
  type ClaimedEndpoint,
  claimEndpoints,
  type DueDelivery,
  type Lane,
  nextDelivery,
  releaseEndpoint,
} from './claim-endpoints.ts'
import { recordTry } from './record-try.ts'
import { openEndpointSecret, signedHeaders } from './signature.ts'

export type Sending = {
  readonly db: Db
  readonly clock: () => Date
  readonly auth: Auth
  readonly webhooks: WebhookGateway
  readonly origin: string
}

/** How many endpoints per lane are sent to at once; each gets one event at a time. */
const CONCURRENCY: Readonly<Record<Lane, number>> = { prompt: 12, slow: 8 }
const LANES = ['prompt', 'slow'] as const

type Run = { wake: () => void }

/** The current run of this process; it uses only one slot of the job worker. */
const runs = new WeakMap<Db, Run>()

/**
 * The job behind `recordEvent`: sends due deliveries until there are none. Another job in the
 * meantime only makes the run check again. It can run in several processes, since each endpoint is
 * claimed by one. When `stop` is aborted, requests under way are cancelled and sent again later.
 */
export async function sendWebhooks(sending: Sending, stop: AbortSignal): Promise<void> {
  const current = runs.get(sending.db)
  if (current) return current.wake()
  const run: Run = { wake: () => {} }
  runs.set(sending.db, run)
  try {
    await sendAllDue(sending, stop, run)
  } finally {
    runs.delete(sending.db)
  }
}

async function sendAllDue(sending: Sending, stop: AbortSignal, run: Run): Promise<void> {
  const active = new Map<WebhookEndpointId, Lane>()
  const failures: unknown[] = []
  const start = (lane: Lane, endpoint: ClaimedEndpoint) => {
    active.set(endpoint.id, lane)
    void sendNext(sending, endpoint, stop)
      .catch((error) => void failures.push(error))
      .finally(() => {
        active.delete(endpoint.id)
        run.wake()
      })
  }
  for (;;) {
    // Set up before claiming, so that changes in the meantime cause another check.
    let hasChanged = false
    const change = new Promise<void>((resolve) => {
      run.wake = () => {
        hasChanged = true
        resolve()
      }
    })
    for (const lane of LANES) {
      if (stop.aborted || failures.length > 0) break
      const busy = [...active.values()].filter((one) => one === lane).length
      const claimed = await claimEndpoints(
        sending.db,
        lane,
        CONCURRENCY[lane] - busy,
        sending.clock(),
      ).catch((error) => {
        failures.push(error)
        return []
      })
      for (const endpoint of claimed) start(lane, endpoint)
    }
    if (active.size === 0 && !hasChanged) break
    await change
  }
  if (failures.length > 0) throw failures[0]
}

/** Sends one delivery to a claimed endpoint. */
async function sendNext(
  sending: Sending,
  endpoint: ClaimedEndpoint,
  stop: AbortSignal,
): Promise<void> {
  const { db, clock, origin } = sending
  const delivery = await nextDelivery(db, endpoint.id, clock())
  if (!delivery) return await releaseEndpoint(db, endpoint.id)
  let answer: WebhookAnswer
  try {
    answer = await post(sending, endpoint, delivery, stop)
  } catch (error) {
    await releaseEndpoint(db, endpoint.id)
    if (stop.aborted) return
    throw error
  }
  const one = { endpointId: endpoint.id, deliveryId: delivery.id, ...answer }
  await recordTry(db, one, origin, clock())
}

async function post(
  { auth, webhooks, clock }: Sending,
  endpoint: ClaimedEndpoint,
  delivery: DueDelivery,
  stop: AbortSignal,
): Promise<WebhookAnswer> {
  const now = clock()
  const secrets = secretsAt(auth, endpoint, now)
  if (!secrets) return { status: null, problem: 'secret', tookMs: 0 }
  const body = bodyOf(delivery)
  return await webhooks.post(
    {
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Hemline-Webhooks/1',
        ...signedHeaders(secrets, { id: delivery.eventId, body }, now),
      },
      body,
    },
    stop,
  )
}

function secretsAt(auth: Auth, endpoint: ClaimedEndpoint, now: Date): string[] | null {
  const secret = openEndpointSecret(auth, endpoint.secret)
  if (!secret) return null
  const { previousSecret, previousSecretUntil } = endpoint
  const overlaps = previousSecret && previousSecretUntil && now < previousSecretUntil
  const previous = overlaps ? openEndpointSecret(auth, previousSecret) : null
  return previous ? [secret, previous] : [secret]
}

/** The body of the request, identical for every try. */
export function bodyOf({ eventId, type, at, payload }: Omit<DueDelivery, 'id'>): string {
  return JSON.stringify({ id: eventId, type, timestamp: at.toISOString(), data: payload })
}
