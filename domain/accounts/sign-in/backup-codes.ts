import { randomBytes, randomInt } from 'node:crypto'
import * as z from 'zod'
import { costNow, slowKey } from './password-hash.ts'

/** No characters that can be mistaken for others: 0, O, 1, I, L and U are left out. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_COUNT = 10
/** Lower than for passwords, since a code already has nearly sixty random bits. */
const COST = { log2N: 14, r: 8, p: 1 }

const storedCodes = z.object({ salt: z.string(), hashes: z.array(z.string()) })

type StoredCodes = z.output<typeof storedCodes>

/** New codes, and their hashes to store. */
export async function makeBackupCodes(): Promise<{ codes: string[]; storedCodes: string }> {
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  return { codes, storedCodes: written(await hashed(codes)) }
}

/** How many codes are still unused. */
export function countBackupCodes(stored: string): number {
  return readStored(stored).hashes.length
}

/** What to store once this code is used; null if it is not valid. */
export async function consumeBackupCode(stored: string, typed: string): Promise<string | null> {
  const { salt, hashes } = readStored(stored)
  const hash = await hashOf(typed, salt)
  if (!hashes.includes(hash)) return null
  return written({ salt, hashes: hashes.filter((one) => one !== hash) })
}

function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${group()}-${group()}-${group()}`
}

/** Ignores case and separators, as people type them. */
async function hashOf(typed: string, salt: string): Promise<string> {
  const plain = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return (await slowKey(plain, salt, costNow(COST))).toString('base64url')
}

function written(codes: StoredCodes): string {
  return JSON.stringify(codes)
}

/** There are none until the app is confirmed. */
function readStored(stored: string): StoredCodes {
  if (stored === '') return { salt: '', hashes: [] }
  return storedCodes.parse(JSON.parse(stored))
}

async function hashed(codes: readonly string[]): Promise<StoredCodes> {
  const salt = randomBytes(16).toString('base64url')
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashOf(code, salt))
  return { salt, hashes }
}
