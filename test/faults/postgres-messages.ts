/** Splits a stream of PostgreSQL's protocol into messages; an untyped first message has type ''. */
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

/** The readable text of a message, for error messages. */
export function wordsIn(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, 160)
}

/**
 * Whether an answer leaves its transaction open, according to the last byte of ReadyForQuery.
 */
export function isWithinTransaction(answer: Buffer): boolean {
  return answer.at(-1) !== 'I'.charCodeAt(0)
}

const READS = /^\s*(?:select|begin|set)\b/i
const CHANGES =
  /\b(?:(?:insert|update|delete|merge)\b|nextval|setval|pg_notify|pg_advisory|graphile_)/i

/**
 * Follows the messages of an app on one connection: tells for each whether it changes nothing and
 * takes no lock. Prepared statements are remembered by name, because their text is sent only once.
 */
export function readDetector(): (type: string, message: Buffer) => boolean {
  const statements = new Map<string, boolean>()
  return (type, message) => {
    const [first = '', second = ''] = message.toString('latin1', 5).split('\0', 2)
    if (type === 'P') statements.set(first, isRead(second))
    if (type === 'P') return isRead(second)
    if (type === 'B') return statements.get(second) ?? false
    return type !== 'Q' || isRead(first)
  }
}

function isRead(text: string): boolean {
  return READS.test(text) && !CHANGES.test(text)
}
