import type { App } from '#app/request/contexts.ts'
import { loggedPath } from '#app/request/logged-path.ts'
import type { SecurityEvent } from '#app/request/security-note.ts'
import type { Caller } from './caller.ts'

/** Logs a security event. */
export type NoteRefusal = (
  event: SecurityEvent,
  request: Request,
  caller: Caller,
  details?: { readonly who?: string | null; readonly detail?: string },
) => void

export function noteRefusals(noteSecurity: App['noteSecurity']): NoteRefusal {
  return (event, request, { address, requestId }, details = {}) => {
    const requested = {
      method: request.method,
      path: loggedPath(new URL(request.url).pathname),
      address,
      request: requestId,
    }
    noteSecurity({ event, who: null, ...requested, ...details })
  }
}
