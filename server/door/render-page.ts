import { randomUUID } from 'node:crypto'
import * as routes from 'virtual:react-router/server-build'
import { RouterContextProvider } from 'react-router'
import {
  type App,
  answeringContext,
  appContext,
  formScriptsContext,
  type Incident,
  incidentContext,
  nonceContext,
  peerContext,
  viewerContext,
  visitContext,
} from '#app/request/contexts.ts'
import { bindCookies } from '#app/request/cookies.ts'
import { setPrivateCaching } from '#app/request/private-answers.ts'
import { sentCookie } from '#app/request/sent-cookie.ts'
import { readViewer, renewSession } from '#app/request/session.ts'
import type { ReadForVisitors } from '#server/data/replicas/read-for-visitors.ts'
import { isHttps, secure } from './headers.ts'
import { databaseUnavailablePage } from './plain-pages.ts'
import { handlerBySegment } from './routes-by-segment.ts'
import type { NoteRefusal } from './security-notes.ts'
import type { Step, Visit } from './step.ts'
import { clientGone } from './until-done.ts'

// Every page of the storefront can post to /likes.
const route = handlerBySegment(routes, process.env.NODE_ENV, ['likes'])

function scriptsOf(id: string): string {
  const { module, clientActionModule } = routes.assets.routes[id] ?? {}
  return [module, clientActionModule].filter((one) => one !== undefined).join(' ')
}
const formScripts = {
  like: scriptsOf('routes/endpoints/likes'),
  dismiss: scriptsOf('routes/endpoints/dismiss-announcement'),
  unit: scriptsOf('routes/endpoints/length-unit'),
}

/**
 * Reads the session and lets the route respond, from a replica where that is possible. While the
 * database is unavailable, the response is a page that does not need it; every other error is
 * logged and thrown.
 * @param secret signs sessions
 */
export function renderPages(
  app: App,
  secret: string,
  note: NoteRefusal,
  read: ReadForVisitors,
): Step {
  const render = rendering(secret, note)
  return async (request, visit) => {
    const fromReplica = await read(request, (reading) =>
      render({ ...app, ...reading }, request, visit),
    )
    return fromReplica ?? (await render(app, request, visit))
  }
}

function rendering(secret: string, note: NoteRefusal) {
  return async (app: App, request: Request, visit: Visit): Promise<Response> => {
    const { db, clock } = app
    const incident: Incident = { id: randomUUID().slice(0, 8), kind: 'none' }
    try {
      const context = contextOf(app, visit, incident)
      const read = await readViewer(db, secret, request, clock(), visit.origin)
      context.set(viewerContext, read.viewer)
      const response = await app.limits.unlessFailed(() => route(request, context))
      // Routes without a page turn an error into a plain response for developers.
      const isPlain = response.status === 500 && !new URL(request.url).pathname.endsWith('.data')
      if (incident.kind === 'database-unavailable' && isPlain) return databaseUnavailablePage()
      // Set here because a shared page is cached with its headers: they must have its nonce.
      secure(response.headers, { policy: visit.policy, https: isHttps(visit.origin) })
      await renewSession(response.headers, read, db, clock())
      if (response.status === 429)
        note('limit-reached', request, visit.caller, { who: read.viewer.person?.id ?? null })
      if (request.method !== 'GET' && read.viewer.person)
        response.headers.append('Set-Cookie', sentCookie)
      bindCookies(response.headers, isHttps(visit.origin))
      setPrivateCaching(response.headers, request, read.viewer)
      return response
    } catch (error) {
      if (request.signal.aborted && error === request.signal.reason) return clientGone()
      app.noteError(error, incident, new URL(request.url).pathname)
      if (incident.kind === 'database-unavailable') return databaseUnavailablePage()
      throw error
    }
  }
}

function contextOf(
  app: App,
  { caller, nonce, answering }: Visit,
  incident: Incident,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const { isThisMachine, isProxyAddress, requestId } = caller
  context.set(visitContext, { isThisMachine, isProxyAddress, requestId })
  context.set(peerContext, caller.address)
  context.set(nonceContext, nonce)
  context.set(formScriptsContext, formScripts)
  context.set(incidentContext, incident)
  context.set(answeringContext, answering)
  return context
}
