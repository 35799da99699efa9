const HEADERS_END = Buffer.from('\r\n\r\n')
/** The limit of the parser that reads what is left. */
const MAX_HEADER_BYTES = 8 * 1024
const FILE = /filename|octet-stream/i

type Limits = {
  /** Of the whole body, as it is sent: what comes after is not read. */
  readonly bodyBytes: number
  /** Of what is left without the files. */
  readonly textBytes: number
}

/**
 * A multipart form whose files are empty: their bytes are passed over as they arrive, and none of
 * them is held. Of a body that is larger than its limit the parts that came whole until then are left.
 * @returns null where there is more text than its limit; a body that is no form stays none
 */
export async function withoutFiles(request: Request, limits: Limits): Promise<Request | null> {
  const type = request.headers.get('content-type') ?? ''
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const separator = Buffer.from(`\r\n--${quoted ?? bare ?? ''}`)
  const reader = request.body?.getReader()
  const sieve = createSieve(separator, limits.textBytes)
  let bytes = 0
  try {
    while (reader && bytes <= limits.bodyBytes && !sieve.isOver()) {
      const { value, done } = await reader.read()
      if (done) {
        sieve.end()
        break
      }
      bytes += value.length
      sieve.take(value)
    }
  } finally {
    void reader?.cancel().catch(() => {})
  }
  const { url, method, headers, signal } = request
  const parts = sieve.parts()
  return parts && new Request(url, { method, headers: unmeasured(headers), signal, body: parts })
}

function unmeasured(sent: Headers): Headers {
  const headers = new Headers(sent)
  headers.delete('Content-Length')
  return headers
}

/** Takes a body piece by piece, and keeps all of it but what stands in files. */
function createSieve(separator: Buffer, mostBytes: number) {
  // The first separator has no line before it.
  let pending = Buffer.from('\r\n')
  let inside: 'between' | 'headers' | 'text' | 'file' = 'between'
  let part: Buffer[] = []
  const kept: Buffer[] = []
  let keptBytes = 0
  let state: 'open' | 'ended' | 'too much' | 'damaged' = 'open'

  function keep(bytes: Buffer) {
    // Copied: a small piece does not hold on to the large one that it came in.
    part.push(Buffer.from(bytes))
    keptBytes += bytes.length
    if (keptBytes > mostBytes) state = 'too much'
  }

  function finishPart() {
    kept.push(...part)
    part = []
  }

  /** Goes on to the next boundary between two things; false where more has to arrive first. */
  function step(): boolean {
    const sought = inside === 'headers' ? HEADERS_END : separator
    const at = pending.indexOf(sought)
    if (inside === 'headers' && pending.subarray(0, 2).equals(Buffer.from('--'))) {
      state = 'ended'
      return false
    }
    if (at < 0) {
      if (inside === 'headers') {
        if (pending.length > MAX_HEADER_BYTES) state = 'damaged'
        return false
      }
      const passed = Math.max(0, pending.length - sought.length + 1)
      if (inside === 'text') keep(pending.subarray(0, passed))
      pending = pending.subarray(passed)
      return false
    }
    const before = pending.subarray(0, at)
    pending = pending.subarray(at + sought.length)
    if (inside === 'headers') {
      inside = FILE.test(before.toString('latin1')) ? 'file' : 'text'
      keep(Buffer.concat([separator, before, HEADERS_END]))
      // Whatever comes of it, nothing of it is wanted any more.
      if (inside === 'file') finishPart()
      return true
    }
    if (inside === 'text') keep(before)
    finishPart()
    inside = 'headers'
    return true
  }

  return {
    take(bytes: Uint8Array) {
      pending = Buffer.concat([pending, bytes])
      while (state === 'open' && step());
    },
    /** Nothing more comes. A form has an end of its own. */
    end() {
      if (state === 'open') state = 'damaged'
    },
    isOver: () => state !== 'open',
    parts(): Uint8Array<ArrayBuffer> | null {
      if (state === 'too much') return null
      const end = state === 'damaged' ? '' : '--\r\n'
      const text = Buffer.concat([...kept, separator, Buffer.from(end)])
      // As it was sent, the first separator is the beginning.
      return new Uint8Array(text.subarray(2))
    },
  }
}
