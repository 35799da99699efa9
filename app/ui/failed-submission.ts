import { isRouteErrorResponse } from 'react-router'

/** Why a form could not be submitted. */
export type FailureReason =
  | { readonly kind: 'offline' | 'unavailable' | 'crash' | 'too-large' | 'not-accepted' }
  | { readonly kind: 'signed-out'; readonly sentence: string; readonly signInPath: string }

type Failure = {
  readonly form: HTMLFormElement
  readonly submitter: HTMLElement | null
  readonly reason: FailureReason
}

/** The hidden field of forms that create something; see `Form`. */
export const REQUEST_KEY = 'request_key'

// One form is submitted at a time; the window's listener knows it before the router does.
let submitted: Pick<Failure, 'form' | 'submitter'> | null = null
let failure: Failure | null = null
const listeners = new Set<() => void>()

function setFailure(next: Failure | null): void {
  failure = next
  for (const listener of listeners) listener()
}

export function onFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function hasFailure(): boolean {
  return failure !== null
}

/** The failure of this form's last submission; null when it succeeded. */
export function failureOf(form: HTMLFormElement | null): Failure | null {
  return failure && failure.form === form ? failure : null
}

/** Remembers the form being submitted, and clears its last failure. */
export function rememberSubmission(event: SubmitEvent): void {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return
  submitted = { form: event.target, submitter: event.submitter }
  const key = event.target.querySelector(`input[name=${REQUEST_KEY}][data-once]`)
  // Resubmitting after a failure is the same request: perhaps only the response was lost.
  if (key instanceof HTMLInputElement && !(key.value && failureOf(event.target)))
    key.value = crypto.randomUUID()
  if (failure) setFailure(null)
}

/** Assigns the failure to the form submitted last. False when that form is gone. */
export function reportFailure(reason: FailureReason): boolean {
  if (!submitted?.form.isConnected) return false
  setFailure({ ...submitted, reason })
  return true
}

/**
 * The failure of a submitted form from a thrown error; null for errors that the page shows itself,
 * such as an unknown address.
 */
export function reasonOf(thrown: unknown): FailureReason | null {
  const error = unwrapped(thrown)
  if (error instanceof Response) return null
  if (!isRouteErrorResponse(error)) {
    // Each browser words a failed fetch differently, but all throw a TypeError.
    const isFetch = error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
    return { kind: isFetch ? 'offline' : 'crash' }
  }
  if (error.status === 401) return signedOut(error.data)
  if (error.status === 413) return { kind: 'too-large' }
  if ([502, 503, 504].includes(error.status)) return { kind: 'unavailable' }
  if (error.status >= 500) return { kind: 'crash' }
  return [400, 403, 408, 415, 421].includes(error.status) ? { kind: 'not-accepted' } : null
}

/** The router passes on what an action has thrown as if it were a response with a status. */
function unwrapped(thrown: unknown): unknown {
  const isAnswer =
    typeof thrown === 'object' && thrown !== null && 'type' in thrown && 'data' in thrown
  return isAnswer && thrown.type === 'DataWithResponseInit' ? thrown.data : thrown
}

function signedOut(details: unknown): FailureReason | null {
  if (typeof details !== 'object' || details === null) return null
  if (!('sentence' in details && 'signInPath' in details)) return null
  const { sentence, signInPath } = details
  if (typeof sentence !== 'string' || typeof signInPath !== 'string') return null
  return { kind: 'signed-out', sentence, signInPath }
}
