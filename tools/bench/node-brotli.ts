import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { brotliOptions } from '#server/door/compress.ts'

const brotli = promisify(brotliCompress)

/** A body compressed by Node's own function, with the options that our pages have. */
export async function nodeBrotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return await brotli(bytes, brotliOptions(bytes.length, 4))
}
