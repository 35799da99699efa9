import { randomBytes, randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import * as routes from 'virtual:react-router/server-build'
import pino from 'pino'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { answerImage } from '#app/http/answer-image.ts'
import {
  type App as AppForRoutes,
  appContext,
  type Incident,
  incidentContext,
  nonceContext,
  peerContext,
  viewerContext,
} from '#app/http/contexts.ts'
import { createLimits } from '#app/http/limits.ts'
import { addSessionCookie, readViewer } from '#app/http/session.ts'
import { createDb, createPool, isDatabaseAway, transactionIsOpen } from '#db/connection.ts'
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import { createAuth } from '#domain/people/auth.ts'
import { createImageStore } from '#gateways/images/image-store.ts'
import { localOutbox } from '#gateways/mail/local-outbox.ts'
import { smtpTransport } from '#gateways/mail/smtp.ts'
import type { AppOptions, Arriving, CreateApp } from './app-contract.ts'
import { publishedAccounts, seedDemo } from './demo.ts'
import { type Caller, readCaller } from './door/caller.ts'
import { compress, encodingFor, isCompressible } from './door/compress.ts'
import { createFiles } from './door/files.ts'
import { contentSecurityPolicy, secure } from './door/headers.ts'
import { comesFromOurPages } from './door/origin-check.ts'
import { databaseAwayPage } from './door/plain-pages.ts'
import { createVisitorPages, type Ready } from './door/visitor-pages.ts'
import type { House } from './house.ts'
import { drainJobs, type JobWorker, startWorker } from './job-worker.ts'
import { openPayments } from './payments.ts'

// The app runs in the project's own folder, wherever its bundle lies.
const pictures = resolve('db/seed/pictures')

// The routes themselves, not a function that gives them: from that the router would rank them anew
// for every request.
const route = createRequestHandler(routes, process.env.NODE_ENV)

/** Puts the house together: one pool, one of every gateway, one door. */
export const createApp: CreateApp = async (options) => {
  const { settings, target, buildDirectory } = options
  const log = pino({ level: options.logLevel ?? 'info', base: null })
  const clock = options.clock ?? (() => new Date())
  const pool = createPool(target)
  const db = createDb(pool, { namedStatements: settings.preparedStatements })
  const payments = openPayments({
    settings,
    pool,
    clock,
    mayCall: () => {
      if (transactionIsOpen()) throw new Error('payments must not be called in a transaction')
    },
    onExchange: options.onExchange,
    webhookFetch: async (input, init) => handle(new Request(input, init), { peer: '127.0.0.1' }),
  })
  const app: AppForRoutes = {
    db,
    clock,
    timeZone: settings.timeZone,
    paymentsAreReal: settings.payments.kind === 'stripe',
    demo: settings.demo,
    originOf: (request) => settings.publicUrl ?? new URL(request.url).origin,
    stripe: payments.stripe,
    images: createImageStore(settings.imageStore),
    auth: createAuth({ secret: settings.sessionSecret }),
    limits: createLimits(pool, { demo: settings.demo }),
    mailIsLocal: settings.mail.smtpUrl === null,
    noteError: (error, incident, path) => {
      incident.kind = isDatabaseAway(error) ? 'database-away' : 'crash'
      log.error({ err: error, incident: incident.id, path })
    },
  }
  const serveFile = buildDirectory ? createFiles(join(buildDirectory, 'client')) : null
  const visitorPages = createVisitorPages()

  async function handle(incoming: Request, { peer }: { peer: string }): Promise<Response> {
    const headerOf = (name: string) =>
      incoming.headers.get(name) ?? (name === 'host' ? new URL(incoming.url).host : null)
    const caller = readCaller(headerOf, peer, settings.trustProxy)
    const origin = originFor(caller, options)
    if (!origin) return plain(421, 'This host is not served here.')
    const request = at(incoming, origin)
    const nonce = randomBytes(16).toString('base64')
    const policy = contentSecurityPolicy(nonce, payments.pages(origin))
    const response = await answer(request, { caller, nonce, policy, origin })
    secure(response.headers, {
      policy,
      https: caller.protocol === 'https',
    })
    return response
  }

  async function answer(
    request: Request,
    at: { caller: Caller; nonce: string; policy: string; origin: string },
  ): Promise<Response> {
    const file = serveFile && (await serveFile(request))
    if (file) return file
    const image = /^\/images\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]
    if (image && ['GET', 'HEAD'].includes(request.method))
      return await answerImage(app.images, request, image)
    if (!comesFromOurPages(request, [at.origin, settings.publicUrl ?? at.origin]))
      return plain(403, 'This request did not come from one of our pages.')
    const paid = await payments.handle(request)
    if (paid) return paid
    const render = () => renderPage(request, at)
    const { pathname, search } = new URL(request.url)
    if (!isVisitor(request.headers.get('cookie'))) return await compressed(request, await render())
    const asked = {
      method: request.method,
      path: pathname + search,
      origin: at.origin,
      acceptEncoding: request.headers.get('accept-encoding') ?? '',
    }
    return await compressed(request, await visitorPages.shared(asked, render))
  }

  /** A page that many have asked for just now, without the cost of a request of its own. */
  function kept({ method, path, headerOf, peer }: Arriving): Ready | null {
    if (!isVisitor(headerOf('cookie'))) return null
    const origin = originFor(readCaller(headerOf, peer, settings.trustProxy), options)
    const acceptEncoding = headerOf('accept-encoding') ?? ''
    return origin === null ? null : visitorPages.kept({ method, path, origin, acceptEncoding })
  }

  async function renderPage(
    request: Request,
    at: { caller: Caller; nonce: string; policy: string },
  ): Promise<Response> {
    const incident: Incident = { id: randomUUID().slice(0, 8), kind: 'none' }
    try {
      const context = new RouterContextProvider()
      context.set(appContext, app)
      context.set(peerContext, at.caller.address)
      context.set(nonceContext, at.nonce)
      context.set(incidentContext, incident)
      const { viewer, setCookie } = await readViewer(
        db,
        settings.sessionSecret,
        request,
        clock(),
        app.originOf(request),
      )
      context.set(viewerContext, viewer)
      const response = await route(request, context)
      // Kept with the page: what is shown to the next visitor carries the nonce it was made with.
      secure(response.headers, { policy: at.policy, https: at.caller.protocol === 'https' })
      if (setCookie) addSessionCookie(response.headers, setCookie)
      return response
    } catch (error) {
      app.noteError(error, incident, new URL(request.url).pathname)
      if (incident.kind === 'database-away') return databaseAwayPage()
      throw error
    }
  }

  const house: House = {
    ...app,
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
    mail: settings.mail.smtpUrl
      ? smtpTransport({ url: settings.mail.smtpUrl, from: settings.mail.from })
      : localOutbox,
    noteJobError: (error, job) => log.error({ err: error, job }),
  }
  let worker: JobWorker | undefined
  return {
    handle,
    kept,
    prepare: async () => {
      if (!app.paymentsAreReal) await setUpPayments(payments.stripe, null)
      if (settings.seedsDemo) await seedDemo(house, { pictures, askSandbox: payments.handle })
      return await publishedAccounts(db, app.auth, clock())
    },
    start: async () => {
      worker = await startWorker(house, options.directTarget)
      payments.start()
    },
    drain: async () => {
      await payments.deliver()
      await drainJobs(house, pool)
    },
    close: async () => {
      await worker?.stop()
      await payments.close()
      app.images.close()
      house.mail.close()
      await pool.end()
    },
  }
}

