import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in Stripe's format: `newId('cus')` returns `cus_` and 24 letters and digits. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`
  for (const byte of randomBytes(length)) id += alphabet[byte % alphabet.length]
  return id
}
