import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { OutgoingEventId, WebhookDeliveryId, WebhookEndpointId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { OutgoingEventType, WebhookProblem } from '#db/webhook-enums.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { decodeCursor, type Page, toPage } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { lockOwn, type NotFound } from './endpoints.ts'
import { writeEvent } from './record-event.ts'
import { bodyOf } from './send-webhooks.ts'

/** Waiting: it will be tried, or retried. Failed: it is not retried automatically. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

export type LoggedDelivery = {
  readonly id: WebhookDeliveryId
  readonly eventId: OutgoingEventId
  readonly type: OutgoingEventType
  /** When the event happened. */
  readonly at: Date
  readonly state: DeliveryState
  readonly tries: number
  /** The time of the next try; null unless it waits. */
  readonly nextAt: Date | null
  readonly lastTryAt: Date | null
  readonly lastStatus: number | null
  readonly lastProblem: WebhookProblem | null
  /** As it is sent. */
  readonly body: string
}

const PAGE = 20

/** The deliveries of one of the closet's endpoints, newest first. */
export async function deliveriesOf(
  db: DbOrTx,
  closet: ClosetOwner,
  endpointId: WebhookEndpointId,
  after: string | null,
): Promise<Page<LoggedDelivery>> {
  const [written] = decodeCursor(after, 1) ?? []
  const from = parseId<WebhookDeliveryId>(written)
  let query = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('outgoing_events as o', 'o.id', 'd.event_id')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select(['d.id', 'd.event_id as eventId', 'd.tries', 'd.next_at', 'd.done_at'])
    .select(['d.last_tried_at as lastTryAt', 'd.last_status as lastStatus'])
    .select(['d.last_problem as lastProblem', 'o.type', 'o.at', 'o.payload', 'e.disabled_at'])
    .where('d.endpoint_id', '=', endpointId)
    .where('e.owner_id', '=', closet.id)
    // Ids increase with time.
    .orderBy('d.id', 'desc')
    .limit(PAGE + 1)
  if (from) query = query.where('d.id', '<', from)
  const { rows, next } = toPage(await query.execute(), ({ id }) => [id], PAGE)
  return {
    next,
    rows: rows.map(({ payload, next_at, done_at, disabled_at, ...row }) => {
      const nextAt = disabled_at ? null : next_at
      const state = done_at ? 'delivered' : nextAt ? 'waiting' : 'failed'
      return { ...row, nextAt, state, body: bodyOf({ ...row, payload }) }
    }),
  }
}

export type ReplayProblem =
  | NotFound
  | { readonly reason: 'delivery-not-found' }
  | { readonly reason: 'endpoint-disabled' }
  /** It is already due, and about to be sent. */
  | { readonly reason: 'still-waiting' }

/** Sends an event again, with the same id and a new schedule of tries. */
export async function sendAgain(
  db: Db,
  closet: ClosetOwner,
  what: { readonly endpointId: WebhookEndpointId; readonly deliveryId: WebhookDeliveryId },
  now: Date,
): Promise<Outcome<null, ReplayProblem>> {
  return await inTransaction<Outcome<null, ReplayProblem>>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, what.endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    if (endpoint.disabled_at) return refused({ reason: 'endpoint-disabled' })
    const delivery = await tx
      .selectFrom('webhook_deliveries')
      .select(['id', 'next_at'])
      .where('id', '=', what.deliveryId)
      .where('endpoint_id', '=', endpoint.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!delivery) return refused({ reason: 'delivery-not-found' })
    if (delivery.next_at && delivery.next_at <= now) return refused({ reason: 'still-waiting' })
    await tx
      .updateTable('webhook_deliveries')
      .set({ tries: 0, next_at: now, done_at: null })
      .where('id', '=', delivery.id)
      .execute()
    await enqueue(tx, 'send-webhooks', {})
    return done(null)
  })
}

/** Sends a test event to one endpoint, whatever it subscribes to. */
export async function sendTestEvent(
  db: Db,
  closet: ClosetOwner,
  endpointId: WebhookEndpointId,
  now: Date,
): Promise<Outcome<null, NotFound | { readonly reason: 'endpoint-disabled' }>> {
  type Answer = Outcome<null, NotFound | { readonly reason: 'endpoint-disabled' }>
  return await inTransaction<Answer>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    if (endpoint.disabled_at) return refused({ reason: 'endpoint-disabled' })
    const event = { type: 'webhook.test', ownerId: closet.id, endpointIds: [endpoint.id] } as const
    await writeEvent(tx, { ...event, data: { endpoint_id: endpoint.id } }, now)
    return done(null)
  })
}
