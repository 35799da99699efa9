import { href } from 'react-router'

/** Why the API refuses a request: our reasons, each with its status and title. */
export const problemKinds = {
  'bad-address': [400, 'This address is not valid'],
  'body-invalid': [400, 'The body is not valid JSON'],
  'key-missing': [400, 'Missing Idempotency-Key'],
  'token-missing': [401, 'Missing API token'],
  'token-invalid': [401, 'Invalid API token'],
  'scope-missing': [403, 'Insufficient scope'],
  'account-not-allowed': [403, 'Not for this kind of account'],
  'consent-due': [403, 'New terms must be accepted first'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'not-acceptable': [406, 'Only JSON responses are available'],
  'already-decided': [409, 'Already decided'],
  'answer-over': [409, 'The time to answer is over'],
  'edit-conflict': [409, 'Changed by someone else'],
  'dates-offered': [409, 'Dates are offered to someone on the waitlist'],
  'dates-rented': [409, 'It is rented on these dates'],
  'listing-closed': [409, 'Only admins can add items at the moment'],
  'nothing-proposed': [409, 'These dates are no longer asked for'],
  'not-yet': [409, 'The previous step is not completed'],
  'request-in-progress': [409, 'The same request is in progress'],
  'still-out': [409, 'The item is still with another renter'],
  'sku-taken': [409, 'Another item has this SKU'],
  'too-many-listings': [409, 'The closet has as many items as it can'],
  'too-many-endpoints': [409, 'Endpoint limit reached'],
  'too-many-photos': [409, 'Photo limit reached'],
  'too-large': [413, 'The body is too large'],
  'too-slow': [408, 'The body arrived too slowly'],
  'type-not-supported': [415, 'Unsupported content type'],
  'key-reused': [422, 'The Idempotency-Key belongs to another request'],
  invalid: [422, 'Validation failed'],
  'too-many-requests': [429, 'Too many requests'],
  unexpected: [500, 'Something went wrong'],
  unavailable: [503, 'Not available at the moment'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemReason = keyof typeof problemKinds

/** A refusal; `detail` is a sentence for the developers of the client. */
export type ApiProblem = {
  readonly reason: ProblemReason
  readonly detail?: string
  /** A sentence for each field that has to be corrected. */
  readonly errors?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Nothing new can be started until the person has agreed to the new terms. */
export function consentDue(origin: string): ApiProblem {
  return {
    reason: 'consent-due',
    detail: `Our terms have changed. Please sign in and agree to them at ${origin}${href('/consent')} first.`,
  }
}

/** The response for a problem (RFC 9457). */
export function answerApiProblem(
  problem: ApiProblem,
  { origin, path }: { readonly origin: string; readonly path: string },
): Response {
  const { reason, detail, errors, headers = {} } = problem
  const [status, title] = problemKinds[reason]
  const body = {
    type: `${origin}/api#${reason}`,
    title,
    status,
    ...(detail && { detail }),
    instance: path,
    reason,
    ...(errors && { errors }),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  })
}
