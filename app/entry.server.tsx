import {
  type EntryContext,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { deferScripts } from '#app/rendering/defer-scripts.ts'
import { renderPage } from '#app/rendering/render-page.tsx'
import { appContext, incidentContext, nonceContext } from '#app/request/contexts.ts'
import { encoded } from '#app/responses/encoded.ts'
import { wholeResponse } from '#app/responses/whole-response.ts'

/** Logs an unexpected error, under the id that the page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { pathname } = new URL(request.url)
  context.get(appContext).noteError(error, context.get(incidentContext), pathname)
}

/**
 * A navigation gets the incident's id in a timing header: the error itself arrives without its
 * text.
 */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const incident = context.get(incidentContext)
  if (incident.kind !== 'none')
    response.headers.set('Server-Timing', `${incident.kind};desc="${incident.id}"`)
  return response
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const incident = context.get(incidentContext)
  let code = status
  if (incident.kind !== 'none') {
    code = incident.kind === 'database-unavailable' ? 503 : 500
    passToPage(entry, incident.kind, incident.id, code)
    headers.set('Cache-Control', 'no-store')
  }
  const page = await renderPage({
    entry,
    url: request.url,
    nonce,
    noteError(error) {
      code = 500
      handleError(error, { request, params: {}, context })
    },
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const body = encoded(deferScripts(page, nonce))
  return wholeResponse(body, { status: code, headers })
}

/** What the error page can show: an id to quote, and whether waiting helps. */
function passToPage(entry: EntryContext, kind: string, id: string, code: number) {
  const { errors } = entry.staticHandlerContext
  for (const [route, error] of Object.entries(errors ?? {})) {
    if (errors && !isRouteErrorResponse(error))
      errors[route] = new ErrorResponse(code, kind, { kind, id })
  }
}
