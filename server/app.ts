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
  visitContext,
} from '#app/http/contexts.ts'
import { bindCookies, bringsNoCookieOfOurs } from '#app/http/cookies.ts'
import { createLimits } from '#app/http/limits.ts'
import { keepPrivate } from '#app/http/private-answers.ts'
import { loggedPath } from '#app/http/security-log.ts'
import type { SecurityEvent } from '#app/http/security-note.ts'
import { readViewer, renewSession } from '#app/http/session.ts'
import { createDb, createPool, isDatabaseAway, transactionIsOpen } from '#db/connection.ts'
import { publishedAccounts, seedDemo } from '#demo/demo.ts'
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import { createAuth } from '#domain/people/auth.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'
import { localOutbox } from '#gateways/mail/local-outbox.ts'
import { smtpTransport } from '#gateways/mail/smtp.ts'
import type { Arriving, CreateApp } from './app-contract.ts'
import { watchForShortage } from './connection-shortage.ts'
import { readAddress } from './door/address.ts'
import { readBody } from './door/body.ts'
import { type Caller, readCaller } from './door/caller.ts'
import { compressed } from './door/compress.ts'
import { createFiles } from './door/files.ts'
import { contentSecurityPolicy, nameCharset, secure } from './door/headers.ts'
import { originFor } from './door/hosts.ts'
import { comesFromOurPages } from './door/origin-check.ts'
import { databaseAwayPage, plainSentence } from './door/plain-pages.ts'
import { answerRefusal } from './door/refusals.ts'
import { createVisitorPages, type Ready } from './door/visitor-pages.ts'
import { drainJobs, type JobWorker, startWorker } from './job-worker.ts'
import { openPayments } from './payments.ts'
import type { System } from './system.ts'
import { withTimeout } from './with-timeout.ts'

const STANDSTILL_MS = 60_000
/** What asks a database that does not answer is not waited for at the end. */
const SECONDS_TO_CLOSE = 2

// The app runs in the project's own folder, wherever its bundle lies.
const pictures = resolve('demo/pictures')

// The routes themselves, not a function that gives them: from that the router would rank them anew
// for every request.
const route = createRequestHandler(routes, process.env.NODE_ENV)

