import * as z from 'zod'
import { quotaOf } from '#app/request/limits.ts'
import { apiScopes } from '#domain/accounts/tokens/api-scopes.ts'
import { KEY_HOURS } from '#domain/outbound/idempotency/idempotency.ts'
import { MAX_KEY, PHOTO_TYPES } from './answer.ts'
import { API_ROOT } from './api-root.ts'
import type { Endpoint } from './endpoint.ts'
import type { ShownSchema } from './examples.ts'
import { type ProblemReason, problemKinds } from './problem-kinds.ts'
import { endpoints } from './route-table.ts'
import { answerSchemas, bodySchemas, nothing } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The API as an OpenAPI 3.1 document, generated from the route table and its schemas.
 * @param origin where the API is: a document saved as a file does not know where it came from
 */
export function apiDocument(origin: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hemline API',
      version: '1',
      description:
        'For integrations that act on behalf of one shopper or closet. Purchases, rentals and payouts are made on the website only.',
    },
    servers: [{ url: origin + API_ROOT }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, all]) => [
        path,
        Object.fromEntries(all.map((one) => [one.method.toLowerCase(), operation(one)])),
      ]),
    ),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token, created in the profile. Scopes: ${apiScopes.join(', ')}.`,
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: `A unique value that you choose for each operation. Repeating a key within ${KEY_HOURS} hours returns the original response.`,
          schema: { type: 'string', minLength: 1, maxLength: MAX_KEY, pattern: '^[\\x21-\\x7e]+$' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'The `ETag` of your cached response. Returns 304 if it is still current.',
          schema: { type: 'string' },
        },
      },
      headers: HEADERS,
      schemas: {
        ...schemasIn(answerSchemas, 'output'),
        ...schemasIn(bodySchemas, 'input'),
        Problem: PROBLEM,
      },
    },
  }
}

const HEADERS = {
  RateLimit: {
    description: 'What is left, and how many seconds until it resets.',
    schema: { type: 'string' },
    example: '"api";r=599;t=60',
  },
  RateLimitPolicy: {
    description: 'How many requests in how many seconds.',
    schema: { type: 'string' },
    example: `"api";q=${quotaOf('api').points};w=${quotaOf('api').seconds}`,
  },
}

const LIMITS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

const PROBLEM: Json = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri', description: 'Identifies the kind of problem.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', description: 'The path of the request.' },
    reason: { type: 'string', enum: Object.keys(problemKinds) },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each field that has to be corrected.',
    },
  },
  required: ['type', 'title', 'status', 'instance', 'reason'],
  additionalProperties: false,
}

/** The refusals that every request can get. */
const ALWAYS: readonly ProblemReason[] = [
  'bad-address',
  'token-missing',
  'token-invalid',
  'not-acceptable',
  'too-many-requests',
  'unexpected',
  'unavailable',
]

/** All refusals of an endpoint, by status. */
export function refusalsOf(endpoint: Endpoint): Map<number, ProblemReason[]> {
  const { method, path, scope, who, body, query, refusals } = endpoint
  const reasons = new Set<ProblemReason>([
    ...ALWAYS,
    ...(scope ? ['scope-missing' as const] : []),
    ...(who === 'anyone' ? [] : ['account-not-allowed' as const]),
    ...(path.includes('{id}') ? ['not-found' as const] : []),
    ...(method === 'GET' ? [] : (['too-large', 'too-slow', 'type-not-supported'] as const)),
    ...(method === 'GET' || body === 'photo' ? [] : ['body-invalid' as const]),
    ...(method === 'POST' ? (['key-missing', 'key-reused', 'request-in-progress'] as const) : []),
    ...(body !== null || query !== nothing || method !== 'GET' ? ['invalid' as const] : []),
    ...refusals,
  ])
  return Map.groupBy([...reasons], (reason) => problemKinds[reason][0])
}

function operation(endpoint: Endpoint): Json {
  const { method, path, name, summary, description, scope, body, answer, status } = endpoint
  const parameters = [
    ...(path.includes('{id}') ? [PATH_ID] : []),
    ...parametersIn(endpoint.query),
    ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(method === 'GET' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
  const scopeText = scope ? `Requires the \`${scope}\` scope.` : 'Works with any token.'
  const refused = [...refusalsOf(endpoint)].sort(([a], [b]) => a - b)
  return {
    operationId: name,
    tags: [path.split('/')[1]],
    summary,
    description: description ? `${description} ${scopeText}` : scopeText,
    parameters,
    ...(body && { requestBody: { required: body === 'photo', content: contentOf(body) } }),
    responses: {
      [status]: {
        description: status === 204 ? 'No content.' : status === 201 ? 'Created.' : 'OK.',
        headers: { ...LIMITS, ...headersOf(endpoint) },
        ...(answer && {
          content: { 'application/json': { schema: { $ref: refTo(idIn(answerSchemas, answer)) } } },
        }),
      },
      ...(method === 'GET' && { 304: { description: 'Not modified.' } }),
      ...Object.fromEntries(
        refused.map(([code, reasons]) => [
          code,
          {
            description: reasons
              .map((reason) => `${problemKinds[reason][1]} (\`${reason}\`).`)
              .join(' '),
            content: { 'application/problem+json': { schema: { $ref: refTo('Problem') } } },
          },
        ]),
      ),
    },
  }
}

const PATH_ID = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}

function headersOf({ method, query }: Endpoint): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  return {
    ...(method === 'GET' && { ETag: text('For `If-None-Match`.') }),
    ...(method === 'POST' && {
      'Idempotency-Replayed': text('`true` for the response to an earlier request.'),
    }),
    ...('after' in query.shape && { Link: text('The next page, as `rel="next"`.') }),
  }
}

function contentOf(body: z.ZodObject | 'photo'): Json {
  if (body !== 'photo')
    return { 'application/json': { schema: { $ref: refTo(idIn(bodySchemas, body)) } } }
  return Object.fromEntries(
    PHOTO_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
}

/** The parameters of a query with their schemas. */
function parametersIn(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = querySchema(query)
  return Object.entries(properties).map(([name, given]) => {
    const { description, ...schema } = Object(given)
    return { name, in: 'query', required: required.includes(name), description, schema }
  })
}

export function querySchema(query: z.ZodObject): ShownSchema {
  return plain(z.toJSONSchema(query, { io: 'input' }))
}

function schemasIn(registry: typeof answerSchemas, io: 'input' | 'output'): Json {
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]))
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

function idIn(registry: typeof answerSchemas, schema: z.ZodObject): string {
  const name = registry.get(schema)?.id
  if (!name) throw new Error('a schema without a name')
  return name
}

/**
 * Removes keywords that only repeat the format or the type, and steps of a fraction: to validators
 * that divide, 90.3 is no multiple of 0.1.
 */
function plain(schema: object): ShownSchema {
  return JSON.parse(
    JSON.stringify(schema, function (this: Record<string, unknown>, key, value) {
      if (key === '$schema' || key === '$id') return undefined
      if (key === 'pattern' && 'format' in this) return undefined
      if (key === 'multipleOf' && !Number.isInteger(value)) return undefined
      return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value
    }),
  )
}
