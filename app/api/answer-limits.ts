import { type AttemptOutcome, type Limit, quotaOf } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { refused } from '#domain/shared/outcome.ts'
import type { ApiProblem } from './problem-kinds.ts'

export function tooMany(limit: Limit, seconds: number): ApiProblem {
  return {
    reason: 'too-many-requests',
    detail: tryAgainIn(seconds),
    headers: {
      'Retry-After': String(seconds),
      ...quotaHeaders(limit, refused({ reason: 'too-many', retryAfterSeconds: seconds })),
    },
  }
}

/** draft-ietf-httpapi-ratelimit-headers: the quota, its seconds, and what is left of it. */
export function quotaHeaders(limit: Limit, taken: AttemptOutcome): Record<string, string> {
  const { points, seconds } = quotaOf(limit)
  const name = limit.replaceAll(' ', '-')
  const left = taken.ok ? taken.value.remaining : 0
  const reset = taken.ok ? taken.value.resetSeconds : taken.problem.retryAfterSeconds
  return {
    'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
    RateLimit: `"${name}";r=${left};t=${reset}`,
  }
}
