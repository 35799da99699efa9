import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** What a key is used for; see docs/security/keys.md. */
export type Use =
  | 'session cookie'
  | 'second factor'
  | 'known browser'
  | 'unsubscribe'
  | 'webhook'
  | 'better-auth'

const derived = new Map<string, KeyObject>()

/** A key for one use only: knowing it reveals neither the secret nor any other key. */
export function keyFor(secret: string, use: Use): KeyObject {
  const name = `${use}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const bytes = hkdfSync('sha256', secret, '', `hemline ${use}`, 32)
  // Created once, not for each signature.
  const key = createSecretKey(Buffer.from(bytes))
  derived.set(name, key)
  return key
}
