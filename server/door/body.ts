import { isUtf8 } from 'node:buffer'
import { MAX_FIELDS, MAX_FORM_BYTES, readMultipart } from '#app/forms/multipart.ts'
import { answerRefusal, type Refusal } from './refusals.ts'
import type { NoteRefusal } from './security-notes.ts'
import type { Step } from './step.ts'

/** Stripe does not publish its own limit for an event; the largest seen are about 50 KB. */
const MAX_EVENT_BYTES = 512 * 1024
/** Enough for 256 KB at 100 kbit/s. Forms with files have the 180 s of the whole request. */
const BODY_SECONDS = 30

/** Addresses of forms with files: their routes count the bytes while reading. */
const PHOTO_FORMS = [
  /^\/uploads$/,
  /^\/business-apply$/,
  /^\/business\/(imports|page)$/,
  /^\/(help\/requests|admin\/support(?!\/answers$))\/[^/]+$/,
  /^\/messages(\/(?!state$)[^/]+)?$/,
  /^\/(business\/items|admin\/listings|admin\/brands)\/[^/]+$/,
  /^\/((business|admin)\/rentals|my-rentals(?!\/calendar$))\/[^/]+$/,
]

type BodyResult =
  | { readonly ok: true; readonly request: Request }
  | ({ readonly ok: false } & Refusal)

/** Reads the body within its limits. Refuses larger bodies and those that are not our forms. */
export function limitBody(note: NoteRefusal): Step {
  return async (request, { caller }, next) => {
    const read = await readBody(request)
    if (read.ok) return await next(read.request)
    note('body-refused', request, caller, { detail: read.reason })
    return answerRefusal(read, request)
  }
}

/**
 * The request with a body that was read completely and is a valid form, or why it is refused. Every
 * body passes through here before it is used, counted as it arrives whatever its Content-Length.
 * Only forms with files are passed on unread.
 */
export async function readBody(
  request: Request,
  { seconds = BODY_SECONDS }: { readonly seconds?: number } = {},
): Promise<BodyResult> {
  if (request.body === null) return { ok: true, request }
  const path = routePath(request)
  const type = request.headers.get('content-type')
  const kind = kindOf(type)
  const isRaw = path === '/hooks/stripe' || /^\/(v1|sandbox)(\/|$)/.test(path)
  if (!isRaw && kind === 'multipart' && !/boundary=[^;\s]/i.test(type ?? ''))
    return { ok: false, reason: 'unreadable' }
  if (kind === 'multipart' && PHOTO_FORMS.some((pattern) => pattern.test(path)))
    return { ok: true, request }
  const limit = path === '/hooks/stripe' ? MAX_EVENT_BYTES : MAX_FORM_BYTES
  const bytes = await bytesOf(request, limit, seconds)
  if (typeof bytes === 'string') return { ok: false, reason: bytes }
  if (isRaw || bytes.length === 0) return { ok: true, request: withBody(request, bytes) }
  if (kind === 'other') return { ok: false, reason: 'no-form' }
  return kind === 'multipart' ? await asPlainForm(request, bytes) : asForm(request, bytes)
}

function kindOf(type: string | null): 'plain' | 'multipart' | 'other' {
  if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')) return 'plain'
  return /^\s*multipart\/form-data\s*(;|$)/i.test(type ?? '') ? 'multipart' : 'other'
}

/** The path as the router compares it. Any other spelling gets the smaller limit. */
function routePath(request: Request): string {
  const path = new URL(request.url).pathname.toLowerCase()
  return path.replace(/\.data$/, '').replace(/(.)\/$/, '$1')
}

/** The whole body, counted as it arrives whatever its Content-Length. */
export async function bytesOf(
  request: Request,
  limit: number,
  seconds: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too-large'
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(late.resolve, seconds * 1000, 'late')
  try {
    for (;;) {
      const next = await Promise.race([reader?.read(), late.promise])
      if (next === 'late') return giveUp('too-slow')
      if (!next || next.done) break
      size += next.value.length
      if (size > limit) return giveUp('too-large')
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(timer)
  }
  return new Uint8Array(Buffer.concat(chunks))

  function giveUp<Reason>(reason: Reason): Reason {
    void reader?.cancel().catch(() => {})
    return reason
  }
}

function asForm(request: Request, bytes: Uint8Array<ArrayBuffer>): BodyResult {
  if (!isUtf8(bytes) || !isUtf8(percentDecoded(bytes))) return { ok: false, reason: 'unreadable' }
  if (hasTooManyFields(bytes)) return { ok: false, reason: 'too-large' }
  return { ok: true, request: withBody(request, bytes) }
}

/** A multipart form without files is equivalent to a plain one. */
async function asPlainForm(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<BodyResult> {
  const limits = { files: MAX_FIELDS, fileBytes: MAX_FORM_BYTES }
  const read = await readMultipart(withBody(request, bytes), limits, async () => null)
  if (!read.ok) return { ok: false, reason: read.problem.reason }
  const fields = new URLSearchParams()
  for (const [name, value] of read.value) {
    if (typeof value === 'string') fields.append(name, value)
  }
  const plain = new TextEncoder().encode(fields.toString())
  const type = 'application/x-www-form-urlencoded'
  return { ok: true, request: withBody(request, plain, type) }
}

function withBody(request: Request, body: Uint8Array<ArrayBuffer>, type?: string): Request {
  const headers = new Headers(request.headers)
  if (type) headers.set('Content-Type', type)
  headers.delete('Content-Length')
  const { url, method, signal } = request
  return new Request(url, { method, headers, signal, body: body.length > 0 ? body : null })
}

const AMPERSAND = 0x26
const PERCENT = 0x25

function hasTooManyFields(bytes: Uint8Array): boolean {
  let at = -1
  for (let fields = 1; fields <= MAX_FIELDS; fields += 1) {
    at = bytes.indexOf(AMPERSAND, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Decodes percent escapes; invalid ones stay. */
function percentDecoded(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const byte = bytes[at] ?? 0
    const high = byte === PERCENT ? digitOf(bytes[at + 1]) : -1
    const low = high < 0 ? -1 : digitOf(bytes[at + 2])
    decoded[length] = low < 0 ? byte : high * 16 + low
    if (low >= 0) at += 2
  }
  return decoded.subarray(0, length)
}

function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const character = byte | 0x20
  return character >= 0x61 && character <= 0x66 ? character - 0x57 : -1
}
