import { createHash } from 'node:crypto'

/** A short hash of the values that a request depends on, for its idempotency key. */
export function fingerprint(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
}
