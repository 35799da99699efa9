import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { BoundedQueue } from '#domain/shared/bounded-queue.ts'

type Cost = { readonly log2N: number; readonly r: number; readonly p: number }

/** 32 MB and about a fifth of a second each: what is asked of scrypt today. */
const SECURE_COST: Cost = { log2N: 15, r: 8, p: 3 }
/** Of hashes that carry no cost of their own. */
const EARLIER_COST: Cost = { log2N: 14, r: 16, p: 1 }

/** More at once would hold up everybody; who waits longer is better told to try again. */
const queue = new BoundedQueue({ atOnce: 2, waiting: 40, waitMilliseconds: 8_000 })

let isFast = false

/** Fast: hashing takes about a millisecond from now on; for tests, which need no security. */
export function setHashing(how: 'secure' | 'fast'): void {
  isFast = how === 'fast'
}

/** What is asked of scrypt for a new hash. */
export function costNow(secure: Cost): Cost {
  return isFast ? { log2N: 8, r: 8, p: 1 } : secure
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('base64url')
  const key = await slowKey(password, salt, costNow(SECURE_COST))
  return `${prefix()}${salt}$${key.toString('base64url')}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  readonly hash: string
  readonly password: string
}): Promise<boolean> {
  const { cost, salt, key } = readHash(hash)
  const given = await slowKey(password, salt, cost)
  return given.length === key.length && timingSafeEqual(given, key)
}

/** Whether a password should be hashed anew when it is known next. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix())
}

/** Nobody's: verifying a password against it takes as long as against anybody's. */
export function nobodysHash(): string {
  return `${prefix()}${'A'.repeat(22)}$${'A'.repeat(86)}`
}

function prefix(): string {
  const { log2N, r, p } = costNow(SECURE_COST)
  return `scrypt$${log2N}$${r}$${p}$`
}

function readHash(hash: string): { cost: Cost; salt: string; key: Buffer } {
  if (!hash.startsWith('scrypt$')) {
    const [salt = '', key = ''] = hash.split(':')
    return { cost: EARLIER_COST, salt, key: Buffer.from(key, 'hex') }
  }
  const [, log2N, r, p, salt = '', key = ''] = hash.split('$')
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) }
  return { cost, salt, key: Buffer.from(key, 'base64url') }
}

/**
 * A key that takes long to make from a text, in its turn.
 * @throws TooBusy
 */
export function slowKey(text: string, salt: string, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N
  const options = { N, r, p, maxmem: 256 * N * r }
  return queue.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text.normalize('NFKC'), salt, 64, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
