import { createHash, randomBytes } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { API_ROOT } from '#app/api/api-root.ts'
import { apiDocument } from '#app/api/document.ts'
import type { Endpoint } from '#app/api/endpoint.ts'
import { endpoints, findEndpoint } from '#app/api/route-table.ts'
import { answerSchemas } from '#app/api/schema.ts'
import type { Db } from '#db/connection.ts'
import type { ApiTokenId } from '#db/ids.ts'
import { type ApiScope, apiScopes } from '#domain/accounts/tokens/api-scopes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { App } from '#server/door/app-contract.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** Stores a token directly, for tests that are not about creating one. */
export async function apiTokenOf(
  db: Db,
  person: Person,
  scopes: readonly ApiScope[] = apiScopes,
  { now = new Date(), days = 90 }: { readonly now?: Date; readonly days?: number } = {},
): Promise<{ readonly token: string; readonly tokenId: ApiTokenId }> {
  const prefix = 'hml_testtest'
  const token = prefix + randomBytes(32).toString('base64url')
  const tokenId: ApiTokenId = newId()
  await insertRows(db, 'api_tokens', {
    id: tokenId,
    owner_id: person.id,
    name: 'A test',
    prefix,
    token_hash: createHash('sha256').update(token).digest('hex'),
    scopes: [...scopes],
    created_at: now,
    expires_at: new Date(now.getTime() + days * 86_400_000),
  })
  return { token, tokenId }
}

export type ApiDetails = {
  readonly token?: string | null
  readonly body?: unknown
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly peer?: string
}

export type ApiAnswered = {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the schemas check the value
  readonly body: any
}

/** Calls the API and checks the response against its OpenAPI document. */
export async function callApi(
  app: App,
  method: Endpoint['method'] | 'OPTIONS' | 'HEAD',
  path: string,
  { token = null, body, bytes, key, headers = {}, peer = '127.0.0.1' }: ApiDetails = {},
): Promise<ApiAnswered> {
  const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const wantsKey = method === 'POST' && key !== null
  const request = new Request(`http://localhost:3000${API_ROOT}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(bytes && { 'Content-Type': 'image/png' }),
      ...(wantsKey && { 'Idempotency-Key': key ?? newId() }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  })
  const response = await app.handle(request, { peer })
  const text = await response.text()
  const answered = {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  }
  if (method !== 'HEAD') checkAnswer(method, path, answered)
  return answered
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const document = apiDocument('http://localhost:3000')
ajv.addSchema({ $id: 'api', ...document })

/** Throws unless the document describes the status, content type and body of the response. */
function checkAnswer(method: string, path: string, { status, headers, body }: ApiAnswered): void {
  const found = findEndpoint(method, `${API_ROOT}${path.split('?')[0]}`)
  const endpoint = found?.endpoint
  const wrong = (what: string) => new Error(`${method} ${path} answered ${status}: ${what}`)
  if (headers.get('cache-control') !== 'private, no-store') throw wrong('it could be cached')
  if (status >= 400) {
    if (headers.get('content-type') !== 'application/problem+json') throw wrong('no problem')
    check('Problem', body, wrong)
    if (endpoint && !statusesOf(endpoint).includes(status)) throw wrong('not in the document')
    return
  }
  if (!endpoint) throw wrong('there is no such endpoint')
  if (status === 304) return
  if (status !== endpoint.status) throw wrong('another status than in the document')
  if (endpoint.answer) check(answerSchemas.get(endpoint.answer)?.id ?? '', body, wrong)
  else if (body !== null) throw wrong('a body that is not in the document')
}

function check(schema: string, body: unknown, wrong: (what: string) => Error) {
  const fits = ajv.getSchema(`api#/components/schemas/${schema}`)
  if (!fits) throw wrong(`no schema ${schema}`)
  if (!fits(body)) throw wrong(`${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`)
}

function statusesOf({ method, path }: Endpoint): number[] {
  const paths: Record<string, Record<string, { responses: object }>> = Object(document.paths)
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
  return Object.keys(responses).map(Number)
}

export { endpoints }
