/** The file types that can be uploaded as photos. */
type Kind = 'jpeg' | 'png' | 'webp'

/** The file type from a file's first bytes; null for types that we do not accept. */
function kindOf(bytes: Uint8Array): Kind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg'
  if (hasText(bytes, 1, 'PNG')) return 'png'
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP') ? 'webp' : null
}

/**
 * Checks whether a file is a photo and complete: a browser shows half of one without an error.
 * Reads each byte at most once.
 */
export function inspectPhoto(bytes: Uint8Array): 'whole' | 'cut-off' | 'not-a-photo' {
  const kind = kindOf(bytes)
  if (!kind) return 'not-a-photo'
  const hasEnd = { jpeg: jpegHasEnd, png: pngHasEnd, webp: webpHasEnd }[kind]
  return hasEnd(bytes) ? 'whole' : 'cut-off'
}

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

/** Segments state their length, except the image data, which ends at the next marker. */
function jpegHasEnd(bytes: Uint8Array): boolean {
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at++
      continue
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return true
    const isStandalone = marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)
    if (isStandalone) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    at += 2 + numberAt(bytes, at + 2, 2)
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at)
  }
  return false
}

/** Inside a scan 0xff is followed by 0, or by a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at++
  }
  return bytes.length
}

function pngHasEnd(bytes: Uint8Array): boolean {
  let at = 8
  while (at + 8 <= bytes.length) {
    const end = at + 12 + numberAt(bytes, at, 4)
    if (hasText(bytes, at + 4, 'IEND')) return end <= bytes.length
    at = end
  }
  return false
}

function webpHasEnd(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(4, 8)
  return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24 + 8 <= bytes.length
}

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let number = 0
  for (let n = 0; n < length; n++) number = number * 256 + (bytes[at + n] ?? 0)
  return number
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, n) => bytes[at + n] === character.charCodeAt(0))
}