/** Assembles the system: one pool, one of every gateway, one request handler. */
export const createApp: CreateApp = async (options) => {
  const { settings, target, buildDirectory } = options
  const log = pino(
    { level: options.logLevel ?? 'info', base: null },
    options.logTo ?? process.stdout,
  )
  const clock = options.clock ?? (() => new Date())
  const pool = createPool(target, { max: settings.databasePool })
  const shortage = watchForShortage(pool, clock, (details, sentence) => log.warn(details, sentence))
  const db = createDb(pool, { namedStatements: settings.preparedStatements })
  const payments = openPayments({
    settings,
    pool,
    clock,
    mayCall: () => {
      if (transactionIsOpen()) throw new Error('payments must not be called in a transaction')
    },
    onExchange: options.onExchange,
    noteProblem: (what, problem) => log.error({ ...errorDetails(problem), msg: what }),
    webhookFetch: async (input, init) => handle(new Request(input, init), { peer: '127.0.0.1' }),
  })
  let worker: JobWorker | undefined
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
    jobsStandStill: () => (worker?.heartbeatAge() ?? 0) > STANDSTILL_MS,
    connectionsRunOut: shortage.isRecent,
    noteError: (error, incident, path) => {
      shortage.note(error)
      incident.kind = isDatabaseAway(error) ? 'database-away' : 'crash'
      log.error({ ...errorDetails(error), incident: incident.id, path })
    },
    noteSecurity: (note) => log.warn({ ...note, security: true }),
  }
  const serveFile = buildDirectory ? createFiles(join(buildDirectory, 'client')) : null
  const visitorPages = createVisitorPages()

  function noteAtDoor(
    event: SecurityEvent,
    request: Request,
    { address, requestId }: Caller,
    details: { readonly who?: string | null; readonly detail?: string } = {},
  ) {
    const asked = { method: request.method, path: loggedPath(request), address, request: requestId }
    app.noteSecurity({ event, who: null, ...asked, ...details })
  }

  async function handle(incoming: Request, { peer }: { peer: string }): Promise<Response> {
    const headerOf = (name: string) =>
      incoming.headers.get(name) ?? (name === 'host' ? new URL(incoming.url).host : null)
    const caller = readCaller(headerOf, peer, settings.trustProxy)
    const response = await receive(incoming, caller)
    response.headers.set('X-Request-Id', caller.requestId)
    return response
  }

  /** What any method gets; the answer to HEAD is that to GET without its body. */
  async function receive(incoming: Request, caller: Caller): Promise<Response> {
    const { pathname } = new URL(incoming.url)
    const origin = originFor(caller, pathname, settings)
    if (!origin) {
      noteAtDoor('host-refused', incoming, caller)
      const refusal = plainSentence(421, 'This host is not served here.')
      secure(refusal.headers, { policy: contentSecurityPolicy('', []), https: false })
      return refusal
    }
    const nonce = randomBytes(16).toString('base64')
    const policy = contentSecurityPolicy(nonce, payments.pages(origin))
    const response = await answerPlainly(incoming, { caller, nonce, policy, origin })
    secure(response.headers, { policy, https: isHttps(origin) })
    if (!response.headers.has('cache-control'))
      response.headers.set('Cache-Control', 'private, no-cache')
    nameCharset(response.headers)
    if (incoming.method !== 'HEAD' || !response.body) return response
    await response.body.cancel()
    const { status, statusText, headers } = response
    return new Response(null, { status, statusText, headers })
  }

  /** Turns away what no route should have to look at: bad addresses and bad bodies. */
  async function answerPlainly(incoming: Request, at: Visit): Promise<Response> {
    const address = readAddress(incoming.url, at.origin)
    if (!address) return answerRefusal({ reason: 'bad-address' }, incoming)
    const asSeen = incoming.url === address.href ? incoming : new Request(address, incoming)
    const request = asSeen.method === 'HEAD' ? new Request(asSeen, { method: 'GET' }) : asSeen
    const file = serveFile && (await serveFile(request))
    if (file) return file
    if (!comesFromOurPages(request, [at.origin])) {
      noteAtDoor('origin-refused', request, at.caller)
      return plainSentence(403, 'This request did not come from one of our pages.')
    }
    const read = await readBody(request)
    if (!read.ok) {
      noteAtDoor('body-refused', request, at.caller, { detail: read.reason })
      return answerRefusal(read, request)
    }
    return await compressed(request, await answer(read.request, at))
  }

  async function answer(request: Request, at: Visit): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const image = /^\/images\/([^/]+)$/.exec(pathname)?.[1]
    if (image && request.method === 'GET') return await answerImage(app, request, image)
    const paid = await payments.handle(request)
    if (paid) return paid
    const render = () => renderPage(request, at)
    if (!bringsNoCookieOfOurs(request.headers.get('cookie'))) return await render()
    const asked = {
      method: request.method,
      path: pathname + search,
      origin: at.origin,
      acceptEncoding: request.headers.get('accept-encoding') ?? '',
    }
    return await visitorPages.shared(asked, render)
  }

  /** A page that many have asked for just now, without the cost of a request of its own. */
  function kept({ method, path, headerOf, peer }: Arriving): Ready | null {
    if (!bringsNoCookieOfOurs(headerOf('cookie'))) return null
    const caller = readCaller(headerOf, peer, settings.trustProxy)
    const origin = originFor(caller, path, settings)
    const acceptEncoding = headerOf('accept-encoding') ?? ''
    return origin === null ? null : visitorPages.kept({ method, path, origin, acceptEncoding })
  }

  async function renderPage(request: Request, at: Visit): Promise<Response> {
    const incident: Incident = { id: randomUUID().slice(0, 8), kind: 'none' }
    try {
      const context = new RouterContextProvider()
      context.set(appContext, app)
      context.set(visitContext, {
        isThisMachine: at.caller.isThisMachine,
        requestId: at.caller.requestId,
      })
      context.set(peerContext, at.caller.address)
      context.set(nonceContext, at.nonce)
      context.set(incidentContext, incident)
      const secret = settings.sessionSecret
      const read = await readViewer(db, secret, request, clock(), at.origin)
      context.set(viewerContext, read.viewer)
      const response = await route(request, context)
      // Kept with the page: what is shown to the next visitor carries the nonce it was made with.
      secure(response.headers, { policy: at.policy, https: isHttps(at.origin) })
      await renewSession(response.headers, read, db, clock())
      if (response.status === 429)
        noteAtDoor('limit-reached', request, at.caller, { who: read.viewer.person?.id ?? null })
      bindCookies(response.headers, isHttps(at.origin))
      keepPrivate(response.headers, request, read.viewer)
      return response
    } catch (error) {
      app.noteError(error, incident, new URL(request.url).pathname)
      if (incident.kind === 'database-away') return databaseAwayPage()
      throw error
    }
  }

  const system: System = {
    ...app,
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
    mail: settings.mail.smtpUrl
      ? smtpTransport({ url: settings.mail.smtpUrl, from: settings.mail.from })
      : localOutbox,
    noteJobError: (error, job) => {
      shortage.note(error)
      log.error({ ...errorDetails(error), job })
    },
  }
  return {
    handle,
    kept,
    prepare: async () => {
      if (!app.paymentsAreReal) await setUpPayments(payments.stripe, null)
      if (settings.seedsDemo) await seedDemo(system, { pictures, askSandbox: payments.handle })
      return await publishedAccounts(db, app.auth, clock())
    },
    start: async () => {
      worker = await startWorker(system, options.directTarget, options.elapsed)
      payments.start()
    },
    drain: async () => {
      await payments.deliver()
      await drainJobs(system, pool)
    },
    noteError: (error) => log.error(errorDetails(error)),
    close: async () => {
      await worker?.stop()
      await withTimeout(SECONDS_TO_CLOSE, payments.close())
      app.images.close()
      system.mail.close()
      await withTimeout(SECONDS_TO_CLOSE, pool.end())
    },
  }
}

/** An outage is one line for each request: its stack says nothing that its name does not. */
function errorDetails(error: unknown) {
  if (!isDatabaseAway(error)) return { err: error }
  return { outage: 'database', reason: error instanceof Error ? error.message : String(error) }
}

type Visit = {
  readonly caller: Caller
  readonly nonce: string
  readonly policy: string
  readonly origin: string
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
