import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { OutgoingEventId, PersonId, WebhookDeliveryId, WebhookEndpointId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { OutgoingEventType } from '#db/webhook-enums.ts'
import { newId } from '#domain/shared/ids.ts'
import type { SubscribedType } from './event-types.ts'

/** The event's data, as JSON for receivers. */
export type EventData = { readonly [name: string]: unknown }

/** SQL: whether the closet in this column has an enabled endpoint. */
export function hasEndpoint(ownerColumn: string) {
  return sql<boolean>`exists (select from webhook_endpoints e
    where e.owner_id = ${sql.ref(ownerColumn)} and e.disabled_at is null)`
}

/**
 * Part of every command that causes an event for closets: writes the event and one delivery for
 * each endpoint that subscribes to it, in the command's own transaction. `data` is only called if
 * there is such an endpoint.
 */
export async function recordEvent(
  tx: Tx,
  event: { readonly type: SubscribedType; readonly ownerId: PersonId },
  data: () => Promise<EventData> | EventData,
  now: Date,
): Promise<void> {
  // The lock prevents a concurrent deletion of the endpoint from failing the command.
  const endpoints = await tx
    .selectFrom('webhook_endpoints as e')
    .select('e.id')
    .where('e.owner_id', '=', event.ownerId)
    .where('e.disabled_at', 'is', null)
    .where(sql<boolean>`e.events @> array[${event.type}::text]`)
    .orderBy('e.id')
    .forKeyShare()
    .execute()
  if (endpoints.length === 0) return
  const ids = endpoints.map(({ id }) => id)
  await writeEvent(tx, { ...event, endpointIds: ids, data: await data() }, now)
}

/**
 * Writes an event with its deliveries, and adds the job that sends them. At the end of the
 * transaction, the database drops deliveries beyond `MAX_STORED` and events beyond `MAX_EVENTS`
 * (`closets_keep_newest_events`).
 */
export async function writeEvent(
  tx: Tx,
  event: {
    readonly type: OutgoingEventType
    readonly ownerId: PersonId
    readonly endpointIds: readonly WebhookEndpointId[]
    readonly data: EventData
  },
  now: Date,
): Promise<OutgoingEventId> {
  const id: OutgoingEventId = newId()
  const payload = JSON.stringify(event.data)
  await tx
    .insertInto('outgoing_events')
    .values({ id, type: event.type, owner_id: event.ownerId, payload, at: now })
    .execute()
  await tx
    .insertInto('webhook_deliveries')
    .values(
      event.endpointIds.map((endpoint_id) => {
        const delivery: WebhookDeliveryId = newId()
        return { id: delivery, endpoint_id, event_id: id, next_at: now }
      }),
    )
    .execute()
  await enqueue(tx, 'send-webhooks', {})
  return id
}
