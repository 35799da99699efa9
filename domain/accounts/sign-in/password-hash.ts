import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { BoundedQueue } from '#domain/shared/lists/bounded-queue.ts'

type Cost = { readonly log2N: number; readonly r: number; readonly p: number }

/** The scrypt cost of new hashes: 32 MB and about a fifth of a second each. */
const SECURE_COST: Cost = { log2N: 15, r: 8, p: 3 }
/** The cost of earlier hashes, which do not contain it. */
const EARLIER_COST: Cost = { log2N: 14, r: 16, p: 1 }

/** More at once would slow everybody down; a longer wait is refused with "try again". */
const queue = new BoundedQueue({ atOnce: 2, waiting: 80, waitMilliseconds: 20_000 })

let isFast = false

/** `fast` makes hashing take about a millisecond, for tests, which need no security. */
export function setHashing(how: 'secure' | 'fast'): void {
  isFast = how === 'fast'
}

/** The scrypt cost for a new hash. */
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

/** Whether a password should be rehashed the next time it is entered. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix())
}

/** A dummy hash: verifying a password against it takes as long as against a real one. */
export function dummyHash(): string {
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
 * Derives a key from a text with scrypt, which is slow by design; calls are queued.
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
