import { wholeBodyOf, wholeResponse } from '#app/responses/whole-response.ts'
import { legalPages } from '#db/enums.ts'
import { visitorParameters } from '#domain/catalogue/search/search-query.ts'
import { compress, type Encoding, encodingFor } from './compress.ts'
import { withoutTracking } from './tracking.ts'

/** A response that is ready to be sent as it is. */
export type Ready = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

type CachedPage = {
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  readonly until: number
  readonly ready: Map<Encoding | null, Promise<Ready>>
  readonly finished: Map<Encoding | null, Ready>
  /** The total size: key, headers, body, every encoding, and the overhead of objects. */
  bytes: number
}

/** What identifies a shared page, for any kind of request. */
export type PageRequest = {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly origin: string
  readonly acceptEncoding: string
}

const FRESH_MS = 2_000
const MAX_BYTES = 48 * 1024 * 1024
const MAX_ENTRIES = 1_000
const MAX_KEY = 300
/** Includes the tracking parameters, which are not part of the key. */
const MAX_PATH = 2_000
/** The overhead of an entry besides its texts. */
const ENTRY_BYTES = 4 * 1024

/**
 * The query parameters that a page reads for a visitor, by its path; a request with any other
 * parameter is not shared. A page that is not listed reads none.
 */
const QUERIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/(styles|occasions|sizes)$/, ['more', 'start', 'end']],
  [/^\/locations$/, ['more', 'after', 'start', 'end']],
  [/^\/item\/[^/]+$/, ['start', 'end', 'handover', 'reviews', 'photo']],
  [/^\/(closets|brands)\/[^/]+$/, ['after', 'start', 'end']],
  [/^\/search$/, visitorParameters],
  [/^\/list-your-closet$/, ['credits', 'items', 'weeks']],
  [/^\/feedback$/, ['thanks']],
  [/^\/auth$/, ['mode']],
]

/**
 * Pages for people without a session are the same for everyone: each is rendered at most every two
 * seconds, and cached in compressed form within a limit of bytes. Only plain 200 responses that set
 * no cookie are cached.
 * @param now milliseconds on a clock that other processes share
 */
