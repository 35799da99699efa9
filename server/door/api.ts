import { createHash, randomUUID } from 'node:crypto'
import { answerApi } from '#app/api/answer.ts'
import { API_DOCUMENT, API_ROOT } from '#app/api/api-root.ts'
import { apiDocument } from '#app/api/document.ts'
import { answerApiProblem } from '#app/api/problem-kinds.ts'
import type { App, Incident } from '#app/request/contexts.ts'
import { bytesOf } from './body.ts'
import type { NoteRefusal } from './security-notes.ts'
import type { Step, Visit } from './step.ts'

const DOCUMENT_SECONDS = 3600

/**
 * Serves the API before every step for browsers: the session, forms and the origin check. Nothing
 * here reads a cookie, so forged requests from other sites have no effect.
 */
export function serveApi(app: App, note: NoteRefusal): Step {
  // A shop has one origin, or the few names of this machine.
  let shown = documentFor('')
  return async (request, visit, next) => {
    const { pathname } = visit
    if (pathname === API_DOCUMENT && (request.method === 'GET' || request.method === 'HEAD')) {
      visit.answering.by = API_DOCUMENT
      if (shown.origin !== visit.origin) shown = documentFor(visit.origin)
      return answerDocument(request, shown)
    }
    if (pathname !== API_ROOT && !pathname.startsWith(`${API_ROOT}/`)) return await next(request)
    const response = await app.limits.unlessFailed(() => answer(app, note, request, visit))
    response.headers.set('Cache-Control', 'private, no-store')
    return response
  }
}

type ShownDocument = { readonly origin: string; readonly text: string; readonly tag: string }

function documentFor(origin: string): ShownDocument {
  const text = JSON.stringify(apiDocument(origin))
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  return { origin, text, tag }
}

function answerDocument(request: Request, { text, tag }: ShownDocument): Response {
  const headers = { 'Cache-Control': `public, max-age=${DOCUMENT_SECONDS}`, ETag: tag }
  if (request.headers.get('if-none-match') === tag)
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

async function answer(
  app: App,
  note: NoteRefusal,
  request: Request,
  { caller, origin, pathname, answering }: Visit,
): Promise<Response> {
  answering.by = API_ROOT
  try {
    const { response, pattern, personId } = await answerApi(app, {
      request,
      origin,
      peer: caller.address,
      readBytes: (limit, seconds) => bytesOf(request, limit, seconds),
    })
    if (pattern) answering.by = pattern
    if (response.status === 429) note('limit-reached', request, caller, { who: personId })
    if (response.status === 401) note('token-refused', request, caller)
    if (response.status === 403)
      note('access-refused', request, caller, { who: personId, detail: 'api' })
    return response
  } catch (error) {
    const incident: Incident = { id: randomUUID().slice(0, 8), kind: 'none' }
    app.noteError(error, incident, pathname)
    const isUnavailable = incident.kind === 'database-unavailable'
    return answerApiProblem(
      isUnavailable
        ? { reason: 'unavailable', headers: { 'Retry-After': '5' } }
        : { reason: 'unexpected', detail: `If you contact us, include this ID: ${incident.id}.` },
      { origin, path: pathname },
    )
  }
}
