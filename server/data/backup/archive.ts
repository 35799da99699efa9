import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** One file in an archive. */
export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

const BLOCK = 512
/** An image or some hundreds of rows: larger entries are not from our archives. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * Writes a .tar.gz that only its owner can read. It gets the name `file` once complete and on disk.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`
  try {
    await pipeline(
      Readable.from(blocksOf(entries)),
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    )
    const handle = await open(unfinished, 'r')
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* blocksOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of entries) {
    yield header(name, bytes.length)
    yield bytes
    yield new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  }
  yield new Uint8Array(2 * BLOCK)
}

/**
 * The POSIX format (ustar): numbers in octal, the checksum computed with its own bytes as spaces.
 */
function header(name: string, size: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for an archive`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** Yields the entries of an archive. Throws if it is damaged or cut off. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  const take = byteReader(source.pipe(unpacked))
  for (;;) {
    const head = await take(BLOCK)
    const name = textAt(head, 0, 100)
    if (name === '') return
    const size = Number.parseInt(textAt(head, 124, 12), 8)
    if (textAt(head, 257, 5) !== 'ustar' || !(size <= MAX_BYTES))
      throw new Error('this is not a backup archive')
    const bytes = await take(size)
    await take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, bytes }
  }
}

function textAt(block: Buffer, from: number, length: number): string {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field
    .subarray(0, end === -1 ? length : end)
    .toString('utf8')
    .trim()
}

/** Reads a given number of bytes at a time from a stream. */
function byteReader(stream: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  let ready: Buffer[] = []
  let length = 0
  return async (wanted) => {
    while (length < wanted) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('the archive is incomplete')
      ready.push(value)
      length += value.length
    }
    const [first] = ready
    const all = ready.length === 1 && first ? first : Buffer.concat(ready)
    ready = [all.subarray(wanted)]
    length -= wanted
    return all.subarray(0, wanted)
  }
}
