/** All the bytes of a file, or null as soon as there are more than `most`: the rest is not read. */
export async function readAtMost(
  file: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of file) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
