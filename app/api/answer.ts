import { createHash } from 'node:crypto'
import { inTurn, UPLOADS_BUSY, UPLOADS_BUSY_SECONDS } from '#app/forms/photos-in-turn.ts'
import { senderOf, TooSlow, whenArrived } from '#app/request/arrived-body.ts'
import type { App } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { type ApiCaller, findApiCaller } from '#domain/accounts/tokens/api-tokens.ts'
import { MAX_FILE_BYTES } from '#domain/catalogue/images/image-shapes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { quotaHeaders, tooMany } from './answer-limits.ts'
import type { Endpoint, Reply } from './endpoint.ts'
import { type ApiProblem, answerApiProblem } from './problem-kinds.ts'
import { findEndpoint } from './route-table.ts'

/** More than the longest description in the longest encoding. */
export const MAX_JSON_BYTES = 64 * 1024
const JSON_SECONDS = 30
export const MAX_KEY = 255
/** The content types of photos. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export type ApiRequest = {
  readonly request: Request
  /** Our origin, as the client sees it. */
  readonly origin: string
  /** The address of the client. */
  readonly peer: string
  /** Reads the body, unless it is larger or slower than this. */
  readonly readBytes: (
    limit: number,
    seconds: number,
  ) => Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow'>
}

export type ApiAnswer = {
  readonly response: Response
  /** The pattern of the path, for metrics; null for an unknown path. */
  readonly pattern: string | null
  /** The owner of the token. */
  readonly personId: string | null
}

/** Answers a request to `/api/v1`. */
export async function answerApi(app: App, received: ApiRequest): Promise<ApiAnswer> {
  const { request, origin } = received
  const path = new URL(request.url).pathname
  const found = findEndpoint(request.method, path)
  const pattern = found?.pattern ?? null
  if (!found)
    return {
      response: answerApiProblem({ reason: 'not-found' }, { origin, path }),
      pattern,
      personId: null,
    }
  const caller = await findCaller(app, received)
  const limited = caller.ok ? caller.value.headers : {}
  const personId = caller.ok ? caller.value.person.id : null
  const outcome = caller.ok ? await carryOut(app, received, found, caller.value) : caller
  const response = outcome.ok
    ? answerReply(outcome.value, request)
    : answerApiProblem(outcome.problem, { origin, path })
  for (const [name, value] of Object.entries(limited))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return { response, pattern, personId }
}

type Caller = ApiCaller & { readonly headers: Record<string, string> }

async function findCaller(
  app: App,
  { request, peer }: ApiRequest,
): Promise<Outcome<Caller, ApiProblem>> {
  const [, token] = /^Bearer +(\S{1,200})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return refused({ reason: 'token-missing', headers: CHALLENGE })
  const caller = await findApiCaller(app.db, token, app.clock())
  if (!caller) {
    const taken = await countAttempt(app, 'wrong API token', peer)
    return refused(
      taken.ok
        ? { reason: 'token-invalid', headers: WRONG_TOKEN }
        : tooMany('wrong API token', taken.problem.retryAfterSeconds),
    )
  }
  const taken = await countAttempt(app, 'api', caller.person.id)
  if (!taken.ok) return refused(tooMany('api', taken.problem.retryAfterSeconds))
  return done({ ...caller, headers: quotaHeaders('api', taken) })
}

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="Hemline API"' }
const WRONG_TOKEN = { 'WWW-Authenticate': 'Bearer realm="Hemline API", error="invalid_token"' }

type Matched = NonNullable<ReturnType<typeof findEndpoint>>

async function carryOut(
  app: App,
  received: ApiRequest,
  { endpoint, allowed, id }: Matched,
  { person, tokenId, scopes, consentIsDue }: Caller,
): Promise<Outcome<Reply, ApiProblem>> {
  const { request, origin, peer } = received
  if (!endpoint)
    return refused({ reason: 'method-not-allowed', headers: { Allow: allowed.join(', ') } })
  const { scope } = endpoint
  if (scope && !scopes.includes(scope))
    return refused({
      reason: 'scope-missing',
      detail: `This endpoint requires a token with the ${scope} scope.`,
      headers: {
        'WWW-Authenticate': `Bearer realm="Hemline API", error="insufficient_scope", scope="${scope}"`,
      },
    })
  if (!acceptsJson(request)) return refused({ reason: 'not-acceptable' })
  const key = request.headers.get('idempotency-key') ?? ''
  if (endpoint.method === 'POST' && !isKey(key))
    return refused({ reason: 'key-missing', detail: `1 to ${MAX_KEY} printable characters.` })
  const sent = await readBody(received, endpoint, person).catch(refuseIfBusy)
  if (!sent.ok) return sent
  const now = app.clock()
  const url = new URL(request.url)
  const { bytes, value } = sent.value
  const bodyHash = hashOf(`${request.method} ${url.pathname}${url.search}`, bytes)
  return await endpoint.reply({
    ...{ app, person, tokenId, consentIsDue, peer, origin, now, id },
    today: calendarDateIn(app.timeZone, now),
    search: url.searchParams,
    sent: value,
    once: endpoint.method === 'POST' ? { key, bodyHash } : null,
  })
}

