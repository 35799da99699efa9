import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { WebhookDeliveryId, WebhookEndpointId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { DisabledReason, WebhookProblem } from '#db/webhook-enums.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { nextTry, RETRY_SPAN_MS } from './retry-schedule.ts'
import { endpointDisabled } from './webhook-emails.ts'
import { MAX_WAITING } from './webhook-limits.ts'

export type Try = {
  readonly endpointId: WebhookEndpointId
  readonly deliveryId: WebhookDeliveryId
  readonly status: number | null
  readonly problem: WebhookProblem | null
  readonly tookMs: number
}

/** An endpoint that takes longer to answer is moved to the slow lane. */
const SLOW_MS = 2000
/** The status of a receiver that is permanently gone. */
const GONE = 410

/**
 * Records the result of one try, and releases the endpoint. A failed delivery is retried later; if
 * the last try fails, with no success since the first one, the endpoint is disabled and its closet
 * gets an email.
 */
export async function recordTry(db: Db, one: Try, origin: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, one.endpointId)
    // The endpoint was deleted in the meantime.
    if (!endpoint) return
    const isOver = endpoint.disabled_at !== null
    const retryAt = await recordDelivery(tx, one, isOver, now)
    const failingSince = one.problem ? (endpoint.failing_since ?? now) : null
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: failingSince, is_slow: one.tookMs > SLOW_MS })
      .set({ last_tried_at: now, sending_until: null })
      .where('id', '=', one.endpointId)
      .execute()
    if (isOver) return
    const reason = await reasonToDisable(tx, one, { retryAt, failingSince }, now)
    if (reason) return await disableFor(tx, endpoint, reason, origin, now)
    if (retryAt) await enqueue(tx, 'send-webhooks', {}, { runAt: retryAt })
  })
}

type LockedEndpoint = NonNullable<Awaited<ReturnType<typeof lockEndpoint>>>

async function lockEndpoint(tx: Tx, id: WebhookEndpointId) {
  return await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'owner_id', 'url', 'disabled_at', 'failing_since'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns when the delivery is tried again; null if it is not. */
async function recordDelivery(tx: Tx, one: Try, isOver: boolean, now: Date): Promise<Date | null> {
  const delivery = await tx
    .updateTable('webhook_deliveries')
    .set({ last_tried_at: now, last_status: one.status, last_problem: one.problem })
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', one.deliveryId)
    .returning('tries')
    .executeTakeFirst()
  if (!delivery) return null
  const next_at = one.problem && !isOver ? nextTry(delivery.tries, now) : null
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at, done_at: one.problem ? null : now })
    .where('id', '=', one.deliveryId)
    .execute()
  return next_at
}

async function reasonToDisable(
  tx: Tx,
  one: Try,
  { retryAt, failingSince }: { readonly retryAt: Date | null; readonly failingSince: Date | null },
  now: Date,
): Promise<DisabledReason | null> {
  if (one.status === GONE) return 'gone'
  const failedFor = failingSince ? now.getTime() - failingSince.getTime() : 0
  if (!retryAt && failedFor >= RETRY_SPAN_MS) return 'failing'
  return (await isFull(tx, one.endpointId)) ? 'too_many_waiting' : null
}

async function isFull(tx: Tx, id: WebhookEndpointId): Promise<boolean> {
  const waiting = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', id)
    .where('next_at', 'is not', null)
    .limit(MAX_WAITING)
  const { count } = await tx
    .selectFrom(waiting.as('waiting'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count >= MAX_WAITING
}

async function disableFor(
  tx: Tx,
  endpoint: LockedEndpoint,
  reason: DisabledReason,
  origin: string,
  now: Date,
): Promise<void> {
  await disableEndpoint(tx, endpoint.id, reason, now)
  const owner = await tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', '=', endpoint.owner_id)
    .executeTakeFirstOrThrow()
  const message = endpointDisabled({
    fullName: owner.full_name,
    host: new URL(endpoint.url).host,
    endpointId: endpoint.id,
    reason,
    origin,
  })
  const messageKey = `webhook-disabled-${endpoint.id}-${now.getTime()}`
  await notify(tx, { ...message, to: owner.email, recipientId: owner.id, messageKey }, now)
}

/** Disables an endpoint. Waiting deliveries are dropped, but can be sent again by hand. */
export async function disableEndpoint(
  tx: Tx,
  id: WebhookEndpointId,
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: now, disabled_because: reason })
    .where('id', '=', id)
    .execute()
  await dropWaiting(tx, id)
}

/** Drops waiting deliveries, including those written while the endpoint was being disabled. */
export async function dropWaiting(tx: Tx, id: WebhookEndpointId): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: null })
    .where('endpoint_id', '=', id)
    .where('next_at', 'is not', null)
    .execute()
}
