/** Splits a stream of PostgreSQL's protocol into its messages; the type of the first one is ''. */
export function messageReader(
  { startsUntyped }: { startsUntyped: boolean },
  onMessage: (type: string, bytes: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = startsUntyped
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typeLength = untyped ? 0 : 1
      if (rest.length < typeLength + 4) return
      const length = typeLength + rest.readUInt32BE(typeLength)
      if (rest.length < length) return
      const type = untyped ? '' : rest.toString('latin1', 0, 1)
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      untyped = false
      onMessage(type, message)
    }
  }
}

/** The text in a message, to show at which one something failed. */
export function wordsIn(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, 160)
}
