import * as z from 'zod'
import { ADD_SENTENCES } from '#app/components/webhooks/webhook-words.ts'
import { countAttempt } from '#app/request/limits.ts'
import type { WebhookEndpointId } from '#db/ids.ts'
import {
  addEndpoint,
  deleteEndpoint,
  type Endpoint,
  endpointsOf,
  readEndpoint,
} from '#domain/outbound/webhooks/endpoints.ts'
import { subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'
import { MAX_ENDPOINTS } from '#domain/outbound/webhooks/webhook-limits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { tooMany } from './answer-limits.ts'
import { changeEndpoint, closets, getEndpoint, postEndpoint } from './endpoint.ts'
import { address, answer, body, id, instant, nothing } from './schema.ts'

const eventType = z.enum(subscribedTypes)

const shown = {
  id,
  url: address,
  events: z.array(eventType),
  created_at: instant,
  disabled_at: instant.nullable().describe('Nothing is sent to it since then.'),
  failing_since: instant.nullable().describe('The first failure since the last success.'),
}

function shownOf(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: [...endpoint.events],
    created_at: endpoint.createdAt.toISOString(),
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
  }
}

const webhookEndpoint = answer('WebhookEndpoint', shown)

const list = answer('WebhookEndpointList', { data: z.array(webhookEndpoint).max(MAX_ENDPOINTS) })

const added = answer('AddedWebhookEndpoint', {
  ...shown,
  secret: z
    .string()
    .optional()
    .describe('Verifies what we send. Only in the first response: it is not stored in plain text.'),
})

const newEndpoint = body('NewWebhookEndpoint', {
  url: z.string().max(1000).describe('Starts with `https://`.'),
  events: z.array(eventType).min(1).max(subscribedTypes.length),
})

export const webhookEndpoints = [
  getEndpoint({
    path: '/webhook-endpoints',
    name: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    scope: 'webhooks:read',
    who: closets,
    query: nothing,
    answer: list,
    read: async ({ app, who, now }) => {
      const endpoints = await endpointsOf(app.db, who, now)
      return done({ data: endpoints.map(shownOf) })
    },
  }),
  postEndpoint({
    path: '/webhook-endpoints',
    name: 'addWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description:
      'Only this response has the secret that verifies events. Change the endpoint or rotate its secret on the website.',
    scope: 'webhooks:write',
    who: closets,
    body: newEndpoint,
    status: 201,
    answer: added,
    refusals: ['too-many-endpoints', 'account-not-allowed'],
    command: async ({ app, who, now, body: input }, db) => {
      const taken = await countAttempt(app, 'add-webhook', who.id)
      if (!taken.ok) return refused(tooMany('add-webhook', taken.problem.retryAfterSeconds))
      const outcome = await addEndpoint(db, who, input, app, now)
      if (outcome.ok) return outcome
      const { reason } = outcome.problem
      const detail = ADD_SENTENCES[reason]
      if (reason === 'too-many-endpoints') return refused({ reason, detail })
      if (reason === 'not-a-closet') return refused({ reason: 'account-not-allowed', detail })
      const field = reason === 'events-missing' ? 'events' : 'url'
      return refused({ reason: 'invalid', errors: { [field]: detail } })
    },
    answered: async ({ who, now }, { id: endpointId }, tx) => {
      const endpoint = await readEndpoint(tx, who, endpointId, now)
      if (!endpoint) throw new Error(`the endpoint ${endpointId} is gone`)
      return shownOf(endpoint)
    },
    shownOnce: ({ secret }) => ({ secret }),
  }),
  changeEndpoint({
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    name: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    scope: 'webhooks:write',
    who: closets,
    query: nothing,
    body: nothing,
    change: async ({ app, who, id: given, now }) => {
      const endpointId = parseId<WebhookEndpointId>(given)
      const outcome = endpointId && (await deleteEndpoint(app.db, who, endpointId, now))
      return outcome?.ok ? outcome : refused({ reason: 'not-found' })
    },
  }),
]
