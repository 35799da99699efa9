import { readCaller } from '#server/door/caller.ts'
import { originFor } from '#server/door/hosts.ts'
import { plainSentence } from '#server/door/plain-pages.ts'
import type { MetricsSettings } from '#server/settings/network.ts'
import { type Handle, type Listening, listen } from './listen.ts'

/** Prometheus needs only one. */
const MAX_CONNECTIONS = 20

/** Serves `/metrics` on a port of its own, which visitors cannot reach. */
export async function listenForMetrics(
  scrape: () => Promise<string>,
  { port, host }: MetricsSettings,
  noteError: (error: unknown) => void,
): Promise<Listening> {
  return await listen(answerMetrics(scrape, host), {
    port,
    hosts: [host],
    names: { port: 'METRICS_PORT', host: 'METRICS_HOST' },
    maxConnections: MAX_CONNECTIONS,
    noteError,
  })
}

/**
 * Answers `/metrics`. On a port of this machine only, other host names are refused: a browser here
 * could be sent to it by another site.
 */
export function answerMetrics(scrape: () => Promise<string>, host: string): Handle {
  return async (request, { peer }) => {
    const { host: requested, pathname } = new URL(request.url)
    const headerOf = (name: string) =>
      request.headers.get(name) ?? (name === 'host' ? requested : null)
    const caller = readCaller(headerOf, peer, [])
    if (originFor(caller, pathname, { publicUrl: null, host }) === null)
      return plainSentence(421, 'This host is not served here.')
    if (pathname !== '/metrics') return plainSentence(404, 'Not found')
    if (request.method !== 'GET') {
      const refusal = plainSentence(405, 'Metrics can only be read.')
      refusal.headers.set('Allow', 'GET')
      return refusal
    }
    return new Response(await scrape(), {
      headers: {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  }
}
