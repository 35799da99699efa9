import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { OutgoingEventId, PersonId, WebhookDeliveryId, WebhookEndpointId } from '#db/ids.ts'
import type { OutgoingEventType } from '#db/webhook-enums.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'

/** After this time a claim expires, in case the process that made it has crashed. */
const CLAIM_MS = 60_000

/**
 * Prompt and slow endpoints are served in separate lanes, so that prompt ones never wait for slow
 * ones, however many there are.
 */
export type Lane = 'prompt' | 'slow'

export type ClaimedEndpoint = {
  readonly id: WebhookEndpointId
  readonly ownerId: PersonId
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

/**
 * Claims up to `count` endpoints with a due delivery, least recently served first. Nobody else
 * sends to a claimed endpoint. Skips endpoints of closets that are not approved.
 */
export async function claimEndpoints(
  db: Db,
  lane: Lane,
  count: number,
  now: Date,
): Promise<ClaimedEndpoint[]> {
  if (count <= 0) return []
  const until = new Date(now.getTime() + CLAIM_MS)
  return await db
    .updateTable('webhook_endpoints')
    .set({ sending_until: until })
    .where((due) =>
      inBatch(
        'id',
        due
          .selectFrom('webhook_endpoints as e')
          .innerJoin('user_profiles as p', 'p.id', 'e.owner_id')
          .select('e.id')
          .where('e.disabled_at', 'is', null)
          .where('e.is_slow', '=', lane === 'slow')
          .where('p.account_type', '=', sql.lit('business' as const))
          .where('p.business_status', '=', sql.lit('approved' as const))
          .where((where) =>
            where.or([
              where('e.sending_until', 'is', null),
              where('e.sending_until', '<=', now),
              // The clock was ahead when this claim was made.
              where('e.sending_until', '>', until),
            ]),
          )
          .where('e.id', 'in', (waiting) =>
            waiting
              .selectFrom('webhook_deliveries')
              .select('endpoint_id')
              .where('next_at', '<=', now),
          )
          .orderBy('e.last_tried_at', (order) => order.asc().nullsFirst())
          .orderBy('e.id')
          .limit(count)
          .forNoKeyUpdate('e')
          .skipLocked(),
      ),
    )
    .returning(['id', 'owner_id as ownerId', 'url', 'secret'])
    .returning(['previous_secret as previousSecret'])
    .returning(['previous_secret_until as previousSecretUntil'])
    .execute()
}

export type DueDelivery = {
  readonly id: WebhookDeliveryId
  readonly eventId: OutgoingEventId
  readonly type: OutgoingEventType
  readonly at: Date
  readonly payload: unknown
}

/** The delivery of a claimed endpoint that has been due the longest. */
export async function nextDelivery(
  db: DbOrTx,
  endpointId: WebhookEndpointId,
  now: Date,
): Promise<DueDelivery | null> {
  const row = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('outgoing_events as o', 'o.id', 'd.event_id')
    .select(['d.id', 'd.event_id as eventId', 'o.type', 'o.at', 'o.payload'])
    .where('d.endpoint_id', '=', endpointId)
    .where('d.next_at', '<=', now)
    .orderBy('d.next_at')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Releases an endpoint without a try. */
export async function releaseEndpoint(db: Db, id: WebhookEndpointId): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ sending_until: null })
    .where('id', '=', id)
    .execute()
}
