import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_SECONDS } from './time-limits.ts'

// The codes of authenticator apps (RFC 6238): six digits, valid for half a minute.

const STEP_MS = CODE_SECONDS * 1000
/** Extra time for a code that was being typed when its half minute ended. */
const GRACE_MS = 10_000

/** The time step of a code that is right now; null for any other code. */
export function stepOfCode(key: Buffer, code: string, now: Date): number | null {
  const at = now.getTime()
  const steps = [Math.floor(at / STEP_MS), Math.floor((at - GRACE_MS) / STEP_MS)]
  return steps.find((step) => isSame(codeOf(key, step), code)) ?? null
}

function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const from = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 (RFC 4648) without padding, the form of secrets in authenticator apps. */
export function base32(key: Buffer): string {
  const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
