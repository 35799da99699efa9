import { isRouteErrorResponse } from 'react-router'

/** Why a form could not be handed in. */
export type FailureReason =
  | { readonly kind: 'offline' | 'unavailable' | 'crash' | 'too-large' | 'not-accepted' }
  | { readonly kind: 'signed-out'; readonly sentence: string; readonly signInPath: string }

type Failure = {
  readonly form: HTMLFormElement
  readonly submitter: HTMLElement | null
  readonly reason: FailureReason
}

/** The hidden field of forms that make something new; see `Form`. */
export const REQUEST_KEY = 'request_key'

// One form is handed in at a time; the window's listener knows it before the router does.
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

/** What became of this form when it was handed in last; null when it arrived. */
export function failureOf(form: HTMLFormElement | null): Failure | null {
  return failure && failure.form === form ? failure : null
}

/** A form is handed in: remembers which one, and forgets how it went before. */
export function rememberSubmission(event: SubmitEvent): void {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return
  submitted = { form: event.target, submitter: event.submitter }
  const key = event.target.querySelector(`input[name=${REQUEST_KEY}][data-once]`)
  // Sent again after a failure it is the same request: its first answer may only have been lost.
  if (key instanceof HTMLInputElement && !(key.value && failureOf(event.target)))
    key.value = crypto.randomUUID()
  if (failure) setFailure(null)
}

/** Hands the failure to the form that was handed in last. False when its form is gone. */
export function reportFailure(reason: FailureReason): boolean {
  if (!submitted?.form.isConnected) return false
  setFailure({ ...submitted, reason })
  return true
}

/**
 * What a thrown thing says about a form that was on its way; null for what the page itself answers,
 * such as an address that is not there.
 */
export function reasonOf(thrown: unknown): FailureReason | null {
  const error = unwrapped(thrown)
  if (error instanceof Response) return null
  if (!isRouteErrorResponse(error)) {
    // Browsers word a failed fetch each in their own way, but all throw a TypeError for it.
    const isFetch = error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
    return { kind: isFetch ? 'offline' : 'crash' }
  }
  if (error.status === 401) return signedOut(error.data)
  if (error.status === 413) return { kind: 'too-large' }
  if ([502, 503, 504].includes(error.status)) return { kind: 'unavailable' }
  if (error.status >= 500) return { kind: 'crash' }
  return [400, 403, 408, 415, 421].includes(error.status) ? { kind: 'not-accepted' } : null
}

/** The router hands on what an action has thrown as if it were an answer with a status. */
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
