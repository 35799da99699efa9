import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { StartProblem } from '#db/embedded/start-problem.ts'
import type { Answer, App, RequestHead } from '#server/door/app-contract.ts'
import { listenProblem, type PortSettings } from '#server/settings/port.mjs'
import { drain, limitResponseTime, whileWorking } from './request-time-limits.ts'

export type Handle = (request: Request, client: { peer: string }) => Promise<Response>
/** A body in an `Answer` is sent without being read from a response. */
type Respond = (request: Request, client: { peer: string }) => Promise<Response | Answer>

/** Node's kind of middleware, for Vite in development. */
export type Before = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

export interface Listening {
  port: number
  /**
   * Accepts no more requests, lets those in progress finish within `seconds`, then cuts them off.
   */
  close(seconds: number): Promise<void>
}

/**
 * Serves `respond` on one port of every host (undefined: all addresses). Port 0 picks a free one. Of
 * several hosts, those that this machine does not have (no IPv6) are skipped.
 */
export async function listen(
  respond: Respond,
  {
    port,
    hosts,
    names = { port: 'PORT', host: 'HOST' },
    cached = () => null,
    before = (_incoming, _outgoing, next) => next(),
    noteError = console.error,
    silentMs = 60_000,
    maxConnections = MAX_CONNECTIONS,
  }: {
    port: number
    hosts: readonly (string | undefined)[]
    /** The settings that errors name. */
    names?: PortSettings
    /** Called first: a ready response is sent as it is. */
    cached?: App['cached']
    before?: Before | undefined
    /** Receives unexpected errors. */
    noteError?: (error: unknown) => void
    /**
     * A connection without traffic for this long is cut, also when the client does not read; not while
     * a request whose body is complete is worked on.
     */
    silentMs?: number
    /** The most connections at once; further ones are closed without a response. */
    maxConnections?: number
  },
): Promise<Listening> {
  const servers: Listener[] = []
  let bound = port
  try {
    for (const host of hosts) {
      const parts = { respond, cached, before, noteError, silentMs, maxConnections }
      const listener = makeServer(parts)
      const found = await bind(listener.server, bound, host, names)
      if (found === null) continue
      bound = found
      servers.push(listener)
    }
  } catch (error) {
    await Promise.all(servers.map((listener) => close(listener, 0)))
    throw error
  }
  if (servers.length === 0)
    throw new StartProblem(
      `This machine does not have any of these addresses: ${hosts.join(', ')}.`,
    )
  return {
    port: bound,
    close: async (seconds) => {
      await Promise.all(servers.map((listener) => close(listener, seconds)))
    },
  }
}

function arriving(incoming: IncomingMessage): RequestHead {
  const { headers, method = '', url = '' } = incoming
  return {
    method,
    path: url,
    peer: incoming.socket.remoteAddress ?? '',
    headerOf: (name) => headers[name]?.toString() ?? null,
  }
}

type Parts = {
  readonly respond: Respond
  readonly cached: App['cached']
  readonly before: Before
  readonly noteError: (error: unknown) => void
  readonly silentMs: number
  readonly maxConnections: number
}

type Listener = {
  readonly server: Server
  /** Responses that are not sent yet. */
  readonly open: Set<ServerResponse>
  isClosing: boolean
}

function makeServer(parts: Parts): Listener {
  const { cached, before, silentMs, maxConnections } = parts
  const open = new Set<ServerResponse>()
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 15_000,
      // Enough for the largest photo over a slow phone connection.
      requestTimeout: 180_000,
      // Longer than the 60 s of common proxies, which could otherwise reuse a connection as it
      // closes.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (incoming, outgoing) => {
      if (hasTwoHostHeaders(incoming)) {
        outgoing.writeHead(400, { Connection: 'close' }).end('Bad Request')
        return
      }
      open.add(outgoing)
      outgoing.once('close', () => open.delete(outgoing))
      if (listener.isClosing) outgoing.shouldKeepAlive = false
      limitResponseTime(outgoing)
      const ready = cached(arriving(incoming))
      if (ready) {
        outgoing.writeHead(200, ready.headers)
        outgoing.end(ready.body)
        return
      }
      outgoing.once('finish', () => drain(incoming))
      before(incoming, outgoing, () => void answer(incoming, outgoing, parts))
    },
  )
  server.timeout = silentMs
  server.maxConnections = maxConnections
  const listener: Listener = { server, open, isClosing: false }
  return listener
}

/** Answers one request; every error becomes a response or ends the connection. */
async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parts: Parts,
): Promise<void> {
  const answered = await whileWorking(incoming, parts.silentMs, () =>
    answerTo(incoming, outgoing, parts),
  )
  if (answered === null || outgoing.destroyed) return
  const { response, body } =
    answered instanceof Response ? { response: answered, body: null } : answered
  try {
    if (body) sendWhole(outgoing, response, body)
    else await sendResponse(outgoing, response)
  } catch (error) {
    if (outgoing.destroyed) return
    parts.noteError(error)
    if (outgoing.headersSent) outgoing.destroy()
    else await sendResponse(outgoing, serverError())
  }
}

/** Null when the client is gone. */
async function answerTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { respond, noteError }: Parts,
): Promise<Response | Answer | null> {
  let request: Request
  try {
    request = createRequest(incoming, outgoing)
  } catch (error) {
    return answerToUnreadable(error, noteError)
  }
  try {
    const answered = await respond(request, { peer: incoming.socket.remoteAddress ?? '' })
    return request.signal.aborted ? null : answered
  } catch (error) {
    if (request.signal.aborted && error === request.signal.reason) return null
    noteError(error)
    return serverError()
  }
}

/** Each cookie is a header of its own. */
function sendWhole(outgoing: ServerResponse, response: Response, body: Uint8Array): void {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  outgoing.writeHead(response.status, response.statusText, headers)
  outgoing.end(body)
}

/** Each costs some 50 kB and a file descriptor; refused clients try again. */
const MAX_CONNECTIONS = 5_000

/** Node uses the first one, but a proxy on the way may use the last. */
function hasTwoHostHeaders({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'host').length > 1
}

/** An invalid request, such as a broken Host header; everything else is our own error. */
function answerToUnreadable(error: unknown, noteError: (error: unknown) => void): Response {
  if (error instanceof TypeError && !('code' in error))
    return new Response('Bad Request', { status: 400 })
  noteError(error)
  return serverError()
}

function serverError(): Response {
  return new Response('Internal Server Error', { status: 500 })
}

/** The port, or null when this host is not available. */
function bind(
  server: Server,
  port: number,
  host: string | undefined,
  names: PortSettings,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(null)
      const problem = listenProblem(error, { port, host }, names)
      reject(problem === null ? error : new StartProblem(problem))
    })
    server.listen({ port, host }, () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : port)
    })
  })
}

/** Long enough for a busy client's next request, whose response closes the connection. */
const GRACE_MS = 300

async function close(listener: Listener, seconds: number): Promise<void> {
  const { server, open } = listener
  listener.isClosing = true
  for (const outgoing of open) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
  // HTTP's own `close` would cut connections on which a request may be arriving.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  if (seconds > 0) await Promise.race([closed, pause(GRACE_MS)])
  server.close()
  // Idle keep-alive connections have nothing to finish.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}
