import { createHash } from 'node:crypto'

/** A short text for values that a request depends on: part of its idempotency key. */
export function fingerprint(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
}
