import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | null

/** The best encoding that both sides know. */
export function encodingFor(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted) ? 'gzip' : null
}

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml|text\/x-script)/

export function isCompressible(type: string | null): boolean {
  return type !== null && COMPRESSIBLE.test(type)
}

/** Level 4 costs half a millisecond for a page; 9 is for files that are compressed once. */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  level: 4 | 9 = 4,
): Promise<Uint8Array> {
  if (encoding === 'br')
    return await brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
  return encoding === 'gzip' ? await zip(bytes, { level: 6 }) : bytes
}
