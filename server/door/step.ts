import type { Caller } from './caller.ts'

/** What the door knows of a request before its steps. */
export type Visit = {
  readonly caller: Caller
  /** What the visitor's address bar shows, such as 'https://shop.example'. */
  readonly origin: string
  /** Allows the scripts and styles of this answer, by `policy`. */
  readonly nonce: string
  /** The Content-Security-Policy of this answer. */
  readonly policy: string
}

/** Asks the remaining steps. */
export type Next = (request: Request) => Promise<Response>

/**
 * One step of request handling: it answers itself, or asks the next one, perhaps with a changed
 * request, and may change the answer on its way back.
 */
export type Step = (request: Request, visit: Visit, next: Next) => Promise<Response>
