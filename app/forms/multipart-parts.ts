/** The header of a part. */
export type PartHeader = {
  readonly field: string
  /** Null for text; browsers send an empty one when no file was chosen. */
  readonly fileName: string | null
  readonly type: string
}

/** A body as it arrives: each part starts with its header, followed by its bytes in chunks. */
export type MultipartPiece =
  | { readonly kind: 'part'; readonly header: PartHeader }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' }
  | { readonly kind: 'unreadable' }

const HEADER_END = Buffer.from('\r\n\r\n')
const MAX_HEADER_BYTES = 8 * 1024

/** The boundary in a content type; null without one. */
export function boundaryIn(contentType: string | null): string | null {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '') ?? []
  return quoted ?? bare ?? null
}

/**
 * The one parser of multipart bodies. It holds at most one header and one chunk, and ends with
 * `end` or with `unreadable`. Anything after the last boundary is skipped.
 */
export async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartPiece, void> {
  const separator = Buffer.from(`\r\n--${boundary}`)
  let pending = Buffer.alloc(0)
  // The first separator has no line break before it.
  let state: 'start' | 'header' | 'content' | 'after' = 'start'
  for await (const chunk of body) {
    if (state === 'after') continue
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      if (state === 'start') {
        if (pending.length < separator.length - 2) break
        if (!pending.subarray(0, separator.length - 2).equals(separator.subarray(2)))
          return yield { kind: 'unreadable' }
        pending = pending.subarray(separator.length - 2)
        state = 'header'
      } else if (state === 'header') {
        if (pending.subarray(0, 2).equals(Buffer.from('--'))) {
          state = 'after'
          break
        }
        const end = pending.indexOf(HEADER_END)
        if ((end < 0 ? pending.length : end) > MAX_HEADER_BYTES) return yield { kind: 'unreadable' }
        if (end < 0) break
        const header = headerIn(pending.subarray(0, end))
        if (!header) return yield { kind: 'unreadable' }
        yield { kind: 'part', header }
        pending = pending.subarray(end + HEADER_END.length)
        state = 'content'
      } else {
        const end = pending.indexOf(separator)
        const known = end < 0 ? Math.max(0, pending.length - separator.length + 1) : end
        if (known > 0) yield { kind: 'bytes', bytes: pending.subarray(0, known) }
        pending = pending.subarray(end < 0 ? known : end + separator.length)
        if (end < 0) break
        state = 'header'
      }
    }
  }
  yield { kind: state === 'after' ? 'end' : 'unreadable' }
}

/** Null when it is not UTF-8, or no line ends between it and the boundary. */
function headerIn(bytes: Uint8Array): PartHeader | null {
  const lines = textIn(bytes)?.split('\r\n')
  if (lines?.[0] !== '') return null
  const valueIn = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
  const parameters = parametersIn(valueIn('content-disposition'))
  const type = valueIn('content-type').split(';', 1)[0]?.trim() ?? ''
  const isNamedFile = parameters.has('filename') || parameters.has('filename*')
  const isFile = isNamedFile || type.toLowerCase() === 'application/octet-stream'
  return {
    field: parameters.get('name') ?? '',
    fileName: isFile ? (parameters.get('filename') ?? '') : null,
    type,
  }
}

/** Browsers escape quotes inside quotes with a percent sign. */
function parametersIn(disposition: string): Map<string, string> {
  const found = disposition.matchAll(/;\s*([^\s=;"]+)=(?:"([^"]*)"|([^\s;]*))/g)
  return new Map(
    [...found].map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']),
  )
}

/** Text in UTF-8; null for other bytes. */
export function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