function acceptsJson(request: Request): boolean {
  const accept = request.headers.get('accept')
  return !accept || /(^|,)\s*(\*\/\*|application\/(\*|json|problem\+json))\s*(;|,|$)/i.test(accept)
}

function isKey(text: string): boolean {
  return text.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(text)
}

function hashOf(address: string, bytes: Uint8Array): string {
  return createHash('sha256').update(address).update('\n').update(bytes).digest('hex')
}

function refuseIfBusy(error: unknown): Outcome<never, ApiProblem> {
  if (!(error instanceof TooBusy)) throw error
  const headers = { 'Retry-After': String(UPLOADS_BUSY_SECONDS) }
  return refused({ reason: 'unavailable', detail: UPLOADS_BUSY, headers })
}

type Sent = { readonly bytes: Uint8Array; readonly value: unknown }

async function readBody(
  { request, peer, readBytes }: ApiRequest,
  { body }: Endpoint,
  person: Person,
): Promise<Outcome<Sent, ApiProblem>> {
  const type = /^\s*([\w.+/-]*)/.exec(request.headers.get('content-type') ?? '')?.[1]?.toLowerCase()
  const types: readonly (string | undefined)[] =
    body === 'photo' ? PHOTO_TYPES : ['application/json']
  // A request without a body often states neither its length nor a type, so only reading shows that
  // it has none.
  const isReadable = types.includes(type)
  const largest = body === 'photo' ? MAX_FILE_BYTES : MAX_JSON_BYTES
  const bytes =
    body === 'photo' && isReadable
      ? await photoBytes(request, person, peer)
      : await readBytes(isReadable ? largest : 0, JSON_SECONDS)
  if (bytes === 'too-large' && !isReadable)
    return refused({ reason: 'type-not-supported', headers: { Accept: types.join(', ') } })
  if (typeof bytes === 'string')
    return refused({
      reason: bytes,
      ...(bytes === 'too-large' && { detail: `At most ${largest} bytes.` }),
    })
  if (body === 'photo') return done({ bytes, value: bytes })
  if (bytes.length === 0) return done({ bytes, value: null })
  const value = parsed(bytes)
  return value === undefined ? refused({ reason: 'body-invalid' }) : done({ bytes, value })
}

async function photoBytes(
  request: Request,
  person: Person,
  peer: string,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow'> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) return 'too-large'
  try {
    return await whenArrived(request, senderOf(person, peer), MAX_FILE_BYTES, async (arrived) =>
      arrived.size > MAX_FILE_BYTES
        ? 'too-large'
        : await inTurn(person.id, async () => new Uint8Array(await arrived.read().arrayBuffer())),
    )
  } catch (error) {
    if (error instanceof TooSlow) return 'too-slow'
    throw error
  }
}

/** Undefined for invalid JSON. PostgreSQL cannot store NUL or half of a surrogate pair. */
function parsed(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}

function answerReply({ status, body, isRepeated }: Reply, request: Request): Response {
  const headers = new Headers(isRepeated ? { 'Idempotency-Replayed': 'true' } : {})
  if (status === 204) return new Response(null, { status, headers })
  const next = nextIn(body)
  if (next !== null) {
    const url = new URL(request.url)
    url.searchParams.set('after', next)
    headers.set('Link', `<${url.href}>; rel="next"`)
  }
  const text = JSON.stringify(body)
  if (request.method === 'GET') {
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    headers.set('ETag', tag)
    if (request.headers.get('if-none-match') === tag)
      return new Response(null, { status: 304, headers })
  }
  headers.set('Content-Type', 'application/json')
  return new Response(text, { status, headers })
}

function nextIn(body: unknown): string | null {
  const isPage = typeof body === 'object' && body !== null && 'next' in body
  return isPage && typeof body.next === 'string' ? body.next : null
}
