import type Stripe from 'stripe'
import { apiVersion } from './api-version.ts'
import { newId } from './ids.ts'
import type { Objects } from './objects.ts'
import { deliveryTargets, queueDeliveries } from './queue.ts'
import { insert } from './store.ts'
import type { Work } from './work.ts'

/**
 * Stores an event and queues its deliveries, in the transaction of the change that caused it.
 * `previous` contains the previous values of updated fields. Work on a connected account sends it to
 * the Connect endpoints.
 */
export async function emit(
  work: Work,
  type: Stripe.Event['type'],
  object: object,
  previous?: Record<string, unknown>,
): Promise<void> {
  const id = newId('evt')
  const targets = await deliveryTargets(work, type)
  const event: Objects['event'] = {
    id,
    object: 'event',
    ...(work.account !== null && { account: work.account }),
    api_version: apiVersion,
    created: work.now,
    data: previous === undefined ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: targets.length,
    request: { id: work.request.id, idempotency_key: work.request.idempotencyKey },
    type,
  }
  await insert(work, 'event', event, { parent: work.account ?? undefined })
  work.show({ kind: 'event', event })
  await queueDeliveries(work, id, targets)
}
