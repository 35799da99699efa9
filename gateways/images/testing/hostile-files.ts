import { crc32, deflateSync } from 'node:zlib'

/** Malicious files for tests, generated so that none has to be stored. */

/** A valid PNG of one colour: tiny as a file, `width` × `height` when decoded. */
export function flatPng(
  width: number,
  height: number,
  { interlaced = false, bits = 32 }: { interlaced?: boolean; bits?: 1 | 32 } = {},
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit: black or white; otherwise a byte each for red, green, blue and alpha.
  header[8] = bits === 1 ? 1 : 8
  header[9] = bits === 1 ? 0 : 6
  header[12] = interlaced ? 1 : 0
  const rows = interlaced
    ? ADAM7.reduce((sum, [x, y, dx, dy]) => {
        const columns = Math.ceil((width - x) / dx)
        const lines = Math.ceil((height - y) / dy)
        return sum + (columns > 0 ? lines * (columns * 4 + 1) : 0)
      }, 0)
    : height * (Math.ceil((width * bits) / 8) + 1)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
