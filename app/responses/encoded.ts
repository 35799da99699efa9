const encoder = new TextEncoder()

/** Enough for a page of 170,000 characters; a larger one gets its own. */
const space = new Uint8Array(512 * 1024)

/** These texts one after the other in UTF-8, each encoded once into the same space and then copied. */
export function encoded(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const needed = 3 * texts.reduce((sum, { length }) => sum + length, 0)
  const room = needed <= space.length ? space : new Uint8Array(needed)
  let size = 0
  for (const text of texts) size += encoder.encodeInto(text, room.subarray(size)).written
  return room.slice(0, size)
}
