import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

type Rule = {
  readonly points: number
  readonly seconds: number
  /** The key under which attempts are counted. */
  readonly per: 'account' | 'address' | 'account at an address' | 'token'
  /** Counted per process: for requests that cost less than counting them in the database. */
  readonly inMemory?: boolean
  /** Requests that fail on our side do not count. Never for guesses of passwords and codes. */
  readonly freeIfFailed?: boolean
}

const MINUTE = 60
const HOUR = 3600

/** All rate limits (spec 19.1). */
const limits = {
  'sign-in': { points: 10, seconds: 15 * MINUTE, per: 'account at an address' },
  'sign-in of a known browser': { points: 10, seconds: 15 * MINUTE, per: 'account' },
  'sign-in of strangers': { points: 50, seconds: HOUR, per: 'account' },
  'sign-in at an address': { points: 100, seconds: 15 * MINUTE, per: 'address' },
  'own password': { points: 10, seconds: 15 * MINUTE, per: 'account' },
  'sign-up': { points: 20, seconds: HOUR, per: 'address' },
  reset: { points: 5, seconds: HOUR, per: 'address' },
  verification: { points: 5, seconds: HOUR, per: 'account' },
  claim: { points: 10, seconds: HOUR, per: 'account' },
  feedback: { points: 5, seconds: HOUR, per: 'address', freeIfFailed: true },
  upload: { points: 60, seconds: HOUR, per: 'account', freeIfFailed: true },
  // By renter: prevents holding items for months and cancelling them repeatedly.
  'cancel-rental': { points: 10, seconds: 24 * HOUR, per: 'account', freeIfFailed: true },
  'join-waitlist': { points: 30, seconds: HOUR, per: 'account', freeIfFailed: true },
  block: { points: 60, seconds: HOUR, per: 'account', freeIfFailed: true },
  'support request': { points: 10, seconds: HOUR, per: 'account', freeIfFailed: true },
  report: { points: 10, seconds: HOUR, per: 'account', freeIfFailed: true },
  board: { points: 30, seconds: HOUR, per: 'address', freeIfFailed: true },
  'board link': { points: 120, seconds: 15 * MINUTE, per: 'address', inMemory: true },
  checkout: { points: 20, seconds: HOUR, per: 'account', freeIfFailed: true },
  message: { points: 30, seconds: 10 * MINUTE, per: 'account', freeIfFailed: true },
  conversation: { points: 10, seconds: HOUR, per: 'account', freeIfFailed: true },
  'conversation before verification': {
    points: 3,
    seconds: HOUR,
    per: 'account',
    freeIfFailed: true,
  },
  like: { points: 600, seconds: HOUR, per: 'account', freeIfFailed: true },
  application: { points: 10, seconds: HOUR, per: 'account', freeIfFailed: true },
  'import listings': { points: 20, seconds: HOUR, per: 'account', freeIfFailed: true },
  // Limits what other people's servers receive.
  'send-webhook': { points: 60, seconds: HOUR, per: 'account', freeIfFailed: true },
  'add-webhook': { points: 30, seconds: HOUR, per: 'account', freeIfFailed: true },
  export: { points: 30, seconds: HOUR, per: 'account', freeIfFailed: true },
  calendar: { points: 120, seconds: MINUTE, per: 'address', inMemory: true },
  zip: { points: 60, seconds: HOUR, per: 'address', inMemory: true },
  search: { points: 60, seconds: MINUTE, per: 'address', inMemory: true },
  api: { points: 600, seconds: MINUTE, per: 'account' },
  'wrong API token': { points: 30, seconds: 15 * MINUTE, per: 'address', inMemory: true },
} satisfies Record<string, Rule>

export type Limit = keyof typeof limits

const rulesByName: Readonly<Record<Limit, Rule>> = limits

const isLimit = (name: string): name is Limit => name in limits

export const allLimits: readonly Limit[] = Object.keys(limits).filter(isLimit)

export const limitsFreeIfFailed: readonly Limit[] = allLimits.filter(
  (limit) => rulesByName[limit].freeIfFailed,
)

/** Tests and people on the demo's own machine are not limited. */
const LOOPBACK_FACTOR = 100

export type Limits = {
  readonly take: (limit: Limit, key: string) => Promise<AttemptOutcome>
  readonly forget: (limit: Limit, key: string) => Promise<void>
  /** Answers a request; what it counted is taken back if it fails on our side. */
  readonly unlessFailed: (answer: () => Promise<Response>) => Promise<Response>
}

export type TooMany = { readonly reason: 'too-many'; readonly retryAfterSeconds: number }

export type RemainingQuota = { readonly remaining: number; readonly resetSeconds: number }

export type AttemptOutcome = Outcome<RemainingQuota, TooMany>

