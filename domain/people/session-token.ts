import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A session's token with the signature that better-auth puts beside it: `token.base64(hmac)`. The
 * browser carries it, so that a made-up token never reaches the database.
 */
export function sealToken(secret: string, token: string): string {
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
}

/** The token again, or null for anything that was not sealed with this secret. */
export function openToken(secret: string, sealed: string): string | null {
  const dot = sealed.lastIndexOf('.')
  if (dot < 1) return null
  const token = sealed.slice(0, dot)
  // Compared as written, not as decoded: several texts decode to the same signature.
  const own = Buffer.from(sealToken(secret, token))
  const given = Buffer.from(sealed)
  return given.length === own.length && timingSafeEqual(given, own) ? token : null
}
