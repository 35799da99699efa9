import { API_ROOT } from './api-root.ts'
import { apiDocument, querySchema, refusalsOf } from './document.ts'
import type { Endpoint } from './endpoint.ts'
import { exampleOf, resolved, type Schemas, type ShownSchema, typeInWords } from './examples.ts'
import { problemKinds } from './problem-kinds.ts'
import { endpoints } from './route-table.ts'
import { answerSchemas, bodySchemas } from './schema.ts'

export type ShownField = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly text: string
}

export type ShownEndpoint = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly text: string
  readonly scope: string | null
  readonly parameters: readonly ShownField[]
  readonly fields: readonly ShownField[]
  readonly curl: string
  readonly status: number
  /** JSON, or null without a body. */
  readonly answer: string | null
  readonly refusals: readonly string[]
}

/** Refusals that the page explains once for all endpoints. */
const EXPLAINED =
  /^(bad-address|token|scope|account|too-many-req|unexpected|unavailable|not-acc|key|type|body|too-(large|slow)|invalid|not-found|request-)/

/** The endpoints in words for the page about the API. */
export function apiReference(origin: string): ShownEndpoint[] {
  const { components } = apiDocument(origin)
  const schemas: Schemas = Object(components).schemas
  return endpoints.map((endpoint) => shown(endpoint, schemas, origin))
}

export function problemReference() {
  return Object.entries(problemKinds)
    .map(([reason, [status, title]]) => ({ reason, status, title }))
    .sort((a, b) => a.status - b.status || a.reason.localeCompare(b.reason))
}

function shown(endpoint: Endpoint, schemas: Schemas, origin: string): ShownEndpoint {
  const { name, method, path, summary, description = '', scope, status, answer } = endpoint
  const own = [...refusalsOf(endpoint).values()].flat().filter((reason) => !EXPLAINED.test(reason))
  const answered = answer && schemas[answerSchemas.get(answer)?.id ?? '']
  return {
    ...{ name, method, summary, scope, status },
    path: API_ROOT + path,
    text: description,
    parameters: fieldsOf(querySchema(endpoint.query), schemas),
    fields: fieldsOf(bodyOf(endpoint, schemas), schemas),
    curl: curlOf(endpoint, schemas, origin),
    answer: answered ? JSON.stringify(exampleOf(answered, schemas), null, 2) : null,
    refusals: own,
  }
}

function bodyOf({ body }: Endpoint, schemas: Schemas): ShownSchema {
  if (body === null || body === 'photo') return {}
  return schemas[bodySchemas.get(body)?.id ?? ''] ?? {}
}

function fieldsOf(schema: ShownSchema, schemas: Schemas): ShownField[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, one]) => ({
    name,
    type: typeInWords(one, schemas),
    isRequired: required.includes(name),
    text: one.description ?? resolved(one, schemas).description ?? '',
  }))
}

/** The required parameters with example values. */
function exampleQuery({ query }: Endpoint, schemas: Schemas): string {
  const { properties = {}, required = [] } = querySchema(query)
  const needed = required.map((name) => [
    name,
    String(exampleOf(properties[name] ?? {}, schemas, name)),
  ])
  return new URLSearchParams(needed).toString()
}

/** A request that can be copied into a shell. */
function curlOf(endpoint: Endpoint, schemas: Schemas, origin: string): string {
  const { method, path, body } = endpoint
  const url = `${origin}${API_ROOT}${path.replace('{id}', String(exampleOf({}, schemas, 'id')))}`
  const query = exampleQuery(endpoint, schemas)
  const example =
    body === null || body === 'photo' ? null : exampleOf(bodyOf(endpoint, schemas), schemas)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${query === '' ? url : `"${url}?${query}"`}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === 'photo' ? ['-H "Content-Type: image/jpeg"', '--data-binary @gown.jpg'] : []),
    ...(example
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example, null, 2)}'`]
      : []),
  ].join(' \\\n  ')
}
