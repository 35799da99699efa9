import { data } from 'react-router'
import {
  MAX_FORM_BYTES,
  type MultipartResult,
  maxBodyBytes,
  readMultipart,
  readMultipartText,
} from '#app/forms/multipart.ts'
import { readForm } from '#app/forms/read-form.ts'
import { MAX_OUTFIT_PHOTOS } from '#domain/accounts/closets/outfit-photos.ts'
import { MAX_FILE_BYTES } from '#domain/catalogue/images/image-shapes.ts'
import { done } from '#domain/shared/outcome.ts'

const ONE_FILE = { files: 1, fileBytes: MAX_FILE_BYTES }

/** The maximum size of a form for `readFormWithFile`. */
export const MAX_FILE_FORM_BYTES = maxBodyBytes(ONE_FILE)

/**
 * Reads a posted form that may have one file, counting its bytes: nothing larger is ever held in
 * memory, and the rest of a body that is too large is not read.
 */
export async function readFormWithFile(request: Request): Promise<MultipartResult> {
  if (!isMultipart(request)) return done(await readForm(request))
  return await readMultipart(request, ONE_FILE, async (_field, file) => file)
}

/** The photos of our largest form, and its text. */
export const MAX_PHOTO_FORM_BYTES = MAX_OUTFIT_PHOTOS * MAX_FILE_BYTES + MAX_FORM_BYTES

/** The text of a form by someone who may not upload; only the names of its files are read. */
export async function readTextFields(request: Request): Promise<FormData> {
  if (!isMultipart(request)) return await readForm(request)
  const read = await readMultipartText(request, MAX_PHOTO_FORM_BYTES)
  if (read.ok) return read.value
  throw data('This form could not be read.\n', {
    status: read.problem.reason === 'unreadable' ? 400 : 413,
  })
}

/** Any other form has been read completely before. */
export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
}

/** The file in a field; null when none was chosen (browsers then send an empty one). */
export function fileIn(form: FormData, field: string): File | null {
  const value = form.get(field)
  return value instanceof File && (value.size > 0 || value.name !== '') ? value : null
}
