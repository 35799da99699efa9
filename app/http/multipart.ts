import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartPart,
  parseMultipartRequest,
} from '@remix-run/multipart-parser'
import { plainText } from './plain-text.ts'

/** What the text of any form may weigh, as it is sent. */
export const MAX_FORM_BYTES = 256 * 1024

export const MAX_FIELDS = 200

export type MultipartLimits = {
  readonly files: number
  readonly fileBytes: number
}

export type MultipartRead =
  | { readonly ok: true; readonly form: FormData }
  | { readonly ok: false; readonly problem: 'too-large' | 'unreadable' }

/** Makes a file that has arrived into the value of its field; null leaves the field out. */
type TakeFile = (field: string, file: File) => Promise<string | File | null>

/**
 * Reads a multipart form as it arrives, counting: one file and the text are the most that is held,
 * and the rest of a body that is too large is not read. Throws only what `takeFile` throws.
 */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  takeFile: TakeFile,
): Promise<MultipartRead> {
  const form = new FormData()
  let textBytes = 0
  let files = 0
  const parts = parseMultipartRequest(request, {
    maxFileSize: Math.max(limits.fileBytes, MAX_FORM_BYTES),
    maxParts: MAX_FIELDS,
    maxTotalSize: limits.files * limits.fileBytes + MAX_FORM_BYTES,
  })
  for (;;) {
    const next = await nextPart(parts)
    if ('problem' in next) return { ok: false, problem: next.problem }
    if (next.done) return { ok: true, form }
    const { field, file, text } = next
    if (text !== null) {
      textBytes += text.length
      if (textBytes > MAX_FORM_BYTES) return { ok: false, problem: 'too-large' }
      form.append(field, plainText(text))
    } else {
      files += 1
      if (files > limits.files) return { ok: false, problem: 'too-large' }
      const value = await takeFile(field, file)
      if (value !== null) form.append(field, value)
    }
  }
}

type Part =
  | { readonly done: true }
  | { readonly done: false; readonly field: string; readonly text: string; readonly file: null }
  | { readonly done: false; readonly field: string; readonly text: null; readonly file: File }

/** The next part that has a name; headers and text that are not UTF-8 make the form unreadable. */
async function nextPart(
  parts: AsyncIterator<MultipartPart>,
): Promise<Part | { readonly problem: 'too-large' | 'unreadable' }> {
  try {
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) return { done }
      const field = plainText(part.name ?? '')
      if (field === '') continue
      if (!part.isFile) return { done: false, field, text: part.text, file: null }
      const content = part.content.map((chunk) => new Uint8Array(chunk))
      const file = new File(content, part.filename ?? '', { type: part.mediaType ?? '' })
      return { done: false, field, text: null, file }
    }
  } catch (error) {
    const isTooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError
    return { problem: isTooLarge ? 'too-large' : 'unreadable' }
  }
}
