import { compress, type Encoding, encodingFor } from './compress.ts'

type Kept = {
  readonly headers: Headers
  readonly body: Uint8Array
  readonly until: number
  readonly encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

const FRESH_MS = 2_000
const MOST_BYTES = 48 * 1024 * 1024
const MOST_KEY = 300

/** The queries that change what a visitor sees; with any other one a page is not shared. */
const LISTED = new Set(['more', 'after', 'page', 'q', 'start', 'end', 'mode'])

/**
 * Pages of people without a session are the same for everybody: each is rendered at most every two
 * seconds, whoever asks, and kept compressed within a limit of bytes. Only plain 200 answers that
 * set no cookie are kept.
 */
export function createVisitorPages(now: () => number = () => performance.now()) {
  const pages = new Map<string, Kept>()
  const rendering = new Map<string, Promise<Kept | Response>>()
  let bytes = 0

  function forget(key: string) {
    bytes -= pages.get(key)?.body.length ?? 0
    pages.delete(key)
  }

  async function renderAndKeep(key: string, render: () => Promise<Response>) {
    const response = await render()
    const { headers } = response
    const keepable = !headers.has('set-cookie') && headers.get('cache-control') !== 'no-store'
    if (response.status !== 200 || !keepable) return response
    const body = new Uint8Array(await response.arrayBuffer())
    headers.set('Cache-Control', 'public, max-age=0, s-maxage=2, stale-while-revalidate=10')
    const kept: Kept = { headers, body, until: now() + FRESH_MS, encoded: new Map() }
    forget(key)
    if (body.length <= MOST_BYTES / 8) {
      pages.set(key, kept)
      bytes += body.length
    }
    for (const oldest of pages.keys()) {
      if (bytes <= MOST_BYTES) break
      forget(oldest)
    }
    return kept
  }

  async function answer(kept: Kept, request: Request): Promise<Response> {
    const encoding = encodingFor(request)
    let body = kept.encoded.get(encoding)
    if (!body) {
      body = compress(kept.body, encoding).then((encoded) => new Uint8Array(encoded))
      kept.encoded.set(encoding, body)
    }
    const encoded = await body
    const headers = new Headers(kept.headers)
    if (encoding) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(encoded.length))
    headers.set('Vary', 'Accept-Encoding, Cookie')
    return new Response(encoded, { headers })
  }

  /** The shared page, rendered if nobody has asked for it within two seconds. */
  return async function shared(
    request: Request,
    origin: string,
    render: () => Promise<Response>,
  ): Promise<Response> {
    const key = sharedKey(request, origin)
    if (key === null) return await render()
    const kept = pages.get(key)
    if (kept && kept.until > now()) return await answer(kept, request)
    const under = rendering.get(key)
    if (under) {
      const result = await under
      // Somebody else's answer that is not shared (an error, a redirect) is asked for again.
      return result instanceof Response ? await render() : await answer(result, request)
    }
    const started = renderAndKeep(key, render)
    rendering.set(key, started)
    try {
      const result = await started
      return result instanceof Response ? result : await answer(result, request)
    } finally {
      rendering.delete(key)
    }
  }
}

function sharedKey(request: Request, origin: string): string | null {
  if (request.method !== 'GET') return null
  const url = new URL(request.url)
  for (const name of url.searchParams.keys()) {
    if (!LISTED.has(name) && name !== '_routes') return null
  }
  url.searchParams.sort()
  const key = `${origin}${url.pathname}?${url.searchParams}`
  return key.length <= MOST_KEY ? key : null
}