/** How many attempts in how many seconds. */
export function quotaOf(limit: Limit): { readonly points: number; readonly seconds: number } {
  return limits[limit]
}

/** Counts in the database, so that all processes count together, unless a rule says otherwise. */
export function createLimits(pool: pg.Pool, { demo }: { readonly demo: boolean }): Limits {
  const limiter = (name: string, points: number, { seconds, inMemory }: Rule) => {
    const shared = { keyPrefix: name, points, duration: seconds }
    if (inMemory) return new RateLimiterMemory(shared)
    return new RateLimiterPostgres({
      ...shared,
      // Statements stay unnamed: not every pooler supports named ones.
      storeClient: {
        query: ({ text, values }: pg.QueryConfig) => pool.query({ text, values }),
      },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      // A scheduled job of ours deletes expired rows.
      clearExpiredByTimeout: false,
      // A client over the limit costs no query until it ends. The last attempt allowed does not block
      // yet: if it fails on our side, it is taken back from the database alone.
      inMemoryBlockOnConsumed: points + 1,
    })
  }
  const strict = new Map<string, ReturnType<typeof limiter>>()
  const generous = new Map<string, ReturnType<typeof limiter>>()
  for (const [name, rule] of Object.entries(rulesByName)) {
    strict.set(name, limiter(name, rule.points, rule))
    if (demo && rule.per === 'address') {
      generous.set(name, limiter(`${name} on loopback`, rule.points * LOOPBACK_FACTOR, rule))
    }
  }
  const limiterFor = (limit: Limit, key: string) => {
    const found = (isLoopback(key) ? generous.get(limit) : undefined) ?? strict.get(limit)
    if (!found) throw new Error(`there is no limit ${limit}`)
    return found
  }
  return {
    take: async (limit, key) => {
      try {
        const left = await limiterFor(limit, key).consume(hashed(limit, key))
        if (rulesByName[limit].freeIfFailed) counted.getStore()?.attempts.push({ limit, key })
        return done({
          remaining: Math.max(0, left.remainingPoints),
          resetSeconds: Math.ceil(left.msBeforeNext / 1000),
        })
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000) || 1
        return refused({ reason: 'too-many', retryAfterSeconds })
      }
    },
    forget: async (limit, key) => {
      await limiterFor(limit, key).delete(hashed(limit, key))
    },
    unlessFailed: async (answer) => {
      const request: CountedRequest = { attempts: [], failed: [] }
      try {
        return await counted.run(request, answer)
      } finally {
        // Whatever made the request fail may prevent this too.
        for (const { limit, key } of request.failed)
          await limiterFor(limit, key)
            .reward(hashed(limit, key), 1)
            .catch(() => {})
      }
    },
  }
}

type Attempt = { readonly limit: Limit; readonly key: string }

type CountedRequest = {
  /** In progress. */
  readonly attempts: Attempt[]
  /** To be taken back. */
  readonly failed: Attempt[]
}

/** What the request in progress has counted. */
const counted = new AsyncLocalStorage<CountedRequest>()

/**
 * Takes back what the request in progress has counted: an error of ours prevented what was counted, or we
 * were too busy for it. Never derived from a request that merely ended, because clients end requests.
 */
export function noteFailureOnOurSide(): void {
  const request = counted.getStore()
  request?.failed.push(...request.attempts.splice(0))
}

/** What the request in progress has counted so far is done, and stays counted if the rest fails. */
export function keepAttempts(): void {
  counted.getStore()?.attempts.splice(0)
}

/** The key for one account's attempts from one address. */
export function attemptKey(account: string, address: string): string {
  return `${account} ${network(address)}`
}

/**
 * Counts one attempt, correctly even for simultaneous ones.
 * @param key an account's id or email address, the address of the client (`peerContext`), or both
 */
export function countAttempt(
  app: { readonly limits: Limits },
  limit: Limit,
  key: string,
): Promise<AttemptOutcome> {
  return app.limits.take(limit, key)
}

/** Resets the attempts so far: someone has confirmed their identity. */
export function resetAttempts(
  app: { readonly limits: Limits },
  limit: Limit,
  key: string,
): Promise<void> {
  return app.limits.forget(limit, key)
}

/** The table stores hashes only: no email or IP addresses. */
function hashed(limit: Limit, key: string): string {
  const subject = limits[limit].per === 'address' ? network(key) : key.trim().toLowerCase()
  return createHash('sha256').update(subject).digest('base64url')
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address)
}

/** A customer of an IPv6 provider has a whole /64. */
export function network(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!mapped.includes(':')) return mapped
  const [head = '', tail] = mapped.split('::')
  const front = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - front.length - end.length)).fill('0')
  return [...front, ...zeros, ...end].slice(0, 4).join(':').toLowerCase()
}