/** People without a cookie of ours all see the same. */
function isVisitor(cookies: string | null): boolean {
  return cookies === null || !/(^|;\s*)(__Host-)?hemline_/.test(cookies)
}

/** The origin that the visitor sees; null for a host that is not ours to serve. */
function originFor(caller: Caller, { settings }: AppOptions): string | null {
  if (!caller.host) return null
  // While published passwords open this site, another name that points here is an attack.
  const onlyLoopback = settings.demo && settings.host === null && settings.publicUrl === null
  if (
    onlyLoopback &&
    !/^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(caller.host)
  )
    return null
  // A proxy that TRUST_PROXY does not name is believed no header; what people see is known anyway.
  const known = settings.publicUrl
  if (known !== null && new URL(known).host === caller.host) return known
  return `${caller.protocol}://${caller.host}`
}

/** The request under the address that its sender sees. */
function at(request: Request, origin: string): Request {
  const url = new URL(request.url)
  if (url.origin === origin) return request
  return new Request(new URL(url.pathname + url.search, origin), request)
}

async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers } = response
  const type = headers.get('content-type')
  if (!response.body || headers.has('content-encoding') || !isCompressible(type)) return response
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '')
  headers.append('Vary', 'Accept-Encoding')
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-cache')
  if (!encoding || type?.startsWith('text/event-stream')) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = new Uint8Array(await compress(bytes, encoding))
  headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

function plain(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
