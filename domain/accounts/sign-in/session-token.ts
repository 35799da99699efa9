import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from './keys.ts'

/**
 * A session's token with our signature: `token.base64(hmac)`. The browser stores it, so that a
 * made-up token never reaches the database.
 */
export function sealToken(secret: string, token: string): string {
  const signature = createHmac('sha256', keyFor(secret, 'session cookie')).update(token)
  return `${token}.${signature.digest('base64')}`
}

/** The token, or null for anything that was not sealed with this secret. */
export function openToken(secret: string, given: string): string | null {
  const dot = given.lastIndexOf('.')
  if (dot < 1) return null
  const token = given.slice(0, dot)
  return isSame(sealToken(secret, token), given) ? token : null
}

/** Compares the encoded texts, because several of them decode to the same signature. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
