import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartProblem } from '#db/embedded/start-problem.ts'

// The file of an archived month of the audit log: one JSON object per line, compressed. Columns
// that are null in SQL are left out, so that they differ from a JSON null.

const MIB = 1024 * 1024
/** Ten thousand times as long as a usual line. */
const MAX_LINE_BYTES = 32 * MIB
const BATCH = { lines: 1000, bytes: 4 * MIB }

export type Contents = { readonly lines: number; readonly sha256: string }

/**
 * Reads a file to its end, a batch of lines at a time, and returns the number of lines and the hash
 * of the file. Throws if the file is cut off or has another format.
 */
export async function readLines(
  file: string,
  take: (lines: readonly string[]) => Promise<void> = async () => {},
): Promise<Contents> {
  const hash = createHash('sha256')
  let lines = 0
  await pipeline(
    createReadStream(file),
    async function* (packed: AsyncIterable<Buffer>) {
      for await (const bytes of packed) {
        hash.update(bytes)
        yield bytes
      }
    },
    createGunzip(),
    async (unpacked: AsyncIterable<Buffer>) => {
      for await (const batch of batchesOf(linesOf(unpacked, file))) {
        lines += batch.length
        await take(batch)
      }
    },
  )
  return { lines, sha256: hash.digest('hex') }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}

async function* linesOf(unpacked: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let started: Buffer[] = []
  let length = 0
  const add = (bytes: Buffer) => {
    length += bytes.length
    if (length > MAX_LINE_BYTES)
      throw new StartProblem(`${file} has a line of more than ${MAX_LINE_BYTES / MIB} MB.`)
    started.push(bytes)
  }
  for await (const bytes of unpacked) {
    let start = 0
    for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
      add(bytes.subarray(start, end))
      yield Buffer.concat(started)
      started = []
      length = 0
      start = end + 1
    }
    add(bytes.subarray(start))
  }
  if (length > 0) yield Buffer.concat(started)
}

async function* batchesOf(lines: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let batch: string[] = []
  let size = 0
  for await (const line of lines) {
    batch.push(line.toString('utf8'))
    size += line.length
    if (batch.length < BATCH.lines && size < BATCH.bytes) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
