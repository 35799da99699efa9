import { compress, type Encoding, encodingFor } from './compress.ts'

/** An answer that is ready to be sent as it is. */
export type Ready = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

type Kept = {
  readonly headers: Headers
  readonly body: Uint8Array
  readonly until: number
  readonly ready: Map<Encoding, Promise<Ready>>
  readonly settled: Map<Encoding, Ready>
}

/** What decides which shared page is meant, as any kind of request tells it. */
export type Asked = {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly origin: string
  readonly acceptEncoding: string
}

const FRESH_MS = 2_000
const MOST_BYTES = 48 * 1024 * 1024
const MOST_KEY = 300

/** The queries that change what a visitor sees; with any other one a page is not shared. */
const LISTED = new Set(['more', 'after', 'page', 'q', 'start', 'end', 'mode', '_routes'])

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

  function keep(key: string, kept: Kept) {
    forget(key)
    if (kept.body.length > MOST_BYTES / 8) return
    pages.set(key, kept)
    bytes += kept.body.length
    for (const oldest of pages.keys()) {
      if (bytes <= MOST_BYTES) break
      forget(oldest)
    }
  }

  async function renderAndKeep(key: string, render: () => Promise<Response>) {
    const response = await render()
    const { headers } = response
    // What says for itself how long it holds is not a page.
    const keepable =
      !headers.has('set-cookie') && !/no-store|immutable/.test(headers.get('cache-control') ?? '')
    if (response.status !== 200 || !keepable) return response
    const body = new Uint8Array(await response.arrayBuffer())
    headers.set('Cache-Control', 'public, max-age=0, s-maxage=2, stale-while-revalidate=10')
    headers.set('Vary', 'Accept-Encoding, Cookie')
    const until = now() + FRESH_MS
    const kept: Kept = { headers, body, until, ready: new Map(), settled: new Map() }
    keep(key, kept)
    return kept
  }

  function readyIn(kept: Kept, encoding: Encoding): Promise<Ready> {
    const known = kept.ready.get(encoding)
    if (known) return known
    const ready = compress(kept.body, encoding).then((body) => {
      const headers = Object.fromEntries(kept.headers)
      if (encoding) headers['content-encoding'] = encoding
      headers['content-length'] = String(body.length)
      const settled = { headers, body }
      kept.settled.set(encoding, settled)
      return settled
    })
    kept.ready.set(encoding, ready)
    return ready
  }

  async function answer(kept: Kept, asked: Asked): Promise<Response> {
    const { headers, body } = await readyIn(kept, encodingFor(asked.acceptEncoding))
    return new Response(new Uint8Array(body), { headers })
  }

  return {
    /** The shared page if it is fresh and compressed already. */
    kept(asked: Asked): Ready | null {
      const key = sharedKey(asked)
      const kept = key === null ? undefined : pages.get(key)
      if (!kept || kept.until <= now()) return null
      return kept.settled.get(encodingFor(asked.acceptEncoding)) ?? null
    },

    /** The shared page, rendered if nobody has asked for it within two seconds. */
    async shared(asked: Asked, render: () => Promise<Response>): Promise<Response> {
      const key = sharedKey(asked)
      if (key === null) return await render()
      const kept = pages.get(key)
      if (kept && kept.until > now()) return await answer(kept, asked)
      const under = rendering.get(key)
      if (under) {
        const result = await under
        // Somebody else's answer that is not shared (an error, a redirect) is asked for again.
        return result instanceof Response ? await render() : await answer(result, asked)
      }
      const started = renderAndKeep(key, render)
      rendering.set(key, started)
      try {
        const result = await started
        return result instanceof Response ? result : await answer(result, asked)
      } finally {
        rendering.delete(key)
      }
    },
  }
}

function sharedKey({ method, path, origin }: Asked): string | null {
  if (method !== 'GET' || path.length > MOST_KEY) return null
  const queryAt = path.indexOf('?')
  if (queryAt < 0) return origin + path
  const query = new URLSearchParams(path.slice(queryAt + 1))
  for (const name of query.keys()) {
    if (!LISTED.has(name)) return null
  }
  query.sort()
  return `${origin}${path.slice(0, queryAt)}?${query}`
}
