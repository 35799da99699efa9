import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestListener, type FetchHandler } from '@remix-run/node-fetch-server'
import { StartProblem } from '#db/embedded/start-problem.ts'
import type { App, Arriving } from './app-contract.ts'

export type Handle = (request: Request, client: { peer: string }) => Promise<Response>

/** Node's kind of middleware, for Vite in development. */
export type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

export interface Listening {
  port: number
  /** Takes no more requests, lets those under way finish within `seconds`, then cuts them off. */
  close(seconds: number): Promise<void>
}

/**
 * Serves `handle` on one port of every host (undefined: all addresses). Port 0 takes a free one. Of
 * several hosts, those that this machine does not have (no IPv6) are left out.
 */
export async function listen(
  handle: Handle,
  {
    port,
    hosts,
    cached = () => null,
    before = (_incoming, _outgoing, next) => next(),
    noteError = console.error,
    silentMs = 60_000,
    maxConnections = MAX_CONNECTIONS,
  }: {
    port: number
    hosts: readonly (string | undefined)[]
    /** Asked first: what it has ready is sent as it is. */
    cached?: App['cached']
    before?: Before | undefined
    /** Told of what nobody expected. */
    noteError?: (error: unknown) => void
    /** A connection on which nothing moves for so long is cut, also when it does not read. */
    silentMs?: number
    /** So many at once; further ones are closed unanswered. */
    maxConnections?: number
  },
): Promise<Listening> {
  const servers: Server[] = []
  let bound = port
  try {
    for (const host of hosts) {
      const server = makeServer(handle, { cached, before, noteError, silentMs, maxConnections })
      const found = await bind(server, bound, host)
      if (found === null) continue
      bound = found
      servers.push(server)
    }
  } catch (error) {
    await Promise.all(servers.map((server) => close(server, 0)))
    throw error
  }
  if (servers.length === 0)
    throw new StartProblem(
      `This machine does not have any of these addresses: ${hosts.join(', ')}.`,
    )
  return {
    port: bound,
    close: async (seconds) => {
      await Promise.all(servers.map((server) => close(server, seconds)))
    },
  }
}

function arriving(incoming: IncomingMessage): Arriving {
  const { headers, method = '', url = '' } = incoming
  return {
    method,
    path: url,
    peer: incoming.socket.remoteAddress ?? '',
    headerOf: (name) => headers[name]?.toString() ?? null,
  }
}

type Parts = {
  readonly cached: App['cached']
  readonly before: Before
  readonly noteError: (error: unknown) => void
  readonly silentMs: number
  readonly maxConnections: number
}

function makeServer(handle: Handle, parts: Parts): Server {
  const { cached, before, noteError, silentMs, maxConnections } = parts
  const fetch: FetchHandler = async (request, client) => {
    try {
      return await handle(request, { peer: client.address })
    } catch (error) {
      if (request.signal.aborted) throw error
      noteError(error)
      return new Response('Internal Server Error', { status: 500 })
    }
  }
  const onError = (error: unknown) => answerToUnreadable(error, noteError)
  const answer = createRequestListener(fetch, { onError })
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      // A 5 MB picture over a slow phone line.
      requestTimeout: 180_000,
      // Longer than the 60 s of common proxies, which would else reuse a connection as it closes.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (incoming, outgoing) => {
      if (namesTwoHosts(incoming)) {
        outgoing.writeHead(400, { Connection: 'close' }).end('Bad Request')
        return
      }
      cutOffWhenTooLong(outgoing)
      const ready = cached(arriving(incoming))
      if (ready) {
        outgoing.writeHead(200, ready.headers)
        outgoing.end(ready.body)
        return
      }
      outgoing.once('finish', () => drain(incoming))
      before(incoming, outgoing, () => answer(incoming, outgoing))
    },
  )
  server.timeout = silentMs
  server.maxConnections = maxConnections
  return server
}

/** Each costs some 50 kB and a descriptor; whoever is refused tries again. */
const MAX_CONNECTIONS = 5_000

/** An export of a large house over a slow line; whoever takes longer only holds on to it. */
const LONGEST_ANSWER_MS = 15 * 60_000

function cutOffWhenTooLong(outgoing: ServerResponse): void {
  const timer = setTimeout(() => outgoing.destroy(), LONGEST_ANSWER_MS).unref()
  outgoing.once('close', () => clearTimeout(timer))
}

/** Node takes the first, another machine on the way may take the last. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}

/** A request that cannot be one, such as a broken Host header; all else is our mistake. */
function answerToUnreadable(error: unknown, noteError: (error: unknown) => void): Response {
  if (error instanceof TypeError && !('code' in error))
    return new Response('Bad Request', { status: 400 })
  noteError(error)
  return new Response('Internal Server Error', { status: 500 })
}

const MAX_DRAINED_BYTES = 24 * 1024 * 1024
const LONGEST_DRAIN_MS = 2_000

/**
 * What remains of a body that was answered without being read is thrown away for a while: senders
 * look for an answer only when they have sent all, and a connection that ends before loses it. What
 * is too large or too slow for that is cut off.
 */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete) return
  let bytes = 0
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > MAX_DRAINED_BYTES) incoming.destroy()
  })
  incoming.resume()
  const timer = setTimeout(() => incoming.destroy(), LONGEST_DRAIN_MS)
  for (const over of ['end', 'close']) incoming.once(over, () => clearTimeout(timer))
}

/** The port, or null where this host is not to be had. */
function bind(server: Server, port: number, host: string | undefined): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null)
      else if (error.code === 'EADDRINUSE') reject(new StartProblem(inUse(port)))
      else if (error.code === 'EACCES')
        reject(new StartProblem(`Port ${port} can only be used by root.`))
      else if (error.code === 'ENOTFOUND')
        reject(new StartProblem(`HOST ${host} cannot be resolved.`))
      else reject(error)
    })
    server.listen({ port, host }, () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : port)
    })
  })
}

function inUse(port: number): string {
  return `Port ${port} is already in use. Set PORT to another port.`
}

async function close(server: Server, seconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that is kept open only for a next request has nothing to finish.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}
