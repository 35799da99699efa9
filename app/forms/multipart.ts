import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { plainText } from '#domain/shared/plain-text.ts'
import { boundaryIn, type PartHeader, piecesOf, textIn } from './multipart-parts.ts'

/** The maximum size of the text in any form, as sent. */
export const MAX_FORM_BYTES = 256 * 1024

export const MAX_FIELDS = 200

export type MultipartLimits = {
  readonly files: number
  readonly fileBytes: number
  /** Of a larger file, only a first part that exceeds this size is held; by default, all of it. */
  readonly heldBytes?: number
}

export type MultipartResult = Outcome<FormData, { readonly reason: 'too-large' | 'unreadable' }>

/** The maximum size of a body within these limits. */
export function maxBodyBytes({ files, fileBytes }: MultipartLimits): number {
  return files * fileBytes + MAX_FORM_BYTES
}

/** Turns an uploaded file into the value of its field; null leaves the field out. */
type TakeFile = (field: string, file: File) => Promise<string | File | null>

/**
 * Reads a multipart form as it arrives, counting its bytes: at most one file and the text are held
 * in memory, and the rest of a body that is too large is not read. Throws only what `takeFile`
 * throws.
 */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  takeFile: TakeFile,
): Promise<MultipartResult> {
  const { files, fileBytes, heldBytes = fileBytes } = limits
  const bodyBytes = maxBodyBytes(limits)
  const bounds = { bodyBytes, files, fileBytes, heldBytes }
  const { form, ended } = await read(request, bounds, takeFile)
  return ended === 'whole' ? done(form) : refused({ reason: ended === 'cut' ? 'too-large' : ended })
}

/**
 * Reads only the text of a multipart form and the names of its files; the files' bytes are
 * discarded as they arrive. Of a body over `bodyBytes`, the fields received completely until then
 * are returned.
 */
export async function readMultipartText(
  request: Request,
  bodyBytes: number,
): Promise<MultipartResult> {
  const bounds = { bodyBytes, files: MAX_FIELDS, fileBytes: null, heldBytes: 0 }
  const { form, ended } = await read(request, bounds, async (_field, { name }) =>
    name ? new File([], name) : null,
  )
  return ended === 'whole' || ended === 'cut' ? done(form) : refused({ reason: ended })
}

type Bounds = {
  /** The maximum of the whole body; anything beyond it is not read. */
  readonly bodyBytes: number
  readonly files: number
  /** The maximum of one file; null skips the bytes of all files. */
  readonly fileBytes: number | null
  readonly heldBytes: number
}

type MultipartState = {
  readonly form: FormData
  /** `cut` when the body is larger than its limit: the form has the fields before. */
  readonly ended: 'whole' | 'cut' | 'too-large' | 'unreadable'
}

async function read(request: Request, bounds: Bounds, takeFile: TakeFile): Promise<MultipartState> {
  const form = new FormData()
  const ended = (how: MultipartState['ended']): MultipartState => ({ form, ended: how })
  const boundary = boundaryIn(request.headers.get('content-type'))
  if (boundary === null || request.body === null) return ended('unreadable')
  const body = countedBody(request.body, bounds.bodyBytes)
  let part: (PartHeader & { readonly content: Uint8Array<ArrayBuffer>[] }) | null = null
  let [parts, files, fileBytes, textBytes] = [0, 0, 0, 0]

  /** False when the text of the part is invalid. */
  async function finishPart(): Promise<boolean> {
    const field = plainText(part?.field ?? '')
    if (part === null || field === '') return true
    const { fileName, type, content } = part
    if (fileName === null) {
      const text = textIn(Buffer.concat(content))
      if (text !== null) form.append(field, plainText(text))
      return text !== null
    }
    const value = await takeFile(field, new File(content, fileName, { type }))
    if (value !== null) form.append(field, value)
    return true
  }

  for await (const piece of piecesOf(body.chunks, boundary)) {
    if (piece.kind === 'bytes') {
      if (part === null) continue
      const isText = part.fileName === null
      if (isText) textBytes += piece.bytes.length
      else fileBytes += piece.bytes.length
      if (textBytes > MAX_FORM_BYTES) return ended('too-large')
      if (bounds.fileBytes !== null && fileBytes > bounds.fileBytes) return ended('too-large')
      const isHeld = fileBytes - piece.bytes.length <= bounds.heldBytes
      if (isText || (bounds.fileBytes !== null && isHeld)) part.content.push(piece.bytes)
      continue
    }
    if (piece.kind === 'unreadable') return ended(body.isCut() ? 'cut' : 'unreadable')
    if (!(await finishPart())) return ended('unreadable')
    if (piece.kind === 'end') break
    parts += 1
    files += piece.header.fileName === null ? 0 : 1
    if (parts > MAX_FIELDS || files > bounds.files) return ended('too-large')
    part = { ...piece.header, content: [] }
    fileBytes = 0
    // Its name counts even if the rest of it never arrives.
    if (part.fileName !== null && bounds.fileBytes === null) {
      await finishPart()
      part = null
    }
  }
  return ended('whole')
}

/** A body up to its limit. A reader that stops early, or reaches the limit, cancels the rest. */
export function countedBody(body: ReadableStream<Uint8Array>, maxBytes: number) {
  let isCut = false
  async function* chunks() {
    const reader = body.getReader()
    let bytes = 0
    try {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        bytes += value.length
        isCut = bytes > maxBytes
        if (isCut) return
        yield value
      }
    } finally {
      // Not awaited: the client may never notice.
      void reader.cancel().catch(() => {})
    }
  }
  return { chunks: chunks(), isCut: () => isCut }
}
