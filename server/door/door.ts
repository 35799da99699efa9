import { randomFillSync } from 'node:crypto'
import { SpanStatusCode } from '@opentelemetry/api'
import { ClientGone } from '#app/request/client-gone.ts'
import { traced } from '#db/trace.ts'
import type { CountRequest } from '#server/observe/metrics/requests.ts'
import { asRequest } from '#server/observe/request-id.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { App } from './app-contract.ts'
import { readCaller } from './caller.ts'
import { contentSecurityPolicy, type FormTargets, secure } from './headers.ts'
import { originFor } from './hosts.ts'
import { plainSentence } from './plain-pages.ts'
import type { NoteRefusal } from './security-notes.ts'
import type { Step, Visit } from './step.ts'
import { clientGone, untilDone } from './until-done.ts'

const NONCE_BYTES = 16
const random = Buffer.alloc(256 * NONCE_BYTES)
let taken = random.length

/** Random bytes are a system call, so those for 256 nonces are read at once. */
function nextNonce(): string {
  if (taken === random.length) {
    randomFillSync(random)
    taken = 0
  }
  taken += NONCE_BYTES
  return random.toString('base64', taken - NONCE_BYTES, taken)
}

type DoorOptions = {
  readonly settings: Pick<Settings, 'trustProxy' | 'publicUrl' | 'host'>
  /** Origins besides the page's own that a form on it can redirect to. */
  readonly formTargets: (origin: string) => FormTargets
  readonly note: NoteRefusal
  readonly countRequest: CountRequest
}

/**
 * Determines the caller and the host, then runs the steps in order. The last one always responds.
 */
export function createDoor(
  { settings, formTargets, note, countRequest }: DoorOptions,
  steps: readonly Step[],
): App['handle'] {
  return async (request, { peer }) => {
    const { host, pathname } = new URL(request.url)
    const headerOf = (name: string) => request.headers.get(name) ?? (name === 'host' ? host : null)
    const caller = readCaller(headerOf, peer, settings.trustProxy)
    const origin = originFor(caller, pathname, settings)
    const beganAt = performance.now()
    const answering = { by: 'none' }
    let status = 500
    try {
      const response = await asRequest(caller.requestId, answerTraced)
      status = response.status
      response.headers.set('X-Request-Id', caller.requestId)
      return response
    } finally {
      const seconds = (performance.now() - beganAt) / 1000
      countRequest({ method: request.method, route: answering.by, status, seconds })
    }

    /** Cached pages that need only the head of a request do not come through here: no span. */
    function answerTraced(): Promise<Response> {
      const attributes = {
        'http.request.method': request.method,
        'hemline.request': caller.requestId,
      }
      const { traceparent: parent } = caller
      const options = { name: request.method, kind: 'SERVER', attributes, parent } as const
      return traced(options, async (span) => {
        const response = await answer()
        // The route's pattern, because addresses contain ids and secrets of people.
        span?.updateName(`${request.method} ${answering.by}`)
        span?.setAttributes({
          'http.route': answering.by,
          'http.response.status_code': response.status,
        })
        if (response.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        return response
      })
    }

    async function answer(): Promise<Response> {
      if (origin === null) {
        note('host-refused', request, caller)
        return hostRefusal()
      }
      const work = untilDone(request)
      try {
        const response = await inOrder(steps, work.request, visitTo(origin))
        return work.isGone() ? clientGone() : response
      } catch (error) {
        if (error instanceof ClientGone) return clientGone()
        throw error
      }
    }

    function visitTo(origin: string): Visit {
      const nonce = nextNonce()
      const policy = contentSecurityPolicy(nonce, formTargets(origin))
      return { caller, origin, pathname, nonce, policy, answering }
    }
  }
}

async function inOrder(
  [step, ...rest]: readonly Step[],
  request: Request,
  visit: Visit,
): Promise<Response> {
  if (!step) throw new Error(`no step answered ${request.url}`)
  return await step(request, visit, (passedOn) => inOrder(rest, passedOn, visit))
}

function hostRefusal(): Response {
  const refusal = plainSentence(421, 'This host is not served here.')
  secure(refusal.headers, { policy: contentSecurityPolicy('', []), https: false })
  return refusal
}