export function createVisitorPages(now: () => number = Date.now) {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage | Response>>()
  let bytes = 0

  function forget(key: string) {
    bytes -= pages.get(key)?.bytes ?? 0
    pages.delete(key)
  }

  /** A clock that is set back does not extend the life of a page. */
  function isFresh({ until }: CachedPage): boolean {
    const left = until - now()
    return left > 0 && left <= FRESH_MS
  }

  /** The oldest come first, so most expired entries are at the start. */
  function makeRoom() {
    for (const [key, cached] of pages) {
      if (isFresh(cached) && bytes <= MAX_BYTES && pages.size <= MAX_ENTRIES) return
      forget(key)
    }
  }

  function keep(key: string, cached: CachedPage) {
    forget(key)
    if (cached.body.length > MAX_BYTES / 8) return
    pages.set(key, cached)
    bytes += cached.bytes
    makeRoom()
  }

  async function renderAndCache(key: string, render: () => Promise<Response>) {
    const until = renewalAfter(now(), key)
    const response = await render()
    const { headers } = response
    const cacheControl = headers.get('cache-control')
    const cacheable =
      !headers.has('set-cookie') && !/no-store|immutable|private/.test(cacheControl ?? '')
    if (response.status !== 200 || !cacheable) return response
    const body = wholeBodyOf(response) ?? new Uint8Array(await response.arrayBuffer())
    // A response that sets its own caching policy is not a page.
    if (cacheControl === null)
      headers.set('Cache-Control', 'public, max-age=0, s-maxage=2, stale-while-revalidate=10')
    headers.set('Vary', 'Accept-Encoding, Cookie')
    const weight = ENTRY_BYTES + 2 * key.length + body.length + sizeOf(headers)
    const cached: CachedPage = {
      headers,
      body,
      until,
      ready: new Map(),
      finished: new Map(),
      bytes: weight,
    }
    keep(key, cached)
    return cached
  }

  function readyIn(key: string, cached: CachedPage, encoding: Encoding | null): Promise<Ready> {
    const known = cached.ready.get(encoding)
    if (known) return known
    const ready = compress(cached.body, encoding).then((body) => {
      const headers = Object.fromEntries(cached.headers)
      if (encoding) headers['content-encoding'] = encoding
      headers['content-length'] = String(body.length)
      const finished = { headers, body }
      cached.finished.set(encoding, finished)
      const more = body.length + sizeOf(cached.headers)
      cached.bytes += more
      if (pages.get(key) === cached) bytes += more
      return finished
    })
    cached.ready.set(encoding, ready)
    return ready
  }

  async function answer(
    key: string,
    cached: CachedPage,
    pageRequest: PageRequest,
  ): Promise<Response> {
    const { headers, body } = await readyIn(key, cached, encodingFor(pageRequest.acceptEncoding))
    return wholeResponse(body, { headers })
  }

  return {
    /** The entries cached now; never more than the limits. */
    size: () => ({ entries: pages.size, bytes }),

    /** The shared page, if it is fresh and already compressed. */
    cached(pageRequest: PageRequest): Ready | null {
      const key = sharedKey(pageRequest)
      const cached = key === null ? undefined : pages.get(key)
      if (!cached || !isFresh(cached)) return null
      return cached.finished.get(encodingFor(pageRequest.acceptEncoding)) ?? null
    },

    /** The shared page, rendered if nobody has requested it within two seconds. */
    async shared(pageRequest: PageRequest, render: () => Promise<Response>): Promise<Response> {
      const key = sharedKey(pageRequest)
      if (key === null) return await render()
      const cached = pages.get(key)
      if (cached && isFresh(cached)) return await answer(key, cached, pageRequest)
      const under = rendering.get(key)
      if (under) {
        const result = await under
        // A response that cannot be shared (an error, a redirect) is requested again.
        return result instanceof Response ? await render() : await answer(key, result, pageRequest)
      }
      const started = renderAndCache(key, render)
      rendering.set(key, started)
      try {
        const result = await started
        return result instanceof Response ? result : await answer(key, result, pageRequest)
      } finally {
        rendering.delete(key)
      }
    },
  }
}

/**
 * Every process renders a page again at the same moments, so that someone whose requests go to
 * different processes never sees an older page after a newer one. The moments differ by page, so
 * that not all pages are rendered at once.
 */
function renewalAfter(time: number, key: string): number {
  let phase = 0
  for (let at = 0; at < key.length; at++) phase = (phase * 31 + key.charCodeAt(at)) % FRESH_MS
  return time + FRESH_MS - ((time + phase) % FRESH_MS)
}

function sharedKey({ method, path: requested, origin }: PageRequest): string | null {
  if (method !== 'GET' || requested.length > MAX_PATH) return null
  const path = withoutTracking(requested)
  if (path.length > MAX_KEY) return null
  const queryAt = path.indexOf('?')
  if (queryAt < 0) return origin + path
  const pathname = path.slice(0, queryAt)
  const query = new URLSearchParams(path.slice(queryAt + 1))
  const page = pathname.replace(/\.data$/, '')
  const isLegal = legalPages.some((name) => page === `/${name}`)
  const read = isLegal ? ['version'] : (QUERIES.find(([pattern]) => pattern.test(page))?.[1] ?? [])
  for (const name of query.keys()) {
    const isRouting = name === '_routes' && page !== pathname
    if (!isRouting && !read.includes(name)) return null
  }
  query.sort()
  return `${origin}${pathname}?${query}`
}

function sizeOf(headers: Headers): number {
  let size = 0
  for (const [name, value] of headers) size += 2 * (name.length + value.length)
  return size
}
