// Webhooks: events of a closet, sent to addresses that its owner has chosen.

export { removeEndpointsOf } from './endpoints.ts'
export type { SubscribedType } from './event-types.ts'
export { type EventData, hasEndpoint, recordEvent } from './record-event.ts'
export { readWebhookQueue, type WebhookQueue } from './webhook-queue.ts'
