import type Stripe from 'stripe'
import { apiVersion } from '#sandbox/core/api-version.ts'
import { newId } from '#sandbox/core/ids.ts'
import { insert, markDeleted, need, needLocked, save } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  url,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'

const written = {
  description: clearable(text()),
  enabled_events: listOf(text(), 300),
  metadata,
  url,
}

export const webhookEndpointRoutes: Route[] = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    fields({ ...written, api_version: oneOf(apiVersion), connect: boolean }, [
      'enabled_events',
      'url',
    ]),
    async (work, params) => {
      const secret = newId('whsec', 32)
      const endpoint = {
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: work.now,
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        status: 'enabled',
        url: params.url,
      } satisfies Stripe.WebhookEndpoint
      await insert(work, 'webhook_endpoint', endpoint, {
        kept: { secret, connect: params.connect ?? false },
      })
      // Only the response to its creation contains the secret.
      return { ...endpoint, secret }
    },
  ),

  route('GET', '/v1/webhook_endpoints', fields(sliceParams), (work, slice) =>
    listPage(work, 'webhook_endpoint', '/v1/webhook_endpoints', slice),
  ),

  route('GET', '/v1/webhook_endpoints/:id', noParams, (work, _, id) =>
    need(work, 'webhook_endpoint', id),
  ),

  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    fields({ ...written, disabled: boolean }),
    async (work, { disabled, ...params }, id) => {
      const { body } = await needLocked(work, 'webhook_endpoint', id)
      return save(work, 'webhook_endpoint', {
        ...body,
        ...params,
        metadata: mergeMetadata(body.metadata, params.metadata),
        status: disabled === undefined ? body.status : disabled ? 'disabled' : 'enabled',
      })
    },
  ),

  route('DELETE', '/v1/webhook_endpoints/:id', noParams, async (work, _, id) => {
    await needLocked(work, 'webhook_endpoint', id)
    await markDeleted(work, id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
