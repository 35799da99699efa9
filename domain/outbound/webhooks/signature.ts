import { createHmac, randomBytes } from 'node:crypto'
import { type Auth, openSealed, sealSecret } from '#domain/accounts/people/people.ts'

// Secrets and signatures according to Standard Webhooks.

const PREFIX = 'whsec_'

/** 256 random bits. */
export function newEndpointSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

export function sealEndpointSecret(auth: Auth, secret: string): string {
  return sealSecret(auth, secret, 'webhook')
}

/** Decrypts the secret; null if it was stored under another SESSION_SECRET. */
export function openEndpointSecret(auth: Auth, sealed: string): string | null {
  try {
    return openSealed(auth, sealed, 'webhook')
  } catch {
    return null
  }
}

/** The headers of one attempt. During a rotation there is one signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const signed = `${message.id}.${timestamp}.${message.body}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
