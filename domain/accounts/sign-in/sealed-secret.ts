import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Auth } from './auth.ts'
import { keyFor, type Use } from './keys.ts'

// Secrets that we have to read again are encrypted, so that a database copy does not reveal them.

const MARK = 'gcm.'

type SealedUse = Extract<Use, 'second factor' | 'webhook'>

/** AES-256-GCM: `gcm.` and nonce, tag and ciphertext in base64. */
export function sealSecret(auth: Auth, text: string, use: SealedUse = 'second factor'): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(auth.secret, use), nonce)
  const parts = [cipher.update(text, 'utf8'), cipher.final()]
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), ...parts]).toString('base64url')
}

/** Decrypts a second factor's secret; null if it was stored under another SESSION_SECRET. */
export function openSecret(auth: Auth, sealed: string): string | null {
  try {
    return openSealed(auth, sealed, 'second factor')
  } catch {
    return null
  }
}

/** Throws if it was sealed with another secret or for another use. */
export function openSealed(auth: Auth, sealed: string, use: SealedUse): string {
  const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url')
  const key = keyFor(auth.secret, use)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
