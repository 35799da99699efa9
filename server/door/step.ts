import type { Answering } from '#app/request/contexts.ts'
import type { Caller } from './caller.ts'

/** What the door knows about a request before its steps. */
export type Visit = {
  readonly caller: Caller
  /** What the visitor's address bar shows, such as 'https://shop.example'. */
  readonly origin: string
  /** The path of the request's address. */
  readonly pathname: string
  /** Allows the scripts and styles of this response, by `policy`. */
  readonly nonce: string
  /** The Content-Security-Policy of this response. */
  readonly policy: string
  readonly answering: Answering
}

/** Runs the remaining steps. */
export type Next = (request: Request) => Promise<Response>

/**
 * One step of request handling: it responds itself, or runs the next one, perhaps with a changed
 * request, and may change the response.
 */
export type Step = (request: Request, visit: Visit, next: Next) => Promise<Response>
