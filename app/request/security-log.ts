import { appContext, type Context, peerContext, viewerIn, visitContext } from './contexts.ts'
import { loggedPath } from './logged-path.ts'
import type { SecurityEvent } from './security-note.ts'

/**
 * Logs a security event.
 * @param details `who` if it is not the signed-in person
 */
export function noteSecurity(
  context: Context,
  request: Request,
  event: SecurityEvent,
  details: { readonly who?: string | null; readonly detail?: string } = {},
): void {
  const { person } = viewerIn(context)
  const { requestId } = context.get(visitContext)
  context.get(appContext).noteSecurity({
    event,
    who: details.who ?? person?.id ?? null,
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
    address: context.get(peerContext),
    request: requestId,
    ...(details.detail !== undefined && { detail: details.detail }),
  })
}
