import { createHash, timingSafeEqual } from 'node:crypto'
import { apiVersion } from '#sandbox/core/api-version.ts'
import { badRequest, StripeProblem } from '#sandbox/core/errors.ts'
import type { Route } from './routing.ts'

/** Refuses requests without the sandbox's only API key. */
export function requireKey(request: Request, secretKey: string): void {
  const given = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (given === undefined) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. Send it in the Authorization header, as a bearer token.',
    })
  }
  if (!timingSafeEqual(digest(given), digest(secretKey))) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${given.slice(0, 8)}****`,
    })
  }
}

/** Only the pinned version is supported; it is the default of requests that name none. */
export function requireVersion(request: Request): void {
  const version = request.headers.get('stripe-version')
  if (version !== null && version !== apiVersion) {
    throw badRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion}.`)
  }
}

/** The connected account that a request is sent for, by its header; null: the platform itself. */
export function readAccount(request: Request, { method, path, forAccounts }: Route): string | null {
  const account = request.headers.get('stripe-account')
  if (account !== null && !forAccounts) {
    throw badRequest(`The sandbox does not support Stripe-Account for ${method} ${path}.`)
  }
  return account
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
